import { expect, it } from 'vitest';
import type { Column } from '../model/column';
import { alignedBatchRows, batchRowsFor, withoutOrder } from './row-group-batches';
import { told } from './testing/told';

it.each([
  [[], 131_072],
  [[7], 131_072],
  [[4, 3], 4],
  [[2, 4, 3], 2],
  [[0, 0, 5], 131_072],
  [[1_048_576, 1_048_576, 5], 131_072],
  [[122_880, 122_880, 7], 122_880],
  // Row groups of a million rows are divided by the smallest number that makes them small enough.
  [[1_000_000, 1_000_000], 125_000],
  [[1_000_001, 5], 9_901],
])('takes a part of every row group of %j rows but the last', (groups, rows) => {
  expect(alignedBatchRows(groups)).toBe(rows);
  expect(batchRowsFor(groups)).toBe(rows);
});

it.each([[[-4, -4, 3]], [[Number.NaN, 4]], [[2 ** 60, 2 ** 60]], [[2 ** 52 + 1, 2 ** 52 + 1]]])(
  'gives up at once on what a damaged file claims: %j',
  (groups) => {
    expect(alignedBatchRows(groups)).toBe(null);
    expect(batchRowsFor(groups)).toBe(131_072);
  },
);

it('gives up where the batches would be too many', () => {
  expect(alignedBatchRows(new Array(1_024).fill(3))).toBe(3);
  expect(alignedBatchRows(new Array(1_025).fill(3))).toBe(null);
  const groups = [1_000_003, 999_999, 1_000_000];
  expect(alignedBatchRows(groups)).toBe(null);
  expect(batchRowsFor(groups)).toBe(131_072);
});

it('says of which categories the order is lost', () => {
  const texts = {
    name: 'item',
    type: 'utf8',
    validity: null,
    offsets: new Int32Array(1),
    data: new Uint8Array(),
  } as const;
  const category = (name: string, ordered: boolean): Column => ({
    name,
    type: 'category',
    validity: null,
    ordered,
    indices: new Int32Array(),
    categories: texts,
  });
  const struct: Column = { name: 'place', type: 'struct', validity: null, fields: [category('size', true), texts] };
  const notes: string[] = [];
  const plain = [category('word', false), { ...texts, name: 'text' }].map((column) => withoutOrder(column, notes));
  expect([plain, notes]).toEqual([[category('word', false), { ...texts, name: 'text' }], []]);
  const list = { name: 'places', type: 'list', validity: null, offsets: new Int32Array(1), item: struct } as const;
  const found = [category('level', true), list].map((column) => withoutOrder(column, notes));
  expect(found[0]).toEqual(category('level', false));
  expect(found[1]).toEqual({ ...list, item: { ...struct, fields: [category('size', false), texts] } });
  expect(notes).toEqual([told('“level”', 'order', 'categories'), told('“places.size”', 'order', 'categories')]);
});
