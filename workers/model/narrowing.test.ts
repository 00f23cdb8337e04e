import { describe, expect, test } from 'vitest';
import { toCanonical } from './canonical';
import type { Column } from './column';
import { narrowest, narrowingText, widened } from './narrowing';
import { telling } from './testing/telling';

const encoder = new TextEncoder();

function validityOf(values: readonly unknown[]): Uint8Array | null {
  if (!values.includes(null)) return null;
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  for (const [row, value] of values.entries())
    if (value !== null) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  return bits;
}

function texts(values: readonly (string | null)[]): Column {
  const parts = values.map((text) => encoder.encode(text ?? ''));
  const offsets = new Int32Array(values.length + 1);
  for (const [row, part] of parts.entries()) offsets[row + 1] = (offsets[row] ?? 0) + part.length;
  const data = new Uint8Array(offsets.at(-1) ?? 0);
  for (const [row, part] of parts.entries()) data.set(part, offsets[row]);
  return { name: 'x', type: 'utf8', validity: validityOf(values), offsets, data };
}
const int64 = (...values: (bigint | null)[]): Column => ({
  name: 'x',
  type: 'int64',
  validity: validityOf(values),
  values: BigInt64Array.from(values, (value) => value ?? 0n),
});
const float64 = (...values: number[]): Column => ({
  name: 'x',
  type: 'float64',
  validity: null,
  values: Float64Array.from(values),
});
const nanoseconds = (...values: bigint[]): Column => ({
  name: 'x',
  type: 'timestamp',
  unit: 'ns',
  timeZone: 'Europe/Paris',
  validity: null,
  values: BigInt64Array.from(values),
});
const rowsOf = (column: Column) =>
  'offsets' in column ? column.offsets.length - 1 : (column as { values: BigInt64Array }).values.length;

/** The narrowing in words, after it was undone and compared. */
function found(column: Column): string | null {
  const rowCount = rowsOf(column);
  const narrow = narrowest(column, rowCount);
  if (narrow === null) return null;
  const wide = widened(narrow.column, rowCount, narrow.narrowing, column);
  const bytesOf = (each: Column) => toCanonical({ kind: 'table', rowCount, columns: [each] }).parts;
  expect(wide === null ? null : bytesOf(wide)).toEqual(bytesOf(column));
  return narrowingText(narrow.narrowing);
}

