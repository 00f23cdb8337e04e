import { describe, expect, it, test } from 'vitest';
import type { ColumnType, PlainColumn } from './dataset';
import { columnTexts, textColumnBuilder } from './text-columns';

function built(type: ColumnType, nullable: boolean, texts: readonly (string | null)[]): PlainColumn {
  const builder = textColumnBuilder({ name: 'c', type, nullable });
  for (const text of texts) expect(text === null ? builder.addNull() : builder.add(text)).toBe(true);
  return builder.finish();
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
  const column = builder.finish();
  expect('offsets' in column ? column.offsets.length - 1 : column.values.length).toBe(0);
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
