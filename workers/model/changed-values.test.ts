import { expect, it } from 'vitest';
import { fixedColumn, typedTable, variableColumn } from '../registry/testing/sample-datasets';
import { changedValues } from './changed-values';
import { expandCategories } from '../columns/categories';
import type { CategoryColumn, Column } from './column';
import type { Table } from './dataset';

const table = (...columns: Column[]): Table => ({ kind: 'table', rowCount: 3, columns });
const floats = (...values: (number | null)[]) => fixedColumn('x', 'float64', values);

it('counts the values that differ, bit by bit', () => {
  const nan = { ...floats(1, 2, 0) } as Extract<Column, { type: 'float64' }>;
  new BigUint64Array(nan.values.buffer)[2] = 0x7ff8_0000_0000_0001n;
  expect(changedValues(table(floats(1, 2, Number.NaN)), table(nan))).toEqual({ changed: 1, total: 3 });
  expect(changedValues(table(floats(1, 0, 3)), table(floats(1, -0, null)))).toEqual({ changed: 2, total: 3 });
});

it('finds nothing changed in what is equal', () => {
  const typed = typedTable();
  expect(changedValues(typed, typedTable())).toEqual({ changed: 0, total: typed.columns.length * 7 });
});

it('takes the same value in another type for the same', () => {
  const category = typedTable().columns.find(({ name }) => name === 'category') as CategoryColumn;
  const typed: Table = { kind: 'table', rowCount: 7, columns: [category] };
  expect(changedValues(typed, { ...typed, columns: [expandCategories(category)] })).toEqual({ changed: 0, total: 7 });
  const texts = variableColumn('x', 'utf8', ['1', '2', '3']);
  expect(changedValues(table(floats(1, 2, 3)), table(texts))?.changed).toBe(3);
});

it('can’t say it of tables of other shapes, and of what is no table', () => {
  expect(changedValues(table(floats(1, 2, 3)), table())).toBeNull();
  expect(changedValues(table(), { ...table(), rowCount: 2 })).toBeNull();
  expect(changedValues({ kind: 'bytes', bytes: new Uint8Array() }, table())).toBeNull();
});

it('compares texts by their bytes', () => {
  const texts = (...values: (string | null)[]) => table(variableColumn('x', 'utf8', values));
  expect(changedValues(texts('a', 'bc', null), texts('a', 'bc', null))?.changed).toBe(0);
  expect(changedValues(texts('a', 'bc', null), texts('ab', 'c', null))?.changed).toBe(2);
  expect(changedValues(texts('a', 'bc', null), texts('a', '', ''))?.changed).toBe(2);
});

it('compares lists of lists value by value', () => {
  const lists = (...values: number[]): Column => ({
    name: 'x',
    type: 'list',
    validity: null,
    offsets: Int32Array.of(0, 1, 1, 2),
    item: {
      name: 'item',
      type: 'list',
      validity: null,
      offsets: Int32Array.of(0, 2, 3),
      item: { ...fixedColumn('item', 'float64', values), validity: null },
    },
  });
  expect(changedValues(table(lists(1, 2, 3)), table(lists(1, 2, 3)))?.changed).toBe(0);
  expect(changedValues(table(lists(1, 2, 3)), table(lists(1, 20, 3)))?.changed).toBe(1);
  expect(changedValues(table(lists(1, 2, 3)), table(lists(1, -2, -3)))?.changed).toBe(2);
});
