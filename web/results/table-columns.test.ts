import { expect, test } from 'vitest';
import type { Registry } from '../figures/candidate-names';
import { isCompleted, type ResultRow, resultRows } from '../figures/rows';
import { sortAfterHeaderClick, operationColumns, sortRows, sortValue } from './table-columns';
import { candidate, makeRun } from './testing/test-results';

const registry: Registry = { formats: new Map(), codecs: new Map() };
const rows = resultRows(
  makeRun({
    cells: [
      { candidate: candidate('b10'), sizeBytes: 4_000_000, ms: { encode: 20 } },
      { candidate: candidate('broken'), status: 'failed' },
      { candidate: candidate('b9'), sizeBytes: 1_000_000, ms: { encode: 5, decode: 1 } },
      { candidate: candidate('fileless'), sizeBytes: null, ms: { encode: 10 } },
      { candidate: candidate('same'), sizeBytes: 4_000_000, ms: { encode: 20 } },
    ],
    jitter: 0.1,
  }),
  false,
  registry,
);
const [first, broken] = rows;
if (first === undefined || broken === undefined) throw new Error('There are rows.');
const order = (column: string, descending = false) =>
  sortRows(rows, { column, descending }).map(({ candidateKey }) => candidateKey.split('/')[0]);
const encode = isCompleted(first) && first.operations.encode?.status === 'measured' ? first.operations.encode : null;
if (encode === null) throw new Error('It was measured.');

test('each column gives its figure', () => {
  const { summary } = encode;
  expect(Object.fromEntries(operationColumns.map((column) => [column, sortValue(first, `encode.${column}`)]))).toEqual({
    best: summary.bestMs,
    median: summary.medianMs,
    mad: summary.madMs,
    interval: summary.range === null ? null : summary.range.highMs - summary.range.lowMs,
    samples: summary.sampleCount,
    throughput: encode.throughput,
  });
  expect(summary.range).not.toBeNull();
  expect([sortValue(first, 'candidate'), sortValue(first, 'size'), sortValue(first, 'ratio')]).toEqual([
    first.names.label,
    4_000_000,
    2.5,
  ]);
});

test('there is no figure of what is unknown or was not measured', () => {
  expect(['encode.other', 'decode.best', 'other'].map((column) => sortValue(first, column))).toEqual([
    null,
    null,
    null,
  ]);
  expect(sortValue(broken, 'size')).toBeNull();
  expect(sortValue(broken, 'candidate')).toBe(broken.names.label);
});

test('a time that the timer hides is no figure, its samples are', () => {
  if (!isCompleted(first)) throw new Error('It is complete.');
  const hidden: ResultRow = { ...first, operations: { encode: { ...encode, throughput: null } } };
  expect(sortValue(hidden, 'encode.best')).toBeNull();
  expect(sortValue(hidden, 'encode.throughput')).toBeNull();
  expect(sortValue(hidden, 'encode.samples')).toBe(encode.summary.sampleCount);
});

test('without a range of the rounds there is no width of it', () => {
  if (!isCompleted(first)) throw new Error('It is complete.');
  const summary = { ...encode.summary, range: null };
  expect(sortValue({ ...first, operations: { encode: { ...encode, summary } } }, 'encode.interval')).toBeNull();
});

test('rows without the figure come last in both directions, those that failed behind', () => {
  expect(order('size')).toEqual(['b9', 'b10', 'same', 'fileless', 'broken']);
  expect(order('size', true)).toEqual(['b10', 'same', 'b9', 'fileless', 'broken']);
  expect(order('decode.best')).toEqual(['b9', 'b10', 'fileless', 'same', 'broken']);
});

test('names are sorted as people count', () => {
  expect(order('candidate')).toEqual(['b9', 'b10', 'broken', 'fileless', 'same']);
  expect(order('candidate', true)).toEqual(['same', 'fileless', 'broken', 'b10', 'b9']);
});

test('a header pressed again turns the order, another begins with the better', () => {
  expect(sortAfterHeaderClick({ column: 'size', descending: false }, 'size')).toEqual({
    column: 'size',
    descending: true,
  });
  expect(sortAfterHeaderClick({ column: 'size', descending: true }, 'size')).toEqual({
    column: 'size',
    descending: false,
  });
  expect(
    ['ratio', 'encode.throughput', 'encode.samples', 'encode.best', 'candidate'].map(
      (column) => sortAfterHeaderClick({ column: 'size', descending: false }, column).descending,
    ),
  ).toEqual([true, true, true, false, false]);
});
