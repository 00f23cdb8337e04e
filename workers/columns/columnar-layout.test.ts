import { describe, expect, it, test } from 'vitest';
import { type ColumnarLayout, toColumnarLayout, fromColumnarLayout, readTable } from './columnar-layout';
import { type CollectionSchema, collectionFromColumns, collectionColumns } from './collection-columns';
import type { LaidOutColumn } from './laid-out-column';
import { tableNoteOf, tableNoteKey } from './table-note';
import type { ByteStrings } from '../model/byte-strings';
import { type Column, isVariableWidth, type PlainColumn } from '../model/column';
import type { Dataset } from '../model/dataset';
import { telling } from '../model/testing/telling';

const bytes = (text: string) => new TextEncoder().encode(text);
const texts = (name: string, ...values: string[]): PlainColumn => {
  const parts = values.map(bytes);
  const offsets = Int32Array.from([
    0,
    ...parts.map((_, at) => parts.slice(0, at + 1).reduce((n, p) => n + p.length, 0)),
  ]);
  return { name, type: 'utf8', validity: null, offsets, data: bytes(values.join('')) };
};
const numbers = (name: string, ...values: number[]): PlainColumn => ({
  name,
  type: 'float64',
  validity: null,
  values: Float64Array.from(values),
});
const integers = (name: string, ...values: bigint[]): PlainColumn => ({
  name,
  type: 'int64',
  validity: null,
  values: BigInt64Array.from(values),
});
const vectors = (length: number, ...values: number[]): LaidOutColumn => ({
  name: 'vector',
  type: 'vector',
  elementType: 'float32',
  length,
  values: Float32Array.from(values),
});
const nullable = (column: PlainColumn): PlainColumn => ({ ...column, validity: Uint8Array.of(1) });
/** The bytes of a column of texts, as records hold them. */
const strings = (...values: string[]): ByteStrings => {
  const column = texts('', ...values);
  if (!isVariableWidth(column)) throw new Error('Texts are of variable width.');
  return { offsets: column.offsets, data: column.data };
};

/** Each dataset, and how it has to lie in a file. */
const cases: readonly { readonly dataset: Dataset; readonly layout: ColumnarLayout }[] = [
  {
    dataset: {
      kind: 'table',
      rowCount: 2,
      columns: [numbers('n', 1, 2), { ...texts('j', '1', '[]'), type: 'json' } as PlainColumn],
    },
    layout: {
      rowCount: 2,
      columns: [numbers('n', 1, 2), { ...texts('j', '1', '[]'), type: 'json' } as PlainColumn],
      note: '{"version":1,"kind":"table","json":["j"]}',
    },
  },
  {
    dataset: {
      kind: 'keyedVectors',
      elementType: 'float32',
      dimension: 2,
      entries: new Map([
        ['é', Float32Array.of(1, 2)],
        ['b', Float32Array.of(3, 4)],
      ]),
    },
    layout: {
      rowCount: 2,
      columns: [texts('id', 'é', 'b'), vectors(2, 1, 2, 3, 4)],
      note: '{"version":1,"kind":"keyedVectors","elementType":"float32","dimension":2}',
    },
  },
  {
    dataset: {
      kind: 'array',
      elementType: 'int32',
      shape: [2, 3, 2],
      values: Int32Array.from({ length: 12 }, (_, i) => i),
    },
    layout: {
      rowCount: 2,
      columns: [
        {
          name: 'values',
          type: 'vector',
          elementType: 'int32',
          length: 6,
          values: Int32Array.from({ length: 12 }, (_, i) => i),
        },
      ],
      note: '{"version":1,"kind":"array","shape":[2,3,2]}',
    },
  },
  {
    dataset: { kind: 'array', elementType: 'float64', shape: [3], values: Float64Array.of(1, 2, 3) },
    layout: { rowCount: 3, columns: [numbers('values', 1, 2, 3)], note: '{"version":1,"kind":"array","shape":[3]}' },
  },
  {
    dataset: { kind: 'array', elementType: 'float64', shape: [4, 0], values: new Float64Array(0) },
    layout: { rowCount: 0, columns: [numbers('values')], note: '{"version":1,"kind":"array","shape":[4,0]}' },
  },
  {
    dataset: { kind: 'array', elementType: 'float64', shape: [], values: Float64Array.of(7) },
    layout: { rowCount: 1, columns: [numbers('values', 7)], note: '{"version":1,"kind":"array","shape":[]}' },
  },
  {
    dataset: { kind: 'stringArray', values: ['a', '', 'é'] },
    layout: { rowCount: 3, columns: [texts('values', 'a', '', 'é')], note: '{"version":1,"kind":"stringArray"}' },
  },
  {
    dataset: { kind: 'list', elementType: 'int64', values: [1n, -2n] },
    layout: {
      rowCount: 2,
      columns: [integers('values', 1n, -2n)],
      note: '{"version":1,"kind":"list","elementType":"int64"}',
    },
  },
  {
    dataset: { kind: 'list', elementType: 'utf8', values: ['x'] },
    layout: { rowCount: 1, columns: [texts('values', 'x')], note: '{"version":1,"kind":"list","elementType":"utf8"}' },
  },
  {
    dataset: {
      kind: 'dict',
      keyType: 'int64',
      valueType: 'float64',
      entries: new Map([
        [5n, 0.5],
        [-1n, 2],
      ]),
    },
    layout: {
      rowCount: 2,
      columns: [integers('key', 5n, -1n), numbers('value', 0.5, 2)],
      note: '{"version":1,"kind":"dict","keyType":"int64","valueType":"float64"}',
    },
  },
  {
    dataset: { kind: 'dict', keyType: 'utf8', valueType: 'utf8', entries: new Map([['k', 'v']]) },
    layout: {
      rowCount: 1,
      columns: [texts('key', 'k'), texts('value', 'v')],
      note: '{"version":1,"kind":"dict","keyType":"utf8","valueType":"utf8"}',
    },
  },
  {
    dataset: {
      kind: 'records',
      recordCount: 2,
      keys: strings('a', 'b'),
      values: strings('{}', 'x'),
    },
    layout: {
      rowCount: 2,
      columns: [texts('key', 'a', 'b'), texts('value', '{}', 'x')],
      note: '{"version":1,"kind":"records"}',
    },
  },
];

