import { expect, it } from 'vitest';
import { logicalTypeNotes } from '../../parquet/open/parquet-schema';
import { toParquetRefusal } from '../../parquet/open/parquet-refusal';
import { checkHybridRuns } from '../../parquet/open/parquet-runs';
import { withUnorderedCategories } from '../../parquet/open/row-group-batches';
import { caughtErrorRecord, foreignFileBytes, readTestTable } from '../../../open-file/testing/test-files';

/** The words of the readers of Arrow and Parquet. */

it('notes say in which other form columns of Arrow are kept', async () => {
  const { report } = await readTestTable(foreignFileBytes('stream.arrow'), 'a.arrow');
  expect(report.notes).toEqual([
    'Column “date64”: its dates in milliseconds are whole days, and kept as days.',
    'Column “large”: its texts with offsets of 64 bits are kept as texts with offsets of 32 bits.',
    'Column “nothing”: it holds only nulls and is stored as text.',
  ]);
  const views = await readTestTable(foreignFileBytes('runs-and-views.arrow'), 'a.arrow', {
    reading: { leftOutColumns: [6] },
  });
  expect(views.report.notes).toEqual(
    expect.arrayContaining([
      'Column “texts”: its run-end encoding is lost: each row holds its value.',
      'Column “view”: its lists (list view) are kept as lists with offsets of 32 bits.',
      'Column “part” can’t be read: its part “part.v” has the Arrow type list view, which Formatlab does not read.',
    ]),
  );
});

it.each([
  ['a misplaced table', 169, 3, 'has a message with an offset outside its bytes'],
  ['a buffer outside its batch', 1130, 6, 'has a buffer of 12 bytes at byte 0 of a batch of 0 bytes'],
  ['a field without a type', 109, 1, 'has a column “” without a type'],
  ['a text beyond its buffer', 1288, 5, 'has a column of type Utf8 that has an offset of 39 after one of 3'],
])('%s is called damage', async (_, at, bit, words) => {
  const bytes = foreignFileBytes('stream.arrow');
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  expect((await caughtErrorRecord(bytes, 'a.arrow')).message).toBe(`It ${words}, so it can’t be read.`);
});

it('texts that are not UTF-8, and names that are not', async () => {
  const bytes = foreignFileBytes('stream.arrow');
  const content = new TextDecoder('latin1').decode(bytes);
  const changed = (text: string) => {
    const copy = bytes.slice();
    copy[content.indexOf(text)] = 0xff;
    return copy;
  };
  expect((await readTestTable(changed('red'), 'a.arrow')).report.notes).toContain(
    'Column “dictionary”: its texts are not all UTF-8, and are kept as bytes.',
  );
  expect((await caughtErrorRecord(changed('decimal'), 'a.arrow')).message).toBe(
    'It has a column whose name is not UTF-8, so it can’t be read.',
  );
});

it('columns of categories that lose their order', () => {
  const notes: string[] = [];
  const texts = {
    name: 'item',
    type: 'utf8',
    validity: null,
    offsets: new Int32Array(1),
    data: new Uint8Array(),
  } as const;
  withUnorderedCategories(
    { name: 'level', type: 'category', validity: null, ordered: true, indices: new Int32Array(), categories: texts },
    notes,
  );
  expect(notes).toEqual([
    'Column “level”: the order of its categories is lost, since it cannot be read from row groups of such different sizes.',
  ]);
});

it('what Parquet claims and does not hold', () => {
  expect(() => checkHybridRuns(new Uint8Array(), 8, 1)).toThrow('holds 0 values or levels, but claims 1');
  expect(() => checkHybridRuns(Uint8Array.of(2, 5, 0, 2, 5), 8, 2)).toThrow('has a run of no values');
  expect(() => checkHybridRuns(Uint8Array.of(2, 5, 0xc8, 1, 5), 8, 2)).toThrow(
    'has a run of 100 values where it claims only 1',
  );
  expect(() => checkHybridRuns(Uint8Array.of(4), 8, 2)).toThrow('ends in the middle of a run');
  const says = 'Parquet argument error: External: Invalid argument error: precision 77 is greater than max 76';
  expect(toParquetRefusal(new Error(says)).record.message).toBe(
    'It has decimals of 77 digits, and only those of at most 76 are read.',
  );
});

it('logical types of Parquet that are not kept', () => {
  const leaf = (name: string, type: 'UUID' | 'JSON') => ({ name, type: 'BYTE_ARRAY' as const, logical_type: { type } });
  const schema = [{ name: 'schema', num_children: 2 }, leaf('id', 'UUID'), leaf('document', 'JSON')];
  expect(logicalTypeNotes({ version: 1, schema, num_rows: 0n, row_groups: [], metadata_length: 0 }, [])).toEqual([
    'Column “id”: its UUIDs are kept as 16 bytes each.',
    'Column “document”: its JSON is kept as text.',
  ]);
});
