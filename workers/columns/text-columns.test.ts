import { describe, expect, it, test } from 'vitest';
import { rowCountOf } from '../model/column-rows';
import { type ColumnType, decimalWordCount, type FixedBinaryColumn, type PlainColumn } from '../model/column';
import { wordsToInteger } from '../model/decimal';
import { columnTexts, type ScalarSchema, textColumnBuilder } from './text-columns';
import { telling } from '../model/testing/telling';

function built(type: ColumnType, nullable: boolean, texts: readonly (string | null)[]): PlainColumn {
  const builder = textColumnBuilder({ name: 'c', type, nullable });
  for (const text of texts) expect(text === null ? builder.addNull() : builder.add(text)).toBe(true);
  return builder.finish() as PlainColumn;
}

test('numbers, dates and texts become columns', () => {
  expect(built('int16', false, ['1', '-300'])).toEqual({
    name: 'c',
    type: 'int16',
    validity: null,
    values: Int16Array.of(1, -300),
  });
  expect(built('bool', false, ['true', 'false'])).toEqual({
    name: 'c',
    type: 'bool',
    validity: null,
    values: Uint8Array.of(1, 0),
  });
  expect(built('date', false, ['1970-01-02'])).toEqual({
    name: 'c',
    type: 'date',
    validity: null,
    values: Int32Array.of(1),
  });
  expect(built('utf8', false, ['é', '', 'a'])).toEqual({
    name: 'c',
    type: 'utf8',
    validity: null,
    offsets: Int32Array.of(0, 2, 2, 3),
    data: new TextEncoder().encode('éa'),
  });
  expect(built('binary', false, ['AP8=', ''])).toEqual({
    name: 'c',
    type: 'binary',
    validity: null,
    offsets: Int32Array.of(0, 2, 2),
    data: Uint8Array.of(0, 255),
  });
});

test('nulls hold nothing, and a bit tells them', () => {
  expect(built('float64', true, ['1.5', null, '2'])).toEqual({
    name: 'c',
    type: 'float64',
    validity: Uint8Array.of(0b101),
    values: Float64Array.of(1.5, 0, 2),
  });
  expect(built('json', true, [null, '[]', null, '1'])).toEqual({
    name: 'c',
    type: 'json',
    validity: Uint8Array.of(0b1010),
    offsets: Int32Array.of(0, 0, 2, 2, 3),
    data: new TextEncoder().encode('[]1'),
  });
});

test.each<[ColumnType, string]>([
  ['int8', '128'],
  ['float64', 'one'],
  ['bool', 'yes'],
  ['date', '2022-02-30'],
  ['binary', 'A'],
])('%s is not %s, and the row is not taken', (type, text) => {
  const builder = textColumnBuilder({ name: 'c', type, nullable: false });
  expect(builder.add(text)).toBe(false);
  expect(columnTexts(builder.finish())).toBeTypeOf('function');
  expect(rowCountOf(builder.finish(), 0)).toBe(0);
});

test.each<ColumnType>(['int32', 'utf8'])('a column of %s that holds no nulls takes none', (type) =>
  expect(textColumnBuilder({ name: 'c', type, nullable: false }).addNull()).toBe(false),
);

describe.each<[ColumnType, boolean]>([
  ['int32', false],
  ['int32', true],
  ['utf8', false],
  ['utf8', true],
  ['binary', true],
])('a column of %s (nullable: %s) of thousands of rows', (type, nullable) => {
  const text = (row: number) => (type === 'int32' ? `${row}` : type === 'utf8' ? `row ${row} é€` : btoa(`row ${row}`));
  const texts = Array.from({ length: 5_000 }, (_, row) => (nullable && row % 3 === 1 ? null : text(row)));
  it('gives its texts back', () => {
    const column = built(type, nullable, texts);
    expect(texts.map((_, row) => columnTexts(column)(row))).toEqual(texts);
    expect(column.validity?.length ?? null).toBe(nullable ? 625 : null);
  });
});

test('a text longer than the first buffer is kept whole', () => {
  const long = '€'.repeat(20_000);
  expect(columnTexts(built('utf8', false, ['a', long, 'b']))(1)).toBe(long);
  const bytes = btoa('x'.repeat(40_000));
  expect(columnTexts(built('binary', false, ['', bytes]))(1)).toBe(bytes);
});

test('a byte order mark is a character like others', () =>
  expect(columnTexts(built('utf8', false, ['\ufeffa']))(0)).toBe('\ufeffa'));