describe.each(cases)('$dataset.kind in $layout.note', ({ dataset, layout }) => {
  it('is laid out', () => expect(toColumnarLayout(dataset)).toEqual(layout));
  it('is read back', () => expect(fromColumnarLayout(layout)).toEqual(dataset));
});

test('bytes have no columns', () =>
  expect(() => toColumnarLayout({ kind: 'bytes', bytes: new Uint8Array(1) })).toThrowError(
    expect.objectContaining({
      record: { tag: 'unsupported', stage: 'encode', message: expect.stringMatching(telling('columns')) },
    }),
  ));

test('the note has a name of its own', () => expect(tableNoteKey).toBe('formatlab'));

test('a file without a note is a table', () =>
  expect(fromColumnarLayout({ rowCount: 1, columns: [texts('a', 'x')], note: null })).toEqual({
    kind: 'table',
    rowCount: 1,
    columns: [texts('a', 'x')],
  }));

test('only texts that the note names are JSON', () =>
  expect(
    readTable(1, [texts('a', '1'), texts('b', '1'), numbers('c', 1)], { json: ['b', 'c'] }).columns.map(
      ({ type }) => type,
    ),
  ).toEqual(['utf8', 'json', 'float64']));

test('the JSON columns are those of a table’s note', () => {
  expect(tableNoteOf(null)).toEqual({ json: [] });
  expect(tableNoteOf('{"version":1,"kind":"table","json":["a","b"]}')).toMatchObject({ json: ['a', 'b'] });
  expect(tableNoteOf('{"version":1,"kind":"records"}')).toEqual({ json: [] });
});

const keyed = '{"version":1,"kind":"keyedVectors","elementType":"float32","dimension":2}';
const arrayOf = (shape: number[]) => JSON.stringify({ version: 1, kind: 'array', shape });
const dict = '{"version":1,"kind":"dict","keyType":"utf8","valueType":"float64"}';
const list = '{"version":1,"kind":"list","elementType":"float64"}';
const otherThanIdAndVector = 'The file calls itself keyed vectors but has other columns than id and vector.';
const otherThanKeyAndValue = 'The file calls itself keys and values but has other columns than key and value.';
const notOneColumn = 'The file calls itself one list of values but has not one column.';
const list2 = vectors(2, 1, 2);

