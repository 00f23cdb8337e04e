import { expect, test } from 'vitest';
import type { Registry } from '../figures/candidate-names';
import { isCompleted, type ResultRow, resultRows, throughputRange } from '../figures/rows';
import { scatterPoints } from './scatter-points';
import { candidate, codec, makeRun } from './testing/test-results';

const registry: Registry = { formats: new Map(), codecs: new Map() };
const rows = resultRows(
  makeRun({
    cells: [
      { candidate: candidate('plain'), sizeBytes: 10_000_000, ms: { encode: 5 } },
      { candidate: candidate('packed', codec('zstd', 3)), sizeBytes: 2_000_000, ms: { encode: 20 } },
      { candidate: candidate('fileless'), sizeBytes: null, ms: { encode: 10 } },
      { candidate: candidate('empty'), sizeBytes: 0, ms: { encode: 10 } },
      { candidate: candidate('unable'), sizeBytes: 1_000_000, ms: {} },
      { candidate: candidate('broken'), status: 'failed' },
    ],
    jitter: 0.2,
  }),
  false,
  registry,
);
const name = ({ candidateKey }: ResultRow) => candidateKey.split('/')[0];
const [plain, packed] = rows;

test('a point has the row’s speed, ratio and spread', () => {
  const { points } = scatterPoints(rows, rows, 'encode');
  expect(points.map(({ row, y, baseline }) => [name(row), y, baseline])).toEqual([
    ['plain', 1, true],
    ['packed', 5, false],
  ]);
  for (const { key, row, figures, x, low, high } of points) {
    expect(key).toBe(row.key);
    expect(figures).toBe(row.operations.encode);
    expect(x).toBe(figures.throughput);
    expect({ low, high }).toEqual(throughputRange(figures));
    expect(low).toBeLessThan(high);
  }
});

test('what has no point is told with the reason', () => {
  const reasons = (all: readonly ResultRow[], operation: 'encode' | 'store') =>
    scatterPoints(all, all, operation).omitted.map(({ row, reason }) => [name(row), reason]);
  expect(reasons(rows, 'encode')).toEqual([
    ['fileless', 'this candidate writes no file'],
    ['empty', 'its file is empty'],
    ['unable', 'This format has no encode.'],
  ]);
  expect(reasons(rows.slice(0, 1), 'store')).toEqual([['plain', 'not measured in this run']]);
});

test('a time that the timer hides has no point', () => {
  if (packed === undefined || !isCompleted(packed) || packed.operations.encode?.status !== 'measured')
    throw new Error('It was measured.');
  const hidden = { ...packed, operations: { encode: { ...packed.operations.encode, throughput: null } } };
  expect(scatterPoints([hidden], [hidden], 'encode')).toEqual({
    points: [],
    omitted: [{ row: hidden, reason: 'below the timer’s resolution' }],
  });
});

test('the uncompressed baseline is there whatever is filtered, first and once', () => {
  if (plain === undefined || packed === undefined) throw new Error('There are rows.');
  expect(scatterPoints(rows, [packed], 'encode').points.map(({ row }) => name(row))).toEqual(['plain', 'packed']);
  expect(scatterPoints(rows, [packed, plain], 'encode').points.map(({ row }) => name(row))).toEqual([
    'packed',
    'plain',
  ]);
});
