import { expect, test } from 'vitest';
import { baselineRow, sizeFactor, timeFactor, timeRatio, uncompressedRow } from './baseline';
import type { Registry } from './candidate-names';
import { type CompletedRow, isCompleted, measuredFigures, resultRows } from './rows';
import { candidate, codec, type MadeCell, makeRun } from '../results/testing/test-results';

const registry: Registry = { formats: new Map(), codecs: new Map() };
const rowsOf = (...cells: MadeCell[]) => resultRows(makeRun({ cells }), false, registry);
const completedOf = (...cells: MadeCell[]) => rowsOf(...cells).filter(isCompleted);
const sized = (format: string, sizeBytes: number | null, of: MadeCell['candidate']['codec'] = null): MadeCell => ({
  candidate: candidate(format, of),
  sizeBytes,
  ms: { encode: 10 },
});
const formatOf = (row: CompletedRow | null) => row?.names.formatId ?? null;

test('of rows without a codec the baseline is the one nearest to the data in size, the first of equals', () => {
  expect(formatOf(uncompressedRow(rowsOf(sized('far', 30_000_000), sized('near', 9_000_000))))).toBe('near');
  expect(formatOf(uncompressedRow(rowsOf(sized('near', 11_000_000), sized('far', 5_000_000))))).toBe('near');
  expect(formatOf(uncompressedRow(rowsOf(sized('first', 9_000_000), sized('second', 9_000_000))))).toBe('first');
  const wrapped = codec('zstd', 3, 'native');
  expect(formatOf(uncompressedRow(rowsOf(sized('wrapped', 10_000_000, wrapped), sized('plain', 90_000))))).toBe(
    'plain',
  );
  expect(uncompressedRow(rowsOf(sized('wrapped', 10_000_000, wrapped), sized('fileless', null)))).toBeNull();
  expect(uncompressedRow(rowsOf({ candidate: candidate('failed'), status: 'failed' }))).toBeNull();
});

test('a row that is chosen but gave no figures leaves the choice to the sizes', () => {
  const rows = rowsOf(
    { candidate: candidate('failed'), status: 'failed' },
    sized('plain', 10_000_000),
    sized('a', 1e6),
  );
  expect(formatOf(baselineRow(rows, 'failed/formatlab'))).toBe('plain');
  expect(formatOf(baselineRow(rows, 'a/formatlab'))).toBe('a');
  expect(formatOf(baselineRow(rows, null))).toBe('plain');
});

test.each([
  [10, 5, { status: 'factor', factor: 2 }],
  [undefined, 5, { status: 'none', reason: 'not measured' }],
  [10, undefined, { status: 'none', reason: 'the baseline was not timed' }],
  [0, 5, { status: 'none', reason: 'below the timer’s resolution' }],
  [10, 0, { status: 'none', reason: 'below the timer’s resolution' }],
] as const)('of %j ms and the baseline’s %j ms the factor is %j', (ms, baselineMs, factor) => {
  const cells = [ms, baselineMs].map((encode) => ({
    candidate: candidate('a'),
    ms: encode === undefined ? {} : { encode },
  }));
  const [row, base] = completedOf(...cells);
  expect(row !== undefined && base !== undefined && timeFactor(row, base, 'encode')).toEqual(factor);
});

test('the factor of two times is the median over the rounds that both have, or without any that of the best times', () => {
  const [row, base] = completedOf(
    { candidate: candidate('a'), ms: { encode: 10 } },
    { candidate: candidate('b'), ms: { encode: 5 } },
  );
  const [of, than] = [row, base].map((each) => (each === undefined ? null : measuredFigures(each, 'encode')));
  if (!of || !than) throw new Error('Both were measured.');
  const [round] = of.rounds;
  const rounds = (...bests: readonly (readonly [number, number])[]) =>
    bests.flatMap(([place, ms]) => (round === undefined ? [] : [{ ...round, round: place, samplesMs: [ms, 2 * ms] }]));
  const shown = { ...of, rounds: rounds([0, 30], [1, 6], [2, 9], [3, 1]) };
  expect(timeRatio(shown, { ...than, rounds: rounds([0, 10], [1, 1], [2, 2]) })).toBeCloseTo(4.5, 9);
  expect(timeRatio(shown, { ...than, rounds: rounds([4, 1]) })).toBe(2);
});

test.each([
  [10, 5, { status: 'factor', factor: 2 }],
  [0, 5, { status: 'factor', factor: 0 }],
  [null, 5, { status: 'none', reason: 'this candidate writes no file' }],
  [10, null, { status: 'none', reason: 'the baseline writes no file' }],
  [10, 0, { status: 'none', reason: 'the file of the baseline is empty' }],
] as const)('of %j bytes and the baseline’s %j bytes the factor is %j', (sizeBytes, baselineBytes, factor) => {
  const [row, base] = completedOf(sized('a', sizeBytes), sized('b', baselineBytes));
  expect(row !== undefined && base !== undefined && sizeFactor(row, base)).toEqual(factor);
});
