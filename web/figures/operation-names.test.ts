import { expect, test } from 'vitest';
import { operationSubjects } from './operation-names';
import { candidate, makeRun } from '../results/testing/test-results';

test.each([
  ['city', 'the column city'],
  [' ', 'the column “ ”'],
  ['column 3', 'the column 3'],
])('the column “%s” is told as “%s”', (projectColumn, words) => {
  const run = makeRun({ cells: [{ candidate: candidate('csv') }] });
  const plan = { ...run.plan, operations: ['project' as const], projectColumn };
  expect(operationSubjects({ ...run, plan }, 0).project).toBe(words);
});
