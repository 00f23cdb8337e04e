import { describe, expect, test } from 'vitest';
import { ByteStringBuffer } from './byte-string-buffer';
import { packTexts } from './canonical';
import { collectionColumns, collectionFromColumns } from '../columns/collection-columns';
import type { Column } from './column';
import {
  childColumns,
  columnDepth,
  type ColumnSchema,
  columnSchemaOf,
  columnSchemaSchema,
  isPlainColumn,
  isPlainSchema,
  maxColumnDepth,
  plainColumnSchemas,
  plainColumns,
  repeatsName,
  withNestedColumns,
} from './column-schema';
import { type Dataset, type DatasetSchema, datasetSchemaSchema, isNumericSchema, itemCount, schemaOf } from './dataset';
import { FormatlabError } from './errors';
import type { LaidOutColumn } from '../columns/laid-out-column';
import { MoleculesBuilder } from './molecules/builder';
import { type Molecules, stereoKinds } from './molecules/molecules';
import { pickMolecules, pickTexts } from './molecules/pick';
import { parseWithSchema } from './parse';
import { isRefused } from './testing/is-refused';
import { telling } from './testing/telling';
import { unsupportedReason } from './unsupported-reason';

const named = (name: string) => ({ name, nullable: false }) as const;
const int32 = (name = 'i'): ColumnSchema => ({ ...named(name), type: 'int32' });
const listOf = (item: ColumnSchema, name = 'l'): ColumnSchema => ({ ...named(name), type: 'list', item });
const structOf = (fields: readonly ColumnSchema[], name = 's'): ColumnSchema => ({
  ...named(name),
  type: 'struct',
  fields,
});
const categoryOf = (item: ColumnSchema): ColumnSchema => ({
  ...named('c'),
  type: 'category',
  ordered: true,
  categories: 2,
  item,
});
const timestamp = (over: object = {}): ColumnSchema => ({ ...named('t'), type: 'timestamp', ...over });
const isValid = (schema: unknown) => !isRefused(() => parseWithSchema(columnSchemaSchema, schema, 'column'));
const errorOf = (work: () => unknown) => {
  try {
    work();
  } catch (thrown) {
    return thrown instanceof FormatlabError ? thrown.record : thrown;
  }
  return null;
};

