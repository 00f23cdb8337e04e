import { describe, expect, test } from 'vitest';
import { toCanonical } from './canonical';
import type { Column } from './column';
import { takeRows } from './column-rows';
import type { Table } from './dataset';
import { inverseOf, isSortKey, ranksOf, type SortKey, sortTable } from './sort-rows';
import { mulberry } from './testing/mulberry';
import { telling } from './testing/telling';

const encoder = new TextEncoder();

function utf8(name: string, texts: readonly (string | null)[]): Column {
  const parts = texts.map((text) => encoder.encode(text ?? ''));
  const offsets = new Int32Array(texts.length + 1);
  for (const [row, part] of parts.entries()) offsets[row + 1] = (offsets[row] ?? 0) + part.length;
  const data = new Uint8Array(offsets.at(-1) ?? 0);
  for (const [row, part] of parts.entries()) data.set(part, offsets[row]);
  return { name, type: 'utf8', validity: validityOf(texts), offsets, data };
}

function validityOf(values: readonly unknown[]): Uint8Array | null {
  if (!values.includes(null)) return null;
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  for (const [row, value] of values.entries())
    if (value !== null) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  return bits;
}

const float64 = (name: string, values: readonly (number | null)[]): Column => ({
  name,
  type: 'float64',
  validity: validityOf(values),
  values: Float64Array.from(values, (value) => value ?? 0),
});

const key = (column: string, descending = false): SortKey => ({ column, descending });

const orderOf = (column: Column, rowCount: number, descending = false) => [
  ...sortTable({ kind: 'table', rowCount, columns: [column] }, [key(column.name, descending)]).rows,
];

describe('the order of rows', () => {
  test('has NaN after numbers, nulls last, and takes −0 for 0', () => {
    expect(orderOf(float64('x', [0, null, Number.NaN, -0, -5, Number.POSITIVE_INFINITY, Number.NaN, null]), 8)).toEqual(
      [4, 0, 3, 5, 2, 6, 1, 7],
    );
  });

  test('has the greatest first if it descends, but NaN and nulls last as before, and equal rows in their order', () => {
    expect(
      orderOf(float64('x', [0, null, Number.NaN, -0, -5, Number.POSITIVE_INFINITY, Number.NaN, null]), 8, true),
    ).toEqual([5, 0, 3, 4, 2, 6, 1, 7]);
    expect(orderOf(utf8('text', ['b', null, 'a', 'c', 'b']), 5, true)).toEqual([3, 0, 4, 2, 1]);
  });

  test('has texts by their bytes, whatever their characters', () => {
    const texts = ['é', 'z', '', 'Z', '😀', '￿', 'e', null, '\u0080', 'éa'];
    const expected = texts
      .map((text, row) => ({ text, row }))
      .sort((one, other) => {
        if (one.text === null || other.text === null) return Number(one.text === null) - Number(other.text === null);
        const [left, right] = [encoder.encode(one.text), encoder.encode(other.text)];
        const at = left.findIndex((byte, index) => byte !== right[index]);
        return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
      });
    expect(orderOf(utf8('text', texts), texts.length)).toEqual(expected.map(({ row }) => row));
  });

  test('has int64 beyond 2^53 exactly, and categories by their values', () => {
    const values = BigInt64Array.of(2n ** 53n + 1n, 2n ** 53n, -(2n ** 63n), 5n);
    expect(orderOf({ name: 'n', type: 'int64', validity: null, values }, 4)).toEqual([2, 3, 1, 0]);
    const categories = utf8('', ['red', 'blue', 'unused']) as Extract<Column, { type: 'utf8' }>;
    expect(
      orderOf(
        { name: 'c', type: 'category', ordered: false, validity: null, indices: Int32Array.of(0, 1, 0, 1), categories },
        4,
      ),
    ).toEqual([1, 3, 0, 2]);
  });

  test('is stable, by two keys, and can be undone', () => {
    const next = mulberry(5);
    const rowCount = 3_000;
    const table: Table = {
      kind: 'table',
      rowCount,
      columns: [
        float64(
          'a',
          Array.from({ length: rowCount }, () => (next() < 0.1 ? null : Math.floor(next() * 9))),
        ),
        utf8(
          'b',
          Array.from({ length: rowCount }, () => (next() < 0.1 ? null : `é${Math.floor(next() * 40)}`)),
        ),
        float64(
          'row',
          Array.from({ length: rowCount }, (_, row) => row),
        ),
      ],
    };
    const [a, b] = table.columns.map((column) => (isSortKey(column) ? ranksOf(column, rowCount).ofRow : null));
    const sorted = sortTable(table, [key('a'), key('b')]);
    for (let at = 1; at < rowCount; at += 1) {
      const [before, row] = [sorted.rows[at - 1] ?? 0, sorted.rows[at] ?? 0];
      const difference = (a?.[before] ?? 0) - (a?.[row] ?? 0) || (b?.[before] ?? 0) - (b?.[row] ?? 0) || before - row;
      expect(difference).toBeLessThan(0);
    }
    const inverse = inverseOf(sorted.rows);
    const undone: Table = { ...table, columns: sorted.table.columns.map((column) => takeRows(column, inverse)) };
    expect(toCanonical(undone).parts).toEqual(toCanonical(table).parts);
  });

  test('refuses columns without an order, and rows that occur twice', () => {
    const column: Column = { name: 'h', type: 'float16', validity: null, values: new Uint16Array(2) };
    expect(isSortKey(column)).toBe(false);
    expect(() => orderOf(column, 2)).toThrow(telling('“h”', 'float16'));
    expect(() => inverseOf(Int32Array.of(0, 0))).toThrow('row 0 twice');
    expect(() => sortTable({ kind: 'table', rowCount: 2, columns: [column] }, [key('x')])).toThrow('no column “x”');
  });
});
