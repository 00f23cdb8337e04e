import { expect, it } from 'vitest';
import { endBytes } from '../../libraries/zip-layout';
import { caughtErrorRecord, foreignFileBytes } from '../testing/test-files';
import { zipEntries } from './zip-directory';

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
