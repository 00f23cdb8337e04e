import { expect, test } from 'vitest';
import { candidate, type MadeCell, makeRun } from '../results/testing/test-results';
import { sizeFactor, timeFactor } from './baseline';
import { isCompleted, resultRows } from './rows';

/** Why there is no factor, in words. `baseline.test.ts` tests the factors. */

const rowOf = (cell: Partial<MadeCell>) => {
  const run = makeRun({ cells: [{ candidate: candidate('a'), ms: { encode: 10 }, ...cell }] });
  const [row] = resultRows(run, false).filter(isCompleted);
  if (row === undefined) throw new Error('It has figures.');
  return row;
};

test.each<[string, Partial<MadeCell>, Partial<MadeCell>]>([
  ['not measured', { ms: {} }, {}],
  ['the baseline was not timed', {}, { ms: {} }],
  ['below the timer’s resolution', { ms: { encode: 0 } }, {}],
  ['the two clocks include different steps', { clock: { encode: ['encode', 'write'] } }, {}],
])('of times: %s', (reason, cell, baseline) =>
  expect(timeFactor(rowOf(cell), rowOf(baseline), 'encode')).toEqual({ status: 'none', reason }),
);

test.each<[string, Partial<MadeCell>, Partial<MadeCell>]>([
  ['this candidate writes no file', { sizeBytes: null }, {}],
  ['the baseline writes no file', {}, { sizeBytes: null }],
  ['the file of the baseline is empty', {}, { sizeBytes: 0 }],
])('of sizes: %s', (reason, cell, baseline) =>
  expect(sizeFactor(rowOf(cell), rowOf(baseline))).toEqual({ status: 'none', reason }),
);