describe('the narrowest type', () => {
  test('of integers has 32 bits where all fit', () => {
    expect(found(int64(-(2n ** 31n), null, 2n ** 31n - 1n))).toBe('int32');
    expect(found(int64(0n, 2n ** 31n))).toBe('uint32');
    expect(found(int64(-1n, 2n ** 31n))).toBe(null);
    expect(found(int64(2n ** 32n))).toBe(null);
    expect(found({ name: 'x', type: 'uint64', validity: null, values: BigUint64Array.of(2n ** 32n - 1n) })).toBe(
      'uint32',
    );
    expect(found({ name: 'x', type: 'uint64', validity: null, values: BigUint64Array.of(2n ** 32n) })).toBe(null);
  });

  test('of floats is float32 where every bit comes back', () => {
    expect(found(float64(0.5, -0, Number.NaN, Number.POSITIVE_INFINITY, 1e10))).toBe('float32');
    expect(found(float64(0.5, 0.1))).toBe(null);
    expect(found(float64(1e300))).toBe(null);
    // A NaN whose payload float32 has no room for.
    const payload: Column = { name: 'x', type: 'float64', validity: null, values: new Float64Array(1) };
    new BigUint64Array(payload.values.buffer)[0] = 0x7ff8_0000_0000_0001n;
    expect(found(payload)).toBe(null);
  });

  test('of timestamps is the coarsest unit of Parquet that keeps all digits', () => {
    expect(found(nanoseconds(1_700_000_000_000_000_000n, -3_000_000n))).toBe('timestamp in ms');
    expect(found(nanoseconds(1_700_000_000_000_001_000n, -1_000n))).toBe('timestamp in us');
    expect(found(nanoseconds(1_700_000_000_000_000_001n))).toBe(null);
    expect(found({ name: 'x', type: 'timestamp', validity: null, values: BigInt64Array.of(5_000n) })).toBe(
      'timestamp in ms',
    );
  });

  test('of texts is what writes each text again as it was', () => {
    expect(found(texts(['1', '-20', '0', null]))).toBe('int32');
    expect(found(texts(['1', '3000000000']))).toBe('int64');
    expect(found(texts(['2024-02-29', null, '0001-01-01']))).toBe('date');
    expect(found(texts(['2024-02-29T12:34:56Z', '1969-12-31T23:59:59Z']))).toBe('timestamp in ms, UTC');
    expect(found(texts(['2024-02-29 12:34:56.000', '2024-02-29 12:34:56.789']))).toBe('timestamp in ms');
    expect(found(texts(['2024-02-29T12:34:56.000000']))).toBe('timestamp in us');
    expect(found(texts(['2024-02-29T12:34:56.123456789']))).toBe('timestamp in ns');
  });

  test('of a list is that of its items', () => {
    const list = (item: Column, ...offsets: number[]): Column => ({
      name: 'x',
      type: 'list',
      validity: null,
      offsets: Int32Array.of(0, ...offsets),
      item: { ...item, name: 'item' },
    });
    expect(found(list(float64(0.5, 1.5, 2.5), 2, 2, 3))).toBe('list of float32');
    expect(found(list(list(float64(0.5, 1.5, 2.5), 2, 3), 0, 2))).toMatch(telling('list of list', 'float32'));
    expect(found(list(float64(0.5, 0.1), 1, 2))).toBe(null);
    expect(found(list(texts(['1', null]), 2))).toBe('list of int32');
  });

  test('of a struct is that of each field', () => {
    const struct = (...fields: Column[]): Column => ({
      name: 'x',
      type: 'struct',
      validity: null,
      fields: fields.map((field, index) => ({ ...field, name: `f${index}` })),
    });
    const int32: Column = { name: 'x', type: 'int32', validity: null, values: Int32Array.of(1) };
    const structFound = (column: Column) => {
      const narrow = narrowest(column, 1);
      if (narrow === null) return null;
      const wide = widened(narrow.column, 1, narrow.narrowing, column);
      const bytesOf = (each: Column) => toCanonical({ kind: 'table', rowCount: 1, columns: [each] }).parts;
      expect(wide === null ? null : bytesOf(wide)).toEqual(bytesOf(column));
      return narrow.narrowing;
    };
    expect(structFound(struct(int32, float64(0.5), int64(7n)))).toEqual({
      to: 'struct',
      fields: [
        { name: 'f0', narrowing: null },
        { name: 'f1', narrowing: { to: 'float32' } },
        { name: 'f2', narrowing: { to: 'int32' } },
      ],
    });
    expect(structFound(struct(int32, float64(0.1)))).toBe(null);
    expect(widened(int32, 1, { to: 'struct', fields: [] }, int32)).toBe(null);
    expect(widened(int32, 1, { to: 'list', item: { to: 'int32' } }, int32)).toBe(null);
  });

  test.each([
    ['01'],
    ['-0'],
    ['+1'],
    [' 1'],
    [''],
    ['1.0'],
    ['9223372036854775808'],
    ['2024-02-30'],
    ['2024-2-3'],
    ['2024-02-29T24:00:00'],
    ['2024-02-29T12:34:60'],
    ['2024-02-29T12:34:56+00:00'],
    ['2024-02-29T12:34:56.12'],
    ['9999-12-31T00:00:00.000000000'],
  ])('leaves the text “%s”, which would change', (text) => {
    expect(found(texts([text]))).toBe(null);
    expect(found(texts(['1', '2024-02-28', text]))).toBe(null);
  });

  test('leaves texts of two forms, bytes that are no text, and columns of nulls', () => {
    expect(found(texts(['2024-02-29T12:34:56Z', '2024-02-29 12:34:56Z']))).toBe(null);
    expect(found(texts(['2024-02-29T12:34:56.000', '2024-02-29T12:34:56']))).toBe(null);
    expect(found(texts([null, null]))).toBe(null);
    const bytes: Column = {
      name: 'x',
      type: 'utf8',
      validity: null,
      offsets: Int32Array.of(0, 1),
      data: Uint8Array.of(0xff),
    };
    expect(found(bytes)).toBe(null);
  });
});
