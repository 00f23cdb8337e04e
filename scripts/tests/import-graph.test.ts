import { expect, it } from 'vitest';
import { dependentsOf, importersOf } from './import-graph.mjs';

it('finds what depends on a file, the nearest first', () => {
  const importers = new Map([
    ['a', new Set(['b', 'c'])],
    ['c', new Set(['d', 'a'])],
  ]);
  expect([...dependentsOf(importers, ['a'])]).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 1],
    ['d', 2],
  ]);
});

it('reads the imports of the sources', () => {
  const importers = importersOf();
  expect(importers.get('scripts/tests/import-graph.mjs')).toContain('scripts/tests/import-graph.test.ts');
  expect(importers.get('workers/model/column.ts')?.size).toBeGreaterThan(10);
});
