import { describe, expect, it } from 'vitest';
import { typedTable } from '../registry/testing/sample-datasets';
import { toCanonical } from './canonical';
import { fromCanonical } from './read-canonical';
import { emptyRowIndex, normalizeColumn, nullRowIndex, rowCountOf, takeRows } from './column-rows';
import type { Column } from './column';
import type { Table } from './dataset';
import { cellValue, rowValues } from './table-row';

const table = typedTable();
const cells = (column: Column, count: number) => Array.from({ length: count }, (_, row) => cellValue(column, row));
const bytesOf = (dataset: Table) => new Blob([...toCanonical(dataset).parts]).arrayBuffer();

describe.each(table.columns.map((column) => [column.name, column] as const))('column %s', (_, column) => {
  it('is in the canonical form already', () => expect(normalizeColumn(column, 7)).toEqual(column));
  it('has its rows taken, in any order and more than once', () => {
    const whole = cells(column, 7);
    const taken = takeRows(column, Int32Array.of(6, 0, 0, 3, nullRowIndex));
    expect(cells(taken, 5)).toEqual([whole[6], whole[0], whole[0], whole[3], null]);
  });
  it('counts its rows', () => expect(rowCountOf(column, 0)).toBe(7));
  it('has a row that is empty and not null', () =>
    expect(takeRows(column, Int32Array.of(emptyRowIndex)).validity).toBeNull());
});

it('goes through the canonical form, each bit of it', async () => {
  const buffer = await bytesOf(table);
  const back = fromCanonical(buffer.slice(0)) as Table;
  expect(back).toEqual(table);
  expect(new Uint8Array(await bytesOf(back))).toEqual(new Uint8Array(buffer));
  expect(rowValues(back, 3)).toEqual(rowValues(table, 3));
});

it('drops items of a list that no row has, before and after those of the rows', () => {
  const item: Column = { name: 'item', type: 'int8', validity: null, values: Int8Array.of(1, 2, 3, 4) };
  const list = (...offsets: number[]): Column => ({
    name: 'l',
    type: 'list',
    validity: null,
    offsets: Int32Array.from(offsets),
    item,
  });
  for (const [given, items] of [
    [list(1, 3, 4), [2, 3, 4]],
    [list(0, 1, 3), [1, 2, 3]],
  ] as const) {
    const made = normalizeColumn(given, 2) as Extract<Column, { type: 'list' }>;
    expect(made.offsets[0]).toBe(0);
    expect(made.item).toMatchObject({ values: Int8Array.from(items) });
  }
});

it('clears what a null struct covers', () => {
  const field: Column = { name: 'x', type: 'int8', validity: Uint8Array.of(0b001), values: Int8Array.of(1, 0, 9) };
  const struct: Column = { name: 's', type: 'struct', validity: Uint8Array.of(0b011), fields: [field] };
  const [inner] = (normalizeColumn(struct, 3) as Extract<Column, { type: 'struct' }>).fields;
  expect(inner).toEqual({ name: 'x', type: 'int8', validity: Uint8Array.of(0b101), values: Int8Array.of(1, 0, 0) });
});

it('leaves out items that no row of a list shows', () => {
  const item: Column = { name: 'item', type: 'int8', validity: null, values: Int8Array.of(9, 1, 2, 8, 3) };
  const list: Column = {
    name: 'l',
    type: 'list',
    validity: Uint8Array.of(0b101),
    offsets: Int32Array.of(1, 3, 4, 5),
    item,
  };
  expect(normalizeColumn(list, 3)).toMatchObject({
    offsets: Int32Array.of(0, 2, 2, 3),
    item: { values: Int8Array.of(1, 2, 3) },
  });
});