describe('a column’s schema', () => {
  test.each<[string, ColumnSchema]>([
    ['a plain type', int32()],
    ['an empty name', int32('')],
    ['the longest name', int32('n'.repeat(1_000))],
    ['a timestamp', timestamp()],
    ['a timestamp with a zone', timestamp({ unit: 'ns', timeZone: 'UTC' })],
    ['a time', { ...named('t'), type: 'time', unit: 'ms' }],
    ['a duration', { ...named('t'), type: 'duration', unit: 's' }],
    ['the shortest decimal', { ...named('d'), type: 'decimal', precision: 1, scale: -128 }],
    ['the longest decimal', { ...named('d'), type: 'decimal', precision: 76, scale: 128 }],
    ['bytes of a width', { ...named('b'), type: 'fixedBinary', width: 1 }],
    ['the largest width', { ...named('b'), type: 'fixedBinary', width: 2 ** 31 - 1 }],
    ['a category', categoryOf(int32())],
    ['a list', listOf(int32())],
    ['a struct', structOf([int32()])],
    ['an empty struct', structOf([])],
    ['a half-precision float', { ...named('f'), type: 'float16' }],
  ])('of %s is valid', (_, schema) => {
    expect(parseWithSchema(columnSchemaSchema, schema, 'column')).toEqual(schema);
    expect(isValid({ ...schema, more: 1 })).toBe(false);
    expect(isValid({ ...schema, nullable: 'no' })).toBe(false);
    expect(isValid({ ...schema, name: 'n'.repeat(1_001) })).toBe(false);
  });

  test.each<[string, object]>([
    ['an unknown type', { ...named('x'), type: 'int128' }],
    ['a time without a unit', { ...named('x'), type: 'time' }],
    ['a timestamp with an empty zone', timestamp({ timeZone: '' })],
    ['a timestamp with a long zone', timestamp({ timeZone: 'z'.repeat(101) })],
    ['a decimal of no digits', { ...named('d'), type: 'decimal', precision: 0, scale: 0 }],
    ['a decimal of too many digits', { ...named('d'), type: 'decimal', precision: 77, scale: 0 }],
    ['a decimal of too small a scale', { ...named('d'), type: 'decimal', precision: 1, scale: -129 }],
    ['a decimal of too large a scale', { ...named('d'), type: 'decimal', precision: 1, scale: 129 }],
    ['a decimal of a broken scale', { ...named('d'), type: 'decimal', precision: 1, scale: 0.5 }],
    ['bytes of no width', { ...named('b'), type: 'fixedBinary', width: 0 }],
    ['bytes of too large a width', { ...named('b'), type: 'fixedBinary', width: 2 ** 31 }],
    ['a category of lists', categoryOf(listOf(int32()))],
    ['a category of timestamps with a unit', categoryOf(timestamp({ unit: 'ms' }))],
    ['a category of fewer than no values', { ...categoryOf(int32()), categories: -1 }],
  ])('of %s is not valid', (_, schema) => expect(isValid(schema)).toBe(false));

  test('is plain without parameters', () => {
    expect([int32(), timestamp()].map(isPlainSchema)).toEqual([true, true]);
    const others = [timestamp({ unit: 'ms' }), timestamp({ timeZone: 'UTC' }), listOf(int32()), categoryOf(int32())];
    expect(others.map(isPlainSchema)).toEqual([false, false, false, false]);
    expect(isPlainSchema({ ...named('f'), type: 'float16' })).toBe(false);
    expect(plainColumnSchemas([{ ...int32(), name: 'a', nullable: true }])).toEqual([
      { name: 'a', type: 'int32', nullable: true },
    ]);
    expect(errorOf(() => plainColumnSchemas([int32(), listOf(int32(), 'x')]))).toEqual({
      tag: 'unsupported',
      stage: 'encode',
      message: expect.stringMatching(telling('“x”', 'list')),
    });
  });

  test('holds those of its children, at any depth', () => {
    const inner = listOf(int32('deep'), 'inner');
    const struct = structOf([inner, int32('flat')]);
    expect(childColumns(inner)).toEqual([int32('deep')]);
    expect(childColumns(categoryOf(int32('item')))).toEqual([int32('item')]);
    expect(childColumns(struct)).toEqual([inner, int32('flat')]);
    expect(childColumns(int32())).toEqual([]);
    expect(withNestedColumns([struct, int32('last')]).map(({ name }) => name)).toEqual([
      ...['s', 'inner', 'deep', 'flat', 'last'],
    ]);
    expect([int32(), listOf(int32()), struct].map(columnDepth)).toEqual([1, 2, 3]);
    expect(columnDepth(structOf([]))).toBe(1);
    expect(columnDepth(categoryOf(int32()))).toBe(2);
  });

  test('repeats a name within one struct only', () => {
    expect(repeatsName([])).toBe(false);
    expect(repeatsName([int32('a'), int32('b')])).toBe(false);
    expect(repeatsName([int32('a'), int32('a')])).toBe(true);
    expect(repeatsName([structOf([int32('a')]), int32('a')])).toBe(false);
    expect(repeatsName([structOf([int32('a'), int32('a')])])).toBe(true);
    expect(repeatsName([listOf(structOf([int32('a'), int32('b')]))])).toBe(false);
    expect(repeatsName([listOf(structOf([int32('a'), int32('a')]))])).toBe(true);
    expect(repeatsName([listOf(int32('l'), 'l')])).toBe(false);
  });

  const plain = { name: 'x', validity: null } as const;
  const texts = (...values: string[]) => packTexts(values, values.length);
  const numbers: Column = { ...plain, type: 'int32', values: Int32Array.of(1, 2) };
  const category = (categories: object): Column =>
    ({ ...plain, type: 'category', ordered: false, indices: Int32Array.of(0, 1), categories }) as unknown as Column;

  test.each<[Column, object]>([
    [numbers, { type: 'int32' }],
    [{ ...plain, type: 'timestamp', unit: 'us', timeZone: null, values: BigInt64Array.of(1n) }, { type: 'timestamp' }],
    [
      { ...plain, type: 'timestamp', unit: 'ms', timeZone: null, values: BigInt64Array.of(1n) },
      { type: 'timestamp', unit: 'ms' },
    ],
    [
      { ...plain, type: 'timestamp', unit: 'us', timeZone: 'UTC', values: BigInt64Array.of(1n) },
      { type: 'timestamp', unit: 'us', timeZone: 'UTC' },
    ],
    [
      { ...plain, type: 'time', unit: 'ns', values: BigInt64Array.of(1n) },
      { type: 'time', unit: 'ns' },
    ],
    [
      { ...plain, type: 'duration', unit: 's', values: BigInt64Array.of(1n) },
      { type: 'duration', unit: 's' },
    ],
    [
      { ...plain, type: 'decimal', precision: 5, scale: 2, values: BigInt64Array.of(1n) },
      { type: 'decimal', precision: 5, scale: 2 },
    ],
    [
      { ...plain, type: 'fixedBinary', width: 3, data: new Uint8Array(3) },
      { type: 'fixedBinary', width: 3 },
    ],
    [
      category({ ...numbers, name: '' }),
      { type: 'category', ordered: false, categories: 2, item: { ...int32(''), nullable: false } },
    ],
    [
      category({ name: '', validity: null, type: 'utf8', ...texts('a', 'b', 'c') }),
      { type: 'category', ordered: false, categories: 3, item: { ...named(''), type: 'utf8' } },
    ],
    [
      { ...plain, type: 'list', offsets: Int32Array.of(0, 2), item: numbers },
      { type: 'list', item: int32('x') },
    ],
    [
      { ...plain, type: 'struct', rowCount: 2, fields: [numbers] } as unknown as Column,
      { type: 'struct', fields: [int32('x')] },
    ],
  ])('is read from column %#', (column, expected) => {
    expect(columnSchemaOf(column)).toEqual({ name: 'x', nullable: false, ...expected });
    expect(columnSchemaOf({ ...column, validity: Uint8Array.of(1) } as Column).nullable).toBe(true);
    const isPlain = isPlainSchema(columnSchemaOf(column));
    expect(isPlainColumn(column)).toBe(isPlain);
    expect(errorOf(() => plainColumns({ columns: [column] }))).toEqual(
      isPlain ? null : expect.objectContaining({ tag: 'unsupported', stage: 'encode' }),
    );
    if (isPlain) expect(plainColumns({ columns: [column] })).toEqual([column]);
  });
});

