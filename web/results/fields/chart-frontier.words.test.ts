import { expect, test } from 'vitest';
import { candidate } from '../testing/test-results';
import { chartData } from './chart-data';
import { chartFrontier, roundDraws } from './chart-frontier';
import { cellsAndFields, situation } from './testing/test-cells';

const { cells, field } = cellsAndFields({
  cells: [{ candidate: candidate('plain'), ms: { encode: 5 } }],
  dataBytes: [10_000_000, 1_024_000],
});

test.each([
  ['There is no frontier: neither side of “Format” is better.', 'format', 'size'],
  ['There is no frontier: both axes show the same field.', 'size', 'size'],
  ['There is no frontier: the chart shows several datasets, which do not compete.', 'encode.time', 'size'],
])('%s', (words, x, y) => {
  const { points } = chartData(cells, { field: field(x), scale: 'log' }, { field: field(y), scale: 'log' });
  expect(chartFrontier(points, field(x), field(y), roundDraws(7, situation))).toEqual({
    status: 'none',
    reason: words,
  });
});
