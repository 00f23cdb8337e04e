import { expect, it } from 'vitest';
import {
  caughtErrorRecord,
  columnTypesByName,
  columnValues,
  foreignFileBytes,
  readTestTable,
} from '../../../open-file/testing/test-files';
import { type Facts, told } from '../../../open-file/testing/told';

it.each<[what: string, at: number, bit: number, facts: Facts]>([
  ['a field of a type outside its place', 779, 5, ['message', 'offset']],
  ['a misplaced table', 169, 3, ['message', 'offset']],
  ['a buffer outside its batch', 1130, 6, ['buffer of 12 bytes', 'byte 0', 'batch of 0 bytes']],
  ['a field without a type', 109, 1, ['column “”', 'type']],
  ['a text beyond its buffer', 1288, 5, ['Utf8', 'offset of 39', 3]],
])('an Arrow file with %s is refused', async (_, at, bit, facts) => {
  const bytes = foreignFileBytes('stream.arrow');
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  expect(await caughtErrorRecord(bytes, 'a.arrow')).toMatchObject({
    tag: 'malformedInput',
    message: told(...facts),
    remedy: expect.stringMatching(/^Write it again/u),
  });
});

it.each([
  ['is not UTF-8', 0xff, 'UTF-8'],
  ['does not end', 0, 'name'],
])('an Arrow file with a name that %s is refused', async (_, byte, fact) => {
  const bytes = foreignFileBytes('stream.arrow');
  const at = new TextDecoder('latin1').decode(bytes).indexOf('decimal');
  expect(at).toBeGreaterThan(0);
  // The length of the string is before it.
  if (byte === 0) bytes[at - 4] = 6;
  else bytes[at] = byte;
  expect(await caughtErrorRecord(bytes, 'a.arrow')).toMatchObject({ tag: 'malformedInput', message: told(fact) });
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
  expect(report.notes).toContainEqual(told('“dictionary”', 'UTF-8', 'bytes'));
});
