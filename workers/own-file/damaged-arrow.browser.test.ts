import { expect, it } from 'vitest';
import {
  caughtErrorRecord,
  columnTypesByName,
  columnValues,
  foreignFileBytes,
  readTestTable,
} from './testing/test-files';

it.each<[what: string, at: number, bit: number, message: string]>([
  ['a field of a type outside its place', 779, 5, 'has a message with an offset outside its bytes'],
  ['a misplaced table', 169, 3, 'has a message with an offset outside its bytes'],
  ['a buffer outside its batch', 1130, 6, 'has a buffer of 12 bytes at byte 0 of a batch of 0 bytes'],
  ['a field without a type', 109, 1, 'has a column “” without a type'],
  ['a text beyond its buffer', 1288, 5, 'has a column of type Utf8 that has an offset of 39 after one of 3'],
])('an Arrow file with %s is refused', async (_, at, bit, message) => {
  const bytes = foreignFileBytes('stream.arrow');
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  expect(await caughtErrorRecord(bytes, 'a.arrow')).toMatchObject({
    tag: 'malformedInput',
    message: `It ${message}, so it can’t be read.`,
    remedy: expect.stringMatching(/^Write it again/),
  });
});

it.each([
  ['is not UTF-8', 0xff, 'has a column whose name is not UTF-8'],
  ['does not end', 0, 'has a name that does not end'],
])('an Arrow file with a name that %s is refused', async (_, byte, message) => {
  const bytes = foreignFileBytes('stream.arrow');
  const at = new TextDecoder('latin1').decode(bytes).indexOf('decimal');
  expect(at).toBeGreaterThan(0);
  // The length of the string is before it.
  if (byte === 0) bytes[at - 4] = 6;
  else bytes[at] = byte;
  expect((await caughtErrorRecord(bytes, 'a.arrow')).message).toBe(`It ${message}, so it can’t be read.`);
});

it('texts that are not UTF-8 are kept as bytes', async () => {
  const bytes = foreignFileBytes('stream.arrow');
  const content = new TextDecoder('latin1').decode(bytes);
  const at = content.indexOf('redblue') === -1 ? content.indexOf('red') : content.indexOf('redblue');
  expect(at).toBeGreaterThan(0);
  bytes[at] = 0xff;
  const { table, report } = await readTestTable(bytes, 'a.arrow');
  expect(columnTypesByName(table).dictionary).toBe('category');
  expect(columnValues(table, 'dictionary')).toEqual([
    [0xff, 0x65, 0x64],
    null,
    [...'blue'].map((letter) => letter.charCodeAt(0)),
  ]);
  expect(report.notes).toContain('Column “dictionary”: its texts are not all UTF-8, and are kept as bytes.');
});