test.each<[string, string | null, number, readonly LaidOutColumn[]]>([
  ['The column “vector” holds lists, for which a table has no type.', null, 1, [list2]],
  ['The note in the file is not JSON.', '{', 1, [texts('a', 'x')]],
  [otherThanIdAndVector, keyed, 1, [texts('id', 'a')]],
  [otherThanIdAndVector, keyed, 1, [texts('id', 'a'), list2, list2]],
  [otherThanIdAndVector, keyed, 1, [numbers('id', 1), list2]],
  [otherThanIdAndVector, keyed, 1, [texts('id', 'a'), numbers('vector', 1, 2)]],
  [
    'The file calls itself 2 vectors of 2 float32 elements, but holds 2 elements of float32.',
    keyed,
    2,
    [texts('id', 'a', 'b'), list2],
  ],
  [
    'The file calls itself 1 vectors of 2 float32 elements, but holds 2 elements of float64.',
    keyed,
    1,
    [texts('id', 'a'), { ...list2, elementType: 'float64', values: Float64Array.of(1, 2) } as LaidOutColumn],
  ],
  [
    'The file calls itself 1 vectors of 2 float32 elements, but holds 2 elements of float32.',
    keyed,
    1,
    [nullable(texts('id', 'a')), list2],
  ],
  ['The file repeats an id.', keyed, 2, [texts('id', 'a', 'a'), vectors(2, 1, 2, 3, 4)]],
  ['The file calls itself an array but has not one column.', arrayOf([1]), 1, []],
  ['The file calls itself an array but has not one column.', arrayOf([1]), 1, [numbers('a', 1), numbers('b', 1)]],
  ['The file calls itself an array, but its column is of type utf8.', arrayOf([1]), 1, [texts('a', 'x')]],
  ['The file calls itself an array, but its column is of type float64.', arrayOf([1]), 1, [nullable(numbers('a', 1))]],
  [
    'The file calls itself an array, but its column is of type bool.',
    arrayOf([1]),
    1,
    [{ name: 'a', type: 'bool', validity: null, values: Uint8Array.of(1) }],
  ],
  [
    'The file calls itself an array, but its column is of type date.',
    arrayOf([1]),
    1,
    [{ name: 'a', type: 'date', validity: null, values: Int32Array.of(1) }],
  ],
  [
    'The file calls itself an array, but its column is of type timestamp.',
    arrayOf([1]),
    1,
    [{ name: 'a', type: 'timestamp', validity: null, values: BigInt64Array.of(1n) }],
  ],
  [
    'The file calls itself an array of shape 2 × 2, but holds 3 elements in 3 rows.',
    arrayOf([2, 2]),
    3,
    [numbers('a', 1, 2, 3)],
  ],
  [notOneColumn, list, 1, []],
  [notOneColumn, list, 1, [numbers('values', 1), numbers('values', 1)]],
  ['The column “values” is of type utf8, or has nulls, where the note says float64.', list, 1, [texts('values', 'a')]],
  ['The column “vector” is of type vector, or has nulls, where the note says float64.', list, 1, [list2]],
  [
    'The column “values” is of type float64, or has nulls, where the note says float64.',
    list,
    1,
    [nullable(numbers('values', 1))],
  ],
  [
    'The column “values” is of type float64, or has nulls, where the note says texts.',
    '{"version":1,"kind":"stringArray"}',
    1,
    [numbers('values', 1)],
  ],
  [
    'The column “values” is of type utf8, or has nulls, where the note says texts.',
    '{"version":1,"kind":"stringArray"}',
    1,
    [nullable(texts('values', 'a'))],
  ],
  [otherThanKeyAndValue, dict, 1, [texts('key', 'a')]],
  [otherThanKeyAndValue, dict, 1, [texts('keys', 'a'), numbers('value', 1)]],
  [otherThanKeyAndValue, dict, 1, [texts('key', 'a'), numbers('values', 1)]],
  [otherThanKeyAndValue, dict, 1, [texts('key', 'a'), numbers('value', 1), numbers('more', 1)]],
])('“%s” for note %s', (message, note, rowCount, columns) =>
  expect(() => fromColumnarLayout({ rowCount, columns, note })).toThrowError(
    expect.objectContaining({ record: { tag: 'malformedInput', stage: 'decode', message } }),
  ),
);

