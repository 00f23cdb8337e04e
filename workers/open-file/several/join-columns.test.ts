import { describe, expect, it } from 'vitest';
import { typedTable } from '../../registry/testing/sample-datasets';
import type { CategoryColumn, Column } from '../../model/column';
import { rowCountOf, sliceRows } from '../../model/column-rows';
import { cellValue } from '../../model/table-row';
import { joinColumns } from './join-columns';
import { told } from '../testing/told';

const table = typedTable();
const cuts = [
  [0, 3, 3, 7],
  [0, 1, 2, 7],
  [0, 7],
];

describe.each(table.columns.map((column) => [column.name, column] as const))('column %s', (_, column) => {
  it.each(cuts)('cut into pieces, is joined to itself (%j)', (...places) => {
    const notes: string[] = [];
    const parts = places.slice(1).map((end, index) => {
      const start = places[index] ?? 0;
      return { column: sliceRows(column, start, end), rowCount: end - start };
    });
    expect(joinColumns(parts, notes)).toEqual(column);
    expect(notes).toEqual([]);
  });
});

const categories = (names: readonly string[], indices: readonly number[], ordered: boolean): CategoryColumn => {
  const data = new TextEncoder().encode(names.join(''));
  const offsets = Int32Array.from([0, ...names.map((_, at) => names.slice(0, at + 1).join('').length)]);
  return {
    name: 'c',
    type: 'category',
    ordered,
    validity: indices.includes(-1)
      ? Uint8Array.of(indices.reduce((bits, at, row) => bits | (at < 0 ? 0 : 1 << row), 0))
      : null,
    indices: Int32Array.from(indices, (at) => Math.max(0, at)),
    categories: { name: 'item', type: 'utf8', validity: null, offsets, data },
  };
};
const valuesOf = (column: Column) => Array.from({ length: rowCountOf(column, 0) }, (_, row) => cellValue(column, row));

describe('categories that differ', () => {
  const parts = (ordered: boolean) => [
    { column: categories(['red', 'blue'], [1, -1, 0], ordered), rowCount: 3 },
    { column: categories(['blue', 'green'], [0, 1], ordered), rowCount: 2 },
  ];

  it('become one list, in the order in which they come first', () => {
    const notes: string[] = [];
    const joined = joinColumns(parts(false), notes) as CategoryColumn;
    expect(valuesOf(joined)).toEqual(['blue', null, 'red', 'blue', 'green']);
    expect(valuesOf(joined.categories)).toEqual(['red', 'blue', 'green']);
    expect(joined.indices[1]).toBe(0);
    expect(notes).toEqual([told('categories', 'differ')]);
  });

  it('lose their order, and it is said', () => {
    const notes: string[] = [];
    expect(joinColumns(parts(true), notes)).toMatchObject({ ordered: false });
    expect(notes).toEqual([told('order', 'categories', 'lost')]);
  });
});

it('joins texts of which a column uses only a part', () => {
  const text = (data: string, ...offsets: number[]): Column => ({
    name: 't',
    type: 'utf8',
    validity: null,
    offsets: Int32Array.from(offsets),
    data: new TextEncoder().encode(data),
  });
  const parts = [text('xxabyy', 2, 3, 4), text('zc', 1, 2)].map((column) => ({
    column,
    rowCount: rowCountOf(column, 0),
  }));
  const joined = joinColumns(parts, []);
  expect([0, 1, 2].map((row) => cellValue(joined, row))).toEqual(['a', 'b', 'c']);
});