function sampleMolecules(titles: readonly string[], coordinates = true): Molecules {
  const builder = new MoleculesBuilder({ coordinates });
  for (const [index, title] of titles.entries()) {
    for (let atom = 0; atom <= index; atom += 1) builder.addAtom(6 + index, atom, -1, 12, 1, index, atom, index + 0.5);
    if (index > 0) builder.addBond(0, 1, 1, 1);
    if (index > 0) builder.addStereo(stereoKinds.tetrahedral, 0, 1, [0, 1, 1, 1]);
    builder.endMolecule(title);
  }
  return builder.finish();
}

describe('a dataset’s schema', () => {
  const isDataset = (schema: unknown) => !isRefused(() => parseWithSchema(datasetSchemaSchema, schema, 'dataset'));
  const packed = (...values: string[]) => packTexts(values, values.length);

  test.each<[Dataset, DatasetSchema, number]>([
    [
      {
        kind: 'table',
        rowCount: 2,
        columns: [{ name: 'i', validity: null, type: 'int32', values: Int32Array.of(1, 2) }],
      },
      { kind: 'table', columns: [int32()] },
      2,
    ],
    [
      { kind: 'keyedVectors', elementType: 'float32', dimension: 3, entries: new Map([['a', new Float32Array(3)]]) },
      { kind: 'keyedVectors', elementType: 'float32', dimension: 3 },
      1,
    ],
    [
      { kind: 'array', elementType: 'int8', shape: [2, 2], values: Int8Array.of(1, 2, 3, 4) },
      { kind: 'array', elementType: 'int8', shape: [2, 2] },
      4,
    ],
    [{ kind: 'stringArray', values: ['a', 'b', 'c'] }, { kind: 'stringArray' }, 3],
    [{ kind: 'list', elementType: 'int64', values: [1n] }, { kind: 'list', elementType: 'int64' }, 1],
    [
      { kind: 'dict', keyType: 'utf8', valueType: 'float64', entries: new Map([['a', 1]]) },
      { kind: 'dict', keyType: 'utf8', valueType: 'float64' },
      1,
    ],
    [{ kind: 'records', recordCount: 2, keys: packed('a', 'b'), values: packed('', '') }, { kind: 'records' }, 2],
    [sampleMolecules(['', 'x']), { kind: 'molecules', coordinates: true, titles: true }, 2],
    [sampleMolecules(['', ''], false), { kind: 'molecules', coordinates: false, titles: false }, 2],
    [sampleMolecules([]), { kind: 'molecules', coordinates: true, titles: false }, 0],
    [{ kind: 'bytes', bytes: new Uint8Array(5) }, { kind: 'bytes' }, 5],
  ])('of dataset %# is valid, as is its number of items', (dataset, schema, count) => {
    expect(schemaOf(dataset)).toEqual(schema);
    expect(itemCount(dataset)).toBe(count);
    expect(parseWithSchema(datasetSchemaSchema, schema, 'dataset')).toEqual(schema);
    expect(isDataset({ ...schema, more: 1 })).toBe(false);
    expect(isNumericSchema(schema)).toBe(['table', 'keyedVectors', 'array'].includes(dataset.kind));
  });

  test('has columns of at most 32 levels', () => {
    const nested = (depth: number): ColumnSchema => (depth === 1 ? int32() : listOf(nested(depth - 1)));
    const tableOf = (...columns: ColumnSchema[]) => ({ kind: 'table', columns });
    expect(isDataset(tableOf(nested(maxColumnDepth), int32()))).toBe(true);
    expect(isDataset(tableOf(int32(), nested(maxColumnDepth + 1)))).toBe(false);
    expect(isDataset({ kind: 'array', elementType: 'int8', shape: Array(33).fill(1) })).toBe(false);
    expect(isDataset({ kind: 'array', elementType: 'int8', shape: [-1] })).toBe(false);
    expect(isDataset({ kind: 'keyedVectors', elementType: 'float32', dimension: 0 })).toBe(false);
    expect(isDataset({ kind: 'keyedVectors', elementType: 'int8', dimension: 1 })).toBe(false);
  });
});

