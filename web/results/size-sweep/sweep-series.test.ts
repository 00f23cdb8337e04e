import { expect, test } from 'vitest';
import { telling } from '../../../workers/model/testing/telling';
import type { Registry } from '../../figures/candidate-names';
import { isCompleted, measuredFigures, resultRows } from '../../figures/rows';
import { candidate, makeRun } from '../testing/test-results';
import { hiddenTimesNote, leadersOfSweep, sizeSweepSeries } from './sweep-series';

const registry: Registry = { formats: new Map(), codecs: new Map() };
const sizesBytes = [40_960_000, 10_240_000, 20_480_000];
const run = makeRun({
  cells: [
    { candidate: candidate('a'), ms: { encode: 10 } },
    { candidate: candidate('hidden'), ms: { encode: 0 } },
    { candidate: candidate('failed'), status: 'failed' },
    { candidate: candidate('b'), ms: { encode: 30 } },
    { candidate: candidate('veiled'), ms: { encode: 0 } },
    { candidate: candidate('untimed'), ms: {} },
  ],
  dataBytes: sizesBytes,
});
const rows = resultRows(run, false, registry);

test('a candidate’s points stand by rising size, with the row and the figures that they are of', () => {
  const pointsOf = (place: number) =>
    [1, 2, 0].map((dataset) => {
      const row = rows.find((each) => each.dataset === dataset && each.candidate === place);
      if (row === undefined || !isCompleted(row)) throw new Error('It was measured.');
      const figures = measuredFigures(row, 'encode');
      return { key: row.key, row, figures, x: row.itemCount, y: figures?.summary.bestMs };
    });
  expect(sizeSweepSeries(rows, 'encode')).toEqual([
    { candidate: 0, candidateKey: 'a/formatlab', points: pointsOf(0) },
    { candidate: 3, candidateKey: 'b/formatlab', points: pointsOf(3) },
  ]);
  expect(sizeSweepSeries(rows, 'encode')[0]?.points.map(({ x }) => x)).toEqual([1_000, 2_000, 4_000]);
  expect(sizeSweepSeries(rows, 'decode')).toEqual([]);
});

test('what the timer hides is told with its sizes', () => {
  expect(hiddenTimesNote(rows, 'encode')).toMatch(
    telling('hidden at 4,000, 1,000, 2,000', 'veiled at 4,000, 1,000, 2,000'),
  );
  expect(hiddenTimesNote(rows, 'decode')).toBeNull();
  expect(hiddenTimesNote([], 'encode')).toBeNull();
});

test('data of no items, or not known yet, has no place', () => {
  for (const itemCount of [0, null]) {
    const without = rows.map((row) => ({ ...row, itemCount }));
    expect(sizeSweepSeries(without, 'encode')).toEqual([]);
    expect(hiddenTimesNote(without, 'encode')).toBeNull();
  }
});

test('of few candidates all stand out, of many the fastest at each size', () => {
  const madeOf = (count: number) =>
    sizeSweepSeries(
      resultRows(
        makeRun({
          cells: Array.from({ length: count }, (_, index) => ({
            candidate: candidate(`c${index}`),
            ms: { encode: 10 + ((index + 3) % count) },
          })),
          dataBytes: sizesBytes,
        }),
        false,
        registry,
      ),
      'encode',
    );
  expect(leadersOfSweep(madeOf(12)).size).toBe(12);
  const many = madeOf(20);
  const leaders = leadersOfSweep(many);
  // The seventeenth takes 10 ms, the least.
  expect(leaders.has(17)).toBe(true);
  expect(leaders.size).toBeLessThan(many.length);
});