test.each([
  '{"version":2,"kind":"records"}',
  '{"version":1,"kind":"records","more":1}',
  '{"version":1,"kind":"other"}',
  '{"version":1,"kind":"table"}',
  '{"version":1,"kind":"table","json":[1]}',
  '{"version":1,"kind":"keyedVectors","elementType":"int8","dimension":2}',
  '{"version":1,"kind":"keyedVectors","elementType":"float32","dimension":0}',
  '{"version":1,"kind":"keyedVectors","elementType":"float32","dimension":1.5}',
  '{"version":1,"kind":"list","elementType":"int8"}',
  '{"version":1,"kind":"dict","keyType":"float64","valueType":"utf8"}',
  '{"version":1,"kind":"dict","keyType":"utf8","valueType":"bool"}',
  '{"version":1,"kind":"array","shape":[-1]}',
  '{"version":1,"kind":"array","shape":[0.5]}',
  JSON.stringify({ version: 1, kind: 'array', shape: Array.from({ length: 33 }, () => 1) }),
])('the note %s is refused', (note) => {
  const wrong = expect.objectContaining({
    record: expect.objectContaining({
      tag: 'malformedInput',
      stage: 'decode',
      message: expect.stringContaining('note in the file'),
    }),
  });
  expect(() => fromColumnarLayout({ rowCount: 0, columns: [], note })).toThrowError(wrong);
  expect(() => tableNoteOf(note)).toThrowError(wrong);
});

test('an array of 32 dimensions is read', () =>
  expect(
    fromColumnarLayout({
      rowCount: 1,
      columns: [numbers('values', 3)],
      note: arrayOf(Array.from({ length: 32 }, () => 1)),
    }),
  ).toMatchObject({
    kind: 'array',
    elementType: 'float64',
  }));

test.each<[CollectionSchema, readonly (readonly [string, string])[]]>([
  [{ kind: 'stringArray' }, [['values', 'utf8']]],
  [{ kind: 'list', elementType: 'int64' }, [['values', 'int64']]],
  [
    { kind: 'dict', keyType: 'int64', valueType: 'float64' },
    [
      ['key', 'int64'],
      ['value', 'float64'],
    ],
  ],
  [
    { kind: 'records' },
    [
      ['key', 'utf8'],
      ['value', 'utf8'],
    ],
  ],
])('the columns of %o are planned', (schema, columns) =>
  expect(collectionColumns(schema)).toEqual(columns.map(([name, type]) => ({ name, type, nullable: false }))),
);

test('a repeated key of a dictionary is refused', () =>
  expect(() =>
    collectionFromColumns({ kind: 'dict', keyType: 'utf8', valueType: 'float64' }, [
      texts('key', 'a', 'a'),
      numbers('value', 1, 2),
    ]),
  ).toThrowError(expect.objectContaining({ record: expect.objectContaining({ tag: 'malformedInput' }) })));

describe('the note of a table tells the type that a file can’t express', () => {
  const ticks = { name: 'c', validity: null, values: BigInt64Array.of(1_000n, 2_000n) };
  const noted = (column: Column, type: object) => {
    const note = JSON.stringify({
      version: 1,
      kind: 'table',
      json: [],
      types: [{ name: 'c', nullable: false, ...type }],
    });
    const table = readTable(2, [column], tableNoteOf(note));
    return table.columns[0];
  };
  const listOf = (item: Column): Column => ({
    name: 'c',
    type: 'list',
    validity: null,
    offsets: Int32Array.of(0, 1, 2),
    item,
  });

  it.each<[type: object, column: object]>([
    [{ type: 'timestamp' }, { type: 'timestamp' }],
    [
      { type: 'timestamp', unit: 'ms' },
      { type: 'timestamp', unit: 'ms', timeZone: null },
    ],
    [
      { type: 'timestamp', unit: 'us', timeZone: 'UTC' },
      { type: 'timestamp', unit: 'us', timeZone: 'UTC' },
    ],
    [
      { type: 'time', unit: 'us' },
      { type: 'time', unit: 'us' },
    ],
    [
      { type: 'duration', unit: 's' },
      { type: 'duration', unit: 's' },
    ],
  ])('ticks become %o', (type, column) => {
    expect(noted({ ...ticks, type: 'int64' }, type)).toEqual({ ...ticks, ...column });
    const item = { name: 'item', nullable: false, ...type };
    expect(noted(listOf({ ...ticks, type: 'int64' }), { type: 'list', item })).toEqual(
      listOf({ ...ticks, ...column } as Column),
    );
  });

  it('milliseconds become the seconds that the note says, unless they are none', () => {
    const inMs: Column = { ...ticks, type: 'timestamp', unit: 'ms', timeZone: null };
    const inSeconds = { type: 'timestamp', unit: 's' };
    expect(noted(inMs, inSeconds)).toEqual({ ...inMs, unit: 's', values: BigInt64Array.of(1n, 2n) });
    expect(() => noted({ ...inMs, values: BigInt64Array.of(1_000n, 2_001n) }, inSeconds)).toThrow(
      telling('“c”', 'ms', 's'),
    );
    expect(() => noted({ ...ticks, type: 'int64' }, { type: 'bool' })).toThrow(telling('“c”', 'int64', 'bool'));
  });
});
