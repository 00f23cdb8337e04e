import { expect, it } from 'vitest';
import { parquetLosses } from './parquet-losses';

it('a table with categories loses their order, another table nothing', () => {
  const text = { name: 'a', type: 'utf8', nullable: false } as const;
  const category = { name: 'a', type: 'category', nullable: false, ordered: false, categories: 2, item: text } as const;
  expect(parquetLosses({ kind: 'table', columns: [category] })).toEqual([expect.stringMatching(/categories/u)]);
  expect(parquetLosses({ kind: 'table', columns: [text] })).toEqual([]);
});
