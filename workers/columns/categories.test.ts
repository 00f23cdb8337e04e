import { describe, expect, it } from 'vitest';
import { typedTable } from '../registry/testing/sample-datasets';
import { toCategories, expandCategories, withDistinctCategories } from './categories';
import type { CategoryColumn, Column } from '../model/column';
import { cellValue } from '../model/table-row';

const cells = (column: Column, count: number) => Array.from({ length: count }, (_, row) => cellValue(column, row));

it('unfolds categories', () => {
  const category = typedTable().columns.find(({ name }) => name === 'ordered or null') as CategoryColumn;
  expect(cells(expandCategories(category), 7)).toEqual(cells(category, 7));
});

describe('toCategories', () => {
  const named = (values: readonly number[], validity: Uint8Array | null) =>
    ({ name: 'c', type: 'float64', validity, values: Float64Array.from(values) }) as const;

  it('has each category once, in the order of the rows', () =>
    expect(toCategories(named([3, -0, 3, 0, 7], Uint8Array.of(0b01111)), true, 5)).toEqual({
      name: 'c',
      type: 'category',
      ordered: true,
      validity: Uint8Array.of(0b01111),
      indices: Int32Array.of(0, 1, 0, 2, 0),
      categories: { name: 'item', type: 'float64', validity: null, values: Float64Array.of(3, -0, 0) },
    }));

  it('takes nothing from rows under a null struct', () =>
    expect(toCategories(named([9, 1], null), false, 2, (row) => row === 0)).toMatchObject({
      indices: Int32Array.of(0, 0),
      categories: { values: Float64Array.of(1) },
    }));

  it('undoes what expandCategories did', () => {
    const category = toCategories(named([3, 1, 3], null), false, 3);
    expect(toCategories(expandCategories(category), false, 3)).toEqual(category);
  });
});

describe('distinct categories', () => {
  const named = (values: readonly number[], validity: Uint8Array | null, rows: readonly number[]): CategoryColumn => ({
    name: 'c',
    type: 'category',
    ordered: false,
    validity: null,
    indices: Int32Array.from(rows),
    categories: { name: 'item', type: 'float64', validity, values: Float64Array.from(values) },
  });

  it('that are so already are the same column', () => {
    const column = named([0, -0, 3], null, [2, 0, 1]);
    expect(withDistinctCategories(column, 3)).toBe(column);
  });

  it('keep what no row names, and their order', () =>
    expect(withDistinctCategories(named([7, 3, 7, 5, 3], null, [4, 2, 1]), 5)).toEqual(
      named([7, 3, 5], null, [1, 0, 1]),
    ));

  it('make rows null that named a null', () =>
    expect(withDistinctCategories(named([7, 0, 3], Uint8Array.of(0b101), [2, 1, 0, 1]), 3)).toEqual({
      ...named([7, 3], null, [1, 0, 0, 0]),
      validity: Uint8Array.of(0b0101),
    }));
});