/** Given in other forms than they are written in, where there are some. */
test.each<[ScalarSchema, readonly string[], readonly string[]]>([
  [{ name: 'c', type: 'float16', nullable: false }, ['0.10', '-0', '1e2'], ['0.1', '-0.0', '100']],
  [
    { name: 'c', type: 'decimal', nullable: false, precision: 5, scale: 2 },
    ['1', '-0.5', '1e2'],
    ['1.00', '-0.50', '100.00'],
  ],
  [{ name: 'c', type: 'decimal', nullable: false, precision: 40, scale: 0 }, ['9'.repeat(40)], ['9'.repeat(40)]],
  [{ name: 'c', type: 'time', nullable: false, unit: 'ms' }, ['12:00:00.5'], ['12:00:00.500']],
  [{ name: 'c', type: 'duration', nullable: false, unit: 'ns' }, ['-9223372036854775808'], ['-9223372036854775808']],
  [
    { name: 'c', type: 'timestamp', nullable: false, unit: 'ns', timeZone: 'Europe/Berlin' },
    ['2024-06-01 12:00:00.000000001+02:00'],
    ['2024-06-01T10:00:00.000000001Z'],
  ],
  [{ name: 'c', type: 'timestamp', nullable: false, unit: 's' }, ['0000-01-01 00:00:00.0'], ['0000-01-01T00:00:00']],
  [{ name: 'c', type: 'fixedBinary', nullable: false, width: 2 }, ['AP8='], ['AP8=']],
])('%o', (schema, given, written) => {
  const builder = textColumnBuilder(schema);
  for (const text of given) expect(builder.add(text)).toBe(true);
  const column = builder.finish();
  expect(given.map((_, row) => columnTexts(column)(row))).toEqual(written);
});

test.each<[ScalarSchema, readonly string[]]>([
  [{ name: 'c', type: 'float16', nullable: false }, ['65520', '']],
  [{ name: 'c', type: 'decimal', nullable: false, precision: 3, scale: 2 }, ['10', '1.005', 'NaN', '']],
  [{ name: 'c', type: 'time', nullable: false, unit: 's' }, ['24:00:00', '12:00:00.5', '']],
  [{ name: 'c', type: 'duration', nullable: false, unit: 's' }, ['1.5', '9223372036854775808', 'PT1S']],
  [
    { name: 'c', type: 'timestamp', nullable: false, unit: 'ms', timeZone: 'UTC' },
    ['2024-01-01T00:00:00', '2024-01-01'],
  ],
  [{ name: 'c', type: 'fixedBinary', nullable: false, width: 2 }, ['AA==', 'AAAA', '']],
  [
    {
      ...{ name: 'c', type: 'category', nullable: false, ordered: false, categories: 2 },
      item: { name: 'item', type: 'int8', nullable: false },
    },
    ['128', ''],
  ],
])('%o takes none of %o', (schema, texts) => {
  const builder = textColumnBuilder(schema);
  for (const text of texts) expect(builder.add(text), text).toBe(false);
  expect(rowCountOf(builder.finish(), 0)).toBe(0);
});

test('decimals of every width and bytes hold 0 under a null', () => {
  const wide = textColumnBuilder({ name: 'c', type: 'decimal', nullable: true, precision: 76, scale: 3 });
  expect([wide.add('-1.5'), wide.addNull(), wide.add(`${'9'.repeat(73)}.999`)]).toEqual([true, true, true]);
  wide.addEmpty();
  const column = wide.finish() as Extract<ReturnType<typeof wide.finish>, { type: 'decimal' }>;
  expect([0, 1, 2, 3].map((row) => wordsToInteger(column.values, row, decimalWordCount(76)))).toEqual([
    -1_500n,
    0n,
    10n ** 76n - 1n,
    0n,
  ]);
  expect(column.validity).toEqual(Uint8Array.of(0b1101));
  const bytes = textColumnBuilder({ name: 'c', type: 'fixedBinary', nullable: true, width: 2 });
  expect([bytes.addNull(), bytes.add('AQI=')]).toEqual([true, true]);
  expect((bytes.finish() as FixedBinaryColumn).data).toEqual(Uint8Array.of(0, 0, 1, 2));
});

test('categories come in the order of their rows, each once', () => {
  const builder = textColumnBuilder({
    ...{ name: 'c', type: 'category', nullable: true, ordered: true, categories: 9 },
    item: { name: 'item', type: 'utf8', nullable: false },
  });
  for (const text of ['b', 'a', 'b']) builder.add(text);
  builder.addNull();
  builder.addEmpty();
  const column = builder.finish();
  expect(column).toEqual({
    name: 'c',
    type: 'category',
    ordered: true,
    validity: Uint8Array.of(0b10111),
    indices: Int32Array.of(0, 1, 0, 0, 0),
    categories: { ...built('utf8', false, ['b', 'a']), name: 'item' },
  });
  expect([0, 1, 2, 3].map(columnTexts(column))).toEqual(['b', 'a', 'b', null]);
});

test('what is no time of a day is no text', () => {
  const column = { name: 'c', type: 'time', unit: 's', validity: null, values: BigInt64Array.of(86_400n) } as const;
  expect(() => columnTexts(column)(0)).toThrow(telling('Row 0', '“c”', '86400 s'));
});
