import {
  Decimal,
  DenseUnion,
  Dictionary,
  Field,
  Int8,
  Int32,
  List,
  makeData,
  makeVector,
  Schema,
  Struct,
  Table,
  RecordBatch,
  Utf8,
  Utf8View,
  vectorFromArray,
  type Data,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import type { RefusedColumn } from '../../../model/errors';
import { tableFromArrow } from './arrow-columns';
import { told } from '../../../open-file/testing/told';
import { telling } from '../../../model/testing/telling';

/** One column, as it would come out of a file whose buffers nobody has checked. */
function tableOf(data: Data): Table {
  const schema = new Schema([new Field('column', data.type, true)]);
  const struct = makeData({ type: new Struct(schema.fields), length: data.length, children: [data] });
  return new Table(schema, [new RecordBatch(schema, struct)]);
}
const read = (data: Data) => tableFromArrow(tableOf(data), []);

const letters = new TextEncoder().encode('abcdefgh');
const texts = (...valueOffsets: number[]) =>
  makeData({
    type: new Utf8(),
    length: valueOffsets.length - 1,
    nullCount: 0,
    valueOffsets: Int32Array.from(valueOffsets),
    data: letters,
  });

it('says that narrow decimals lose their width, and keeps their values', () => {
  const data = makeData({ type: new Decimal(2, 16, 64), length: 1, nullCount: 0, data: Uint32Array.of(5, 1) });
  const notes: string[] = [];
  const [column] = tableFromArrow(tableOf(data), notes).columns;
  expect(column).toMatchObject({ type: 'decimal', precision: 16, scale: 2, values: BigInt64Array.of(2n ** 32n + 5n) });
  expect(notes).toEqual([told('“column”', 'decimals', 64, 16)]);
});

describe('offsets', () => {
  it('that rise are read', () => {
    expect(read(texts(0, 3, 3, 8)).columns[0]).toMatchObject({ offsets: Int32Array.of(0, 3, 3, 8), data: letters });
  });

  it.each([
    ['fall in the middle', [0, 8, 0, 8], 0, 8],
    ['begin below zero', [-4, 3, 8], -4, 0],
    ['end beyond the texts', [0, 3, 9], 9, 3],
  ])('that %s are refused', (_, offsets, wrong, before) => {
    expect(() => read(texts(...offsets))).toThrow(telling('Utf8', `offset of ${wrong}`, before));
  });

  it('of lists in lists are checked, too', () => {
    const numbers = makeData({ type: new Int32(), length: 4, nullCount: 0, data: Int32Array.of(1, 2, 3, 4) });
    const inner = makeData({
      type: new List(new Field('item', new Int32())),
      length: 2,
      nullCount: 0,
      valueOffsets: Int32Array.of(0, 4, 2),
      child: numbers,
    });
    const outer = makeData({
      type: new List(new Field('item', inner.type)),
      length: 1,
      nullCount: 0,
      valueOffsets: Int32Array.of(0, 2),
      child: inner,
    });
    expect(() => read(outer)).toThrow(telling('offset of 2', 4));
  });
});

describe('indices into a dictionary', () => {
  const dictionary = vectorFromArray(['red', 'green'], new Utf8());
  const indices = (values: Int8Array, nullBitmap?: Uint8Array) =>
    makeData({
      type: new Dictionary(new Utf8(), new Int8()),
      length: values.length,
      nullCount: nullBitmap === undefined ? 0 : 1,
      ...(nullBitmap === undefined ? {} : { nullBitmap }),
      data: values,
      dictionary: makeVector(dictionary.data[0] as Data<Utf8>),
    });

  it('beyond its end are refused', () => {
    expect(() => read(indices(Int8Array.of(0, 2)))).toThrow(telling('index of 2', 'dictionary of 2'));
    expect(() => read(indices(Int8Array.of(-1, 1)))).toThrow(telling('index of -1', 'dictionary of 2'));
  });

  it('may be anything where the row is null', () => {
    const [column] = read(indices(Int8Array.of(1, 99), Uint8Array.of(0b01))).columns;
    expect(column).toMatchObject({ validity: Uint8Array.of(0b01), indices: Int32Array.of(1, 0) });
  });
});

it('a union is refused by name', () => {
  const numbers = makeData({ type: new Int32(), length: 1, nullCount: 0, data: Int32Array.of(7) });
  const type = new DenseUnion([0], [new Field('number', new Int32())]);
  const union = makeData({
    type,
    length: 1,
    nullCount: 0,
    typeIds: Int8Array.of(0),
    valueOffsets: Int32Array.of(0),
    children: [numbers],
  });
  const refused: RefusedColumn[] = [];
  expect(tableFromArrow(tableOf(union), [], refused).columns).toEqual([]);
  expect(refused).toEqual([{ index: 0, name: 'column', reason: told('Arrow', String(union.type)) }]);
  expect(() => read(union)).toThrow(telling('column', 'Arrow', String(union.type)));
});

it('keeps a byte order mark and bytes that are not UTF-8 in views of texts', () => {
  const views = new Uint8Array(32);
  const bytes = [
    [0xef, 0xbb, 0xbf, 0x61],
    [0xff, 0x62],
  ];
  for (const [row, value] of bytes.entries()) views.set([value.length, 0, 0, 0, ...value], row * 16);
  const data = makeData({ type: new Utf8View(), length: 2, nullCount: 0, views, variadicBuffers: [] });
  expect(read(data).columns[0]).toMatchObject({ offsets: Int32Array.of(0, 4, 6), data: Uint8Array.from(bytes.flat()) });
});

it('reads columns with the same name, each with its own type and values', () => {
  const fields = [new Field('same', new Int32()), new Field('same', new Utf8()), new Field('same', new Int8())];
  const children = [
    makeData({ type: new Int32(), length: 2, nullCount: 0, data: Int32Array.of(1, 2) }),
    texts(0, 3, 8),
    makeData({ type: new Int8(), length: 2, nullCount: 0, data: Int8Array.of(3, 4) }),
  ];
  const schema = new Schema(fields);
  const struct = makeData({ type: new Struct(fields), length: 2, children });
  expect(tableFromArrow(new Table([new RecordBatch(schema, struct)]), []).columns).toMatchObject([
    { name: 'same', type: 'int32', values: Int32Array.of(1, 2) },
    { name: 'same (2)', type: 'utf8', offsets: Int32Array.of(0, 3, 8), data: letters },
    { name: 'same (3)', type: 'int8', values: Int8Array.of(3, 4) },
  ]);
});

it('reads lists and structs without rows, for which the library makes no children', () => {
  const list = new List(new Field('item', new Int32()));
  const struct = new Struct([new Field('part', list)]);
  for (const type of [list, struct]) {
    const data = makeData({ type, length: 0, nullCount: 0 } as Parameters<typeof makeData>[0]);
    data.children.length = 0;
    data.children.push(undefined as never);
    expect(read(data)).toMatchObject({ rowCount: 0, columns: [{ type: type === list ? 'list' : 'struct' }] });
  }
});
