import { expect, it } from 'vitest';
import { caughtErrorRecord, foreignFileBytes, readTestTable } from '../../../open-file/testing/test-files';

it.each([
  ['indexed-3.pkl', 'The index of the DataFrame is the column “s”.'],
  ['levels-3.pkl', 'The levels of the index of the DataFrame are the columns “k”, “level_1”.'],
])('a note on %s says which columns are the index', async (name, words) => {
  expect((await readTestTable(foreignFileBytes(name), name)).report.notes).toContain(words);
});

it('a class that is not read is named', async () => {
  const { message } = await caughtErrorRecord(foreignFileBytes('several.pkl'), 'a.pkl', { reading: { part: 2 } });
  expect(message).toMatch(/^It holds an object of collections\.Counter\./u);
});
