import { expect, test } from 'vitest';
import { keyedColumns, rowsByKey, lookupValueOfRow } from './columnar-keys';
import type { LaidOutColumn } from './laid-out-column';
import { datasetKinds } from '../model/dataset';
import { telling } from '../model/testing/telling';

const texts = (name: string, ...values: string[]): LaidOutColumn => ({
  name,
  type: 'utf8',
  validity: null,
  offsets: Int32Array.from([0, ...values.map((_, at) => values.slice(0, at + 1).join('').length)]),
  data: new TextEncoder().encode(values.join('')),
});
const keyed = { key: 'key', value: 'value' };

test('vectors, dictionaries and records are looked up by a column', () =>
  expect(
    Object.fromEntries(datasetKinds.flatMap((kind) => (keyedColumns(kind) ? [[kind, keyedColumns(kind)]] : []))),
  ).toEqual({
    keyedVectors: { key: 'id', value: 'vector' },
    dict: { key: 'key', value: 'value' },
    records: { key: 'key', value: 'value' },
  }));

test('keys that are texts or integers tell their rows', () => {
  expect([...rowsByKey([texts('key', 'a', 'bc')], keyed)]).toEqual([
    ['a', 0],
    ['bc', 1],
  ]);
  const integers: LaidOutColumn = { name: 'key', type: 'int64', validity: null, values: BigInt64Array.of(7n, -1n) };
  expect([...rowsByKey([integers], keyed)]).toEqual([
    [7n, 0],
    [-1n, 1],
  ]);
});

test.each<[string, readonly LaidOutColumn[]]>([
  ['no column', []],
  ['another name', [texts('id', 'a')]],
  ['another type', [{ name: 'key', type: 'int32', validity: null, values: Int32Array.of(1) }]],
])('%s of keys is refused', (_, columns) =>
  expect(() => rowsByKey(columns, keyed)).toThrowError(
    expect.objectContaining({
      record: {
        tag: 'malformedInput',
        stage: 'lookup',
        message: expect.stringMatching(telling('key', 'texts', 'int64')),
      },
    }),
  ),
);

test('a row’s value is a vector, a number, a text or bytes', () => {
  const floats = Float32Array.of(1, 2);
  const list = (values: Float32Array | Float64Array): LaidOutColumn => ({
    name: 'vector',
    type: 'vector',
    elementType: 'float32',
    length: 2,
    values,
  });
  expect(lookupValueOfRow([list(floats)], 'keyedVectors')).toBe(floats);
  expect(lookupValueOfRow([list(Float64Array.of(3))], 'keyedVectors')).toEqual(Float64Array.of(3));
  expect(lookupValueOfRow([texts('value', '\ufeffx')], 'dict')).toBe('\ufeffx');
  expect(lookupValueOfRow([texts('value', 'x')], 'records')).toEqual(Uint8Array.of(120));
  expect(
    lookupValueOfRow([{ name: 'value', type: 'float64', validity: null, values: Float64Array.of(0) }], 'dict'),
  ).toBe(0);
  expect(
    lookupValueOfRow([{ name: 'value', type: 'int64', validity: null, values: BigInt64Array.of(9n) }], 'dict'),
  ).toBe(9n);
});

test.each<[string, readonly LaidOutColumn[]]>([
  ['none', []],
  ['int32', [{ name: 'value', type: 'int32', validity: null, values: Int32Array.of(1) }]],
  ['float64', [{ name: 'value', type: 'float64', validity: null, values: new Float64Array(0) }]],
  ['vector', [{ name: 'value', type: 'vector', elementType: 'int8', length: 1, values: Int8Array.of(1) }]],
])('a column without a value to look up is refused: %s', (type, columns) =>
  expect(() => lookupValueOfRow(columns, 'dict')).toThrowError(
    expect.objectContaining({
      record: {
        tag: 'malformedInput',
        stage: 'lookup',
        message: expect.stringMatching(type === 'none' ? /values/u : telling('value', type)),
      },
    }),
  ),
);
