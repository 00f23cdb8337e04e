import { expect, it } from 'vitest';
import { caughtErrorRecord, foreignFileBytes, readTestTable } from '../../../open-file/testing/test-files';

it.each([
  ['types.avro', 'Column “nothing”: it holds only nulls and is stored as text.'],
  ['types.avro', 'Column “map”: its maps are kept as lists of their keys and values.'],
  ['types.avro', 'Column “uuid_text”: its UUIDs are kept as text.'],
  ['types.avro', 'Column “unknown”: its logical type other is lost; its values are kept as they are stored (long).'],
  [
    'big-decimal.avro',
    'Column “price”: its big decimals have -3 to 2 digits after the point. All have 2 now, with zeros added at the end.',
  ],
])('a note on a column of %s: %s', async (name, words) => {
  expect((await readTestTable(foreignFileBytes(name), name)).report.notes).toContain(words);
});

it('the reasons why columns and codecs are refused', async () => {
  const { refusedColumns = [] } = await caughtErrorRecord(foreignFileBytes('refused.avro'), 'refused.avro');
  expect(refusedColumns.slice(0, 3).map(({ reason }) => reason)).toEqual([
    'it is a union of int, string, and only a union of null and one type is read',
    'its part “tree.children.item” is the record “Tree”, which contains itself',
    'it is a duration of months, days and milliseconds, for which Formatlab has no type',
  ]);
  expect((await caughtErrorRecord(foreignFileBytes('lz4.avro'), 'lz4.avro')).message).toBe(
    'Its blocks are compressed with the codec “lz4”, which Formatlab does not read.',
  );
});