describe('the columns of a collection', () => {
  const column = (name: string, ...values: string[]): LaidOutColumn => ({
    name,
    type: 'utf8',
    validity: null,
    ...packTexts(values, values.length),
  });
  const number = (name: string, ...values: number[]): LaidOutColumn => ({
    name,
    type: 'float64',
    validity: null,
    values: Float64Array.from(values),
  });
  const dict = { kind: 'dict', keyType: 'utf8', valueType: 'float64' } as const;
  const list = { kind: 'list', elementType: 'float64' } as const;

  test('have names and types', () => {
    const one = (name: string, type: string) => ({ name, type, nullable: false });
    expect(collectionColumns({ kind: 'stringArray' })).toEqual([one('values', 'utf8')]);
    expect(collectionColumns(list)).toEqual([one('values', 'float64')]);
    expect(collectionColumns(dict)).toEqual([one('key', 'utf8'), one('value', 'float64')]);
    expect(collectionColumns({ kind: 'records' })).toEqual([one('key', 'utf8'), one('value', 'utf8')]);
  });

  test.each<[string, Parameters<typeof collectionFromColumns>[0], LaidOutColumn[]]>([
    ['no column', { kind: 'stringArray' }, []],
    ['two columns', { kind: 'stringArray' }, [column('values', 'a'), column('values', 'a')]],
    ['numbers for texts', { kind: 'stringArray' }, [number('values', 1)]],
    ['texts for numbers', list, [column('values', 'a')]],
    ['other numbers', list, [{ ...number('values'), type: 'int64', values: BigInt64Array.of(1n) } as LaidOutColumn]],
    ['nulls', list, [{ ...number('values', 1), validity: Uint8Array.of(0) } as LaidOutColumn]],
    [
      'null texts',
      { kind: 'stringArray' },
      [{ ...column('values', 'a'), validity: Uint8Array.of(0) } as LaidOutColumn],
    ],
    ['a key alone', dict, [column('key', 'a')]],
    ['another key', dict, [column('keys', 'a'), number('value', 1)]],
    ['another value', dict, [column('key', 'a'), number('values', 1)]],
    ['a third column', dict, [column('key', 'a'), number('value', 1), number('more', 1)]],
    ['a wrong value', { kind: 'records' }, [column('key', 'a'), number('value', 1)]],
  ])('with %s contradict the note', (_, schema, columns) =>
    expect(errorOf(() => collectionFromColumns(schema, columns))).toMatchObject({
      tag: 'malformedInput',
      stage: 'decode',
    }),
  );

  test('give the collection', () => {
    expect(collectionFromColumns(list, [number('any', 1, 2)])).toEqual({ ...list, values: [1, 2] });
    expect(collectionFromColumns({ kind: 'stringArray' }, [column('any', 'a')])).toMatchObject({ values: ['a'] });
    expect(collectionFromColumns(dict, [column('key', 'a', 'b'), number('value', 1, 2)])).toMatchObject({
      entries: new Map([
        ['a', 1],
        ['b', 2],
      ]),
    });
  });
});

