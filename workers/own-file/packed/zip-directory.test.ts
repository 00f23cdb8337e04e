import { expect, it } from 'vitest';
import { endBytes } from '../../libraries/zip-layout';
import { caughtErrorRecord, foreignFileBytes } from '../testing/test-files';
import { zipEntries } from './zip-directory';
import { told } from '../testing/told';
import { telling } from '../../model/testing/telling';

/** An archive of two files whose directory claims to have so many. Its comment is empty. */
function withCount(count: number) {
  const bytes = foreignFileBytes('two-files.zip');
  new DataView(bytes.buffer).setUint16(bytes.length - endBytes + 10, count, true);
  return bytes;
}

it('an archive with a count of members that is too small or too large is not read', async () => {
  const namesOf = async (count: number) => (await zipEntries(new Blob([withCount(count)])))?.map(({ name }) => name);
  expect(await namesOf(2)).toEqual(['a.csv', 'b.csv']);
  for (const count of [0, 1, 3]) expect(await namesOf(count)).toBeUndefined();
  expect(await caughtErrorRecord(withCount(1), 'two.zip')).toMatchObject({
    message: expect.any(String),
    remedy: expect.any(String),
  });
});

it('an archive with two files of one name is refused, since it does not say which is meant', async () => {
  const bytes = foreignFileBytes('two-files.zip');
  const text = new TextDecoder('latin1').decode(bytes);
  bytes[text.lastIndexOf('b.csv')] = 'a'.charCodeAt(0);
  expect(await caughtErrorRecord(bytes, 'two.zip')).toMatchObject({
    message: told('Zip', '“a.csv”', 'two files'),
    remedy: expect.stringContaining('Unpack it'),
  });
});

it('an archive that was cut is said to be damaged, not to be of another kind', async () => {
  const record = await caughtErrorRecord(foreignFileBytes('two-files.zip').slice(0, -30), 'two.zip');
  expect(record.message).toMatch(telling('two.zip', 'Zip archive', 'list of files', 'damaged'));
  expect(record.remedy).toMatch(/^Copy or download/u);
});
