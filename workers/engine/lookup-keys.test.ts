import { expect, test } from 'vitest';
import type { ByteStrings } from '../model/byte-strings';
import type { Dataset } from '../model/dataset';
import { expectedLookup, hasLookupKey, lookupKeysOf, sameLookup } from './lookup-keys';

const strings = (...values: string[]): ByteStrings => {
  const data = new TextEncoder().encode(values.join(''));
  const ends = values.map((_, at) => new TextEncoder().encode(values.slice(0, at + 1).join('')).length);
  return { offsets: Int32Array.from([0, ...ends]), data };
};
const table = (rowCount: number): Dataset => ({
  kind: 'table',
  rowCount,
  columns: [
    { name: 'a', type: 'int32', validity: null, values: Int32Array.from({ length: rowCount }, (_, row) => 10 * row) },
  ],
});
const vectors: Dataset = {
  kind: 'keyedVectors',
  elementType: 'float64',
  dimension: 1,
  entries: new Map([
    ['a', Float64Array.of(1)],
    ['b', Float64Array.of(2)],
  ]),
};
const dict: Dataset = {
  kind: 'dict',
  keyType: 'int64',
  valueType: 'utf8',
  entries: new Map([
    [1n, 'one'],
    [2n, ''],
  ]),
};
const keys = ['', 'a', 'ab', 'b', 'zz', 'é'];
const records: Dataset = {
  kind: 'records',
  recordCount: 6,
  keys: strings(...keys),
  values: strings('0', '11', '', '3', '4', '5'),
};

test('1,024 keys are drawn, the same by the same seed and others by another', () => {
  const drawn = lookupKeysOf(table(1_000), 5);
  expect(drawn).toHaveLength(1_024);
  expect(lookupKeysOf(table(1_000), 5)).toEqual(drawn);
  expect(lookupKeysOf(table(1_000), 6)).not.toEqual(drawn);
});

test('every row, id and key comes up, and nothing else', () => {
  const distinct = (dataset: Dataset) =>
    [...new Set(lookupKeysOf(dataset, 1, { choice: 'random', count: 200 }))].sort();
  expect(distinct(table(3))).toEqual([0, 1, 2]);
  expect(distinct(vectors)).toEqual(['a', 'b']);
  expect(distinct(dict)).toEqual([1n, 2n]);
  expect(distinct(records)).toEqual(keys);
});

test.each<Dataset>([
  table(0),
  { kind: 'dict', keyType: 'utf8', valueType: 'utf8', entries: new Map() },
  { kind: 'list', elementType: 'utf8', values: ['a'] },
])('there are no keys of $kind without items or keys', (dataset) => expect(lookupKeysOf(dataset, 1)).toEqual([]));

test('a look-up has to give the row or the value', () => {
  expect(expectedLookup(table(3), 2)).toEqual([20]);
  expect(expectedLookup(table(3), '2')).toBeNull();
  expect(expectedLookup(vectors, 'b')).toEqual(Float64Array.of(2));
  expect(expectedLookup(vectors, 'c')).toBeNull();
  expect(expectedLookup(dict, 2n)).toBe('');
  expect(expectedLookup(dict, 3n)).toBeNull();
  expect(expectedLookup({ kind: 'bytes', bytes: Uint8Array.of(1) }, 'a')).toBeNull();
});

test('a record is found by its key, wherever it stands', () => {
  const text = (key: string) => {
    const value = expectedLookup(records, key);
    return value instanceof Uint8Array ? new TextDecoder().decode(value) : value;
  };
  expect(keys.map(text)).toEqual(['0', '11', '', '3', '4', '5']);
  expect(['aa', 'c', 'zzz', 'A'].map(text)).toEqual([null, null, null, null]);
});

test.each([
  [1, 1, true],
  [1, 2, false],
  [0, -0, false],
  [Number.NaN, Number.NaN, true],
  ['a', 'a', true],
  ['a', 'b', false],
  [1n, 1n, true],
  [1n, 1, false],
  ['a', Uint8Array.of(97), false],
  [Uint8Array.of(97), 'a', false],
  [Float64Array.of(1, Number.NaN), Float64Array.of(1, Number.NaN), true],
  [Float64Array.of(0), Float64Array.of(-0), false],
  [Float64Array.of(1), Float64Array.of(1, 2), false],
  [Float64Array.of(1, 2), Float64Array.of(1), false],
  [Float64Array.of(1, 2), Float64Array.of(1, 3), false],
  [Float64Array.of(1), Float32Array.of(1), false],
  [[1, 'a', null], [1, 'a', null], true],
  [[1, 'a', null], [1, 'a', 0], false],
  [[Uint8Array.of(1, 2)], [Uint8Array.of(1, 2)], true],
  [[Uint8Array.of(1, 2)], [Uint8Array.of(1, 3)], false],
  [[Uint8Array.of(1)], [1], false],
  [[1], [Uint8Array.of(1)], false],
  [[1], Float64Array.of(1), false],
  [[[150n, ['a', null]]], [[150n, ['a', null]]], true],
  [[[150n, ['a', null]]], [[150n, ['a', 'b']]], false],
  [[['a']], [['a', null]], false],
  [[[]], [[]], true],
  [[[]], [null], false],
])('%o and %o are the same: %s', (expected, found, same) => expect(sameLookup(expected, found)).toBe(same));

test('the first, the last and given rows are looked up as they were chosen', () => {
  const rows = table(10);
  expect(lookupKeysOf(rows, 1, { choice: 'first', count: 3 })).toEqual([0, 1, 2]);
  expect(lookupKeysOf(rows, 1, { choice: 'last', count: 3 })).toEqual([7, 8, 9]);
  expect(lookupKeysOf(rows, 1, { choice: 'last', count: 99 })).toHaveLength(10);
  expect(lookupKeysOf(rows, 1, { choice: 'given', keys: [5, 2] })).toEqual([5, 2]);
  expect(lookupKeysOf(vectors, 1, { choice: 'first', count: 1 })).toEqual(['a']);
  expect(lookupKeysOf(dict, 1, { choice: 'given', keys: ['2', 1] })).toEqual([2n, 1n]);
});

test('a row, id or key that the dataset has not is told', () => {
  expect([0, 9, 10, -1, Number.NaN].map((row) => hasLookupKey(table(10), row))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(['a', 'c'].map((id) => hasLookupKey(vectors, id))).toEqual([true, false]);
  expect([2n, 3n].map((key) => hasLookupKey(dict, key))).toEqual([true, false]);
  expect(['é', 'x'].map((key) => hasLookupKey(records, key))).toEqual([true, false]);
});

test('what is drawn is what the native script draws (e2e/interop/test_native_script.py)', () =>
  expect(lookupKeysOf(table(1_000), 5).slice(0, 6)).toEqual([509, 681, 987, 858, 535, 872]));