describe('a buffer of byte strings', () => {
  const stringsOf = (buffer: ByteStringBuffer) => {
    const { offsets, data } = buffer.finish();
    return Array.from({ length: offsets.length - 1 }, (_, index) =>
      new TextDecoder().decode(data.subarray(offsets[index], offsets[index + 1])),
    );
  };

  test('holds strings, as many and as long as needed', () => {
    const many = Array.from({ length: 200 }, (_, index) => 'é'.repeat(index % 30));
    expect(stringsOf(ByteStringBuffer.of(many))).toEqual(many);
    const small = new ByteStringBuffer(1, 1);
    for (const text of many) {
      small.string(text);
      small.end();
    }
    expect(stringsOf(small)).toEqual(many);
    expect(stringsOf(new ByteStringBuffer())).toEqual([]);
  });

  test('appends bytes, digits and copies', () => {
    const buffer = new ByteStringBuffer();
    const source = ByteStringBuffer.of(['first', 'second', 'third']);
    buffer.byte(0x61);
    buffer.digits(407, 5);
    buffer.end();
    buffer.copy(source, 1);
    buffer.capitalize(buffer.at - 6);
    buffer.copy(source, 0);
    buffer.end();
    buffer.digits(98, 2);
    buffer.digits(0, 1);
    buffer.end();
    expect(stringsOf(buffer)).toEqual(['a00407', 'Secondfirst', '980']);
    expect([buffer.count, buffer.at]).toEqual([3, 20]);
    buffer.clear();
    expect([stringsOf(buffer), buffer.at]).toEqual([[], 0]);
  });

  test('capitalizes letters only', () => {
    const text = '`az{AZ0';
    const buffer = ByteStringBuffer.of([text]);
    for (let at = 0; at < text.length; at += 1) buffer.capitalize(at);
    expect(stringsOf(buffer)).toEqual(['`AZ{AZ0']);
  });

  test('grows only where room is missing, and notices bytes beyond its end', () => {
    const buffer = new ByteStringBuffer(4, 2);
    const { data } = buffer;
    buffer.at = 2;
    buffer.reserve(2);
    expect(buffer.data).toBe(data);
    buffer.reserve(3);
    expect(buffer.data).toHaveLength(9);
    buffer.at = 9;
    buffer.end();
    expect(buffer.offsets).toHaveLength(3);
    buffer.end();
    expect(buffer.offsets).toHaveLength(3);
    buffer.end();
    expect(buffer.offsets).toHaveLength(6);
    buffer.byte(1);
    expect(() => buffer.end()).toThrow(telling(10, 9));
  });
});

describe('picked items', () => {
  test('of texts are in the chosen order', () => {
    const picked = pickTexts(packTexts(['a', 'bc', '', 'def'], 4), [3, 0, 3, 2]);
    expect(picked.offsets).toEqual(Int32Array.of(0, 3, 4, 7, 7));
    expect(new TextDecoder().decode(picked.data)).toBe('defadef');
  });

  test.each([true, false])('of molecules have all that they had (coordinates: %s)', (coordinates) => {
    const made = (...titles: string[]) => sampleMolecules(titles, coordinates);
    const all = made('a', 'b', 'c');
    expect(pickMolecules(all, [0, 1, 2])).toEqual(all);
    expect(pickMolecules(all, [0, 1])).toEqual(made('a', 'b'));
    const turned = pickMolecules(all, [2, 1]);
    expect(turned.atomOffsets).toEqual(Int32Array.of(0, 3, 5));
    expect(pickMolecules(turned, [1, 0])).toEqual(pickMolecules(all, [1, 2]));
    expect(pickMolecules(all, []).moleculeCount).toBe(0);
  });
});

test('an implementation looks at wide data once for each question, whatever the order of its options', () => {
  const columns = Array.from(
    { length: 5_000 },
    (_, at): ColumnSchema => ({ name: `c${at}`, type: 'int64', nullable: false }),
  );
  const schema: DatasetSchema = { kind: 'table', columns };
  let looks = 0;
  const implementation = {
    unsupported: (operation: string) => {
      looks += 1;
      return operation === 'project' ? 'no' : null;
    },
  } as never;
  const ask = (operation: 'encode' | 'project', options: Record<string, number>) =>
    unsupportedReason(implementation, operation, schema, { options, innerCodec: null });
  for (let time = 0; time < 50; time += 1) {
    expect([ask('encode', { a: 1, b: 2 }), ask('encode', { b: 2, a: 1 }), ask('project', { a: 1 })]).toEqual([
      null,
      null,
      'no',
    ]);
  }
  expect(looks).toBe(2);
  expect(
    unsupportedReason(implementation, 'encode', { ...schema }, { options: { a: 1, b: 2 }, innerCodec: null }),
  ).toBeNull();
  expect(looks).toBe(3);
});
