import { expect, test } from 'vitest';
import type { Dataset } from '../model/dataset';
import { resultDigest } from './sink';

const strings = (text: string) => ({
  offsets: Int32Array.of(0, text.length),
  data: new TextEncoder().encode(text),
});
const table: Dataset = {
  kind: 'table',
  rowCount: 2,
  columns: [
    { name: 'n', type: 'int64', validity: null, values: BigInt64Array.of(1n, 40n) },
    { name: 'e', type: 'float64', validity: null, values: new Float64Array(0) },
    { name: 't', type: 'utf8', validity: null, ...strings('a') },
    { name: 'none', type: 'utf8', validity: null, ...strings('') },
  ],
};

test.each<[string, unknown, number]>([
  ['bytes: first, middle, last and length', Uint8Array.of(1, 10, 100, 7), 1 + 100 + 7 + 4],
  ['no bytes', new Uint8Array(0), 0],
  ['a vector: first and last', Float64Array.of(0.5, 9, 2), 2.5],
  ['a narrow vector', Float32Array.of(1.5, 9, 3), 4.5],
  ['no vector', new Float64Array(0), 0],
  ['a row: its length and its first value’s text', [123, 'a'], 2 + 3],
  ['a number', 7.5, 7.5],
  ['a text', 'four', 4],
  ['an integer: its low 16 bits', 0x1_2345n, 0x2345],
  ['nothing', null, 0],
  ['undefined', undefined, 0],
  ['another object', { a: 1 }, 0],
  ['a table: rows, last numbers and first bytes', table, 2 + 40 + 0 + 97 + 0],
  [
    'vectors by id: how many, and the first element',
    {
      kind: 'keyedVectors',
      elementType: 'float64',
      dimension: 2,
      entries: new Map([
        ['a', Float64Array.of(0.25, 9)],
        ['b', Float64Array.of(8, 9)],
      ]),
    },
    2.25,
  ],
  ['no vectors by id', { kind: 'keyedVectors', elementType: 'float64', dimension: 2, entries: new Map() }, 0],
  [
    'an array: its last element',
    { kind: 'array', elementType: 'int64', shape: [2], values: BigInt64Array.of(1n, 5n) },
    5,
  ],
  ['an empty array', { kind: 'array', elementType: 'int8', shape: [0], values: new Int8Array(0) }, 0],
  ['texts: how many, and the last one’s length', { kind: 'stringArray', values: ['long text', 'abc'] }, 5],
  ['a list', { kind: 'list', elementType: 'float64', values: [1, 22] }, 4],
  [
    'a dictionary: how many, and the first value’s length',
    { kind: 'dict', keyType: 'utf8', valueType: 'utf8', entries: new Map([['k', 'abc']]) },
    4,
  ],
  [
    'records: how many, and their bytes',
    { kind: 'records', recordCount: 1, keys: strings('a'), values: strings('bcd') },
    1 + (97 + 97 + 97 + 1) + (98 + 99 + 100 + 3),
  ],
  ['a file', { kind: 'bytes', bytes: Uint8Array.of(5) }, 5 + 5 + 5 + 1],
])('%s', (_, made, wanted) => expect(resultDigest(made)).toBe(wanted));
