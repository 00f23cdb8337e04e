import { expect, it } from 'vitest';
import type { ColumnFacts } from '../../workers/model/byte-map';
import { factsOf } from './column-facts';

const facts = (name: string, compressedBytes: number): ColumnFacts => ({
  name,
  type: 'INT64',
  codecs: ['ZSTD'],
  encodings: [{ name: 'PLAIN', pages: 1 }],
  compressedBytes,
  uncompressedBytes: compressedBytes,
  values: 1,
  nulls: 0,
  distinct: null,
  min: null,
  max: null,
});

it('adds the columns inside a column, but no column whose name begins with it and a dot', () => {
  const file = [facts('a', 1), facts('a.b', 2), facts('a.b.list.element', 4), facts('c.x', 8), facts('c.y.z', 16)];
  const columns = ['a', 'a.b', 'c'];
  expect(columns.map((name) => factsOf(file, name, columns).bytes)).toEqual([1, 6, 24]);
  expect(factsOf(file, 'd', [...columns, 'd'])).toEqual({ bytes: 0, text: 'not in the file' });
});
