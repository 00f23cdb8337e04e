import { expect, it } from 'vitest';
import { resultRows } from '../../figures/rows';
import { candidate, codec, makeRun } from '../testing/test-results';
import { sizeSweepFigures } from './SizeSweepTable';
import { sizeSweepSeries } from './sweep-series';

it('has the time of each candidate at each size, and a dash where there is none', () => {
  const run = makeRun({
    cells: [
      { candidate: candidate('raw'), ms: { encode: 5 } },
      { candidate: candidate('parquet', codec('zstd', 3)), ms: { encode: 30 } },
      { candidate: candidate('pickle'), ms: { decode: 1 } },
    ],
    dataBytes: [10_240_000, 5_120_000],
  });
  const [one, two] = sizeSweepSeries(resultRows(run, false), 'encode');
  if (one === undefined || two === undefined) throw new Error('Two candidates were measured.');
  const { columns, rows } = sizeSweepFigures([one, { ...two, points: two.points.slice(0, 1) }], []);
  expect(columns).toEqual(['500 items', '1,000 items']);
  expect(rows.map(({ label, cells }) => [label, ...cells])).toEqual([
    ['Uncompressed', '2.56 ms', '5.00 ms'],
    ['Parquet, zstd 3', '15.4 ms', '–'],
  ]);
});
