import { expect, test } from 'vitest';
import { operationPhrase, operationSubjects } from './operation-names';
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

test('the name of the column is that of the results, where the plan has its number', () => {
  const cell = { candidate: candidate('csv'), ms: { project: 5 } };
  const run = makeRun({ cells: [cell], operations: ['project'] });
  const [measured] = run.cells;
  if (measured?.status !== 'completed' || measured.operations.project?.status !== 'measured')
    throw new Error('The column was not read.');
  const project = { ...measured.operations.project, detail: 'price' };
  const cells = [{ ...measured, operations: { ...measured.operations, project } }];
  const plan = { ...run.plan, operations: ['project' as const], projectColumn: 2 };
  expect(operationSubjects({ ...run, plan, cells }, 0).project).toBe('the column price');
});

test('an operation says what it reads, and if it is warm', () => {
  const subjects = { project: 'the column city', lookup: '64 rows', warmLookup: '64 rows' };
  expect(
    (['encode', 'project', 'lookup', 'warmLookup'] as const).map((each) => operationPhrase(each, subjects)),
  ).toEqual(['encode', 'reading the column city', 'looking up 64 rows', 'looking up 64 rows, warm']);
});
