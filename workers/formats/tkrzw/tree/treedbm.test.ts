import { describe, expect, it } from 'vitest';
import { readFixed, writeFixed } from '../file/numbers';
import { metadataOffsets } from '../file/store-layout';
import {
  pageKeyBytes,
  recordWithKey,
  recordsOfFile,
  caughtMessage,
  updateChecksum,
} from '../file/testing/store-surgery';
import { FormatlabError } from '../../../model/errors';
import { completeOptions, type OptionValues } from '../../../model/options';
import { sampleRecords } from '../../../registry/testing/sample-datasets';
import { format } from './implementations/formatlab';
import { firstInnerId } from './layout';
import { meta } from './meta';
import { telling } from '../../../model/testing/telling';

type File = Uint8Array<ArrayBuffer>;

const openWith = (options: OptionValues) =>
  format.open({
    options: completeOptions(meta.implementations[0]?.options ?? [], options, 'test'),
    innerCodec: null,
    schema: { kind: 'records' },
  });
const session = await openWith({ maxPageSize: 600, maxBranches: 3, alignPow: 0 });
const records = sampleRecords(200);
const whole = (await session.encode?.(records)) as File;
const keyAt = (index: number) =>
  new TextDecoder().decode(records.keys.data.subarray(records.keys.offsets[index], records.keys.offsets[index + 1]));
const valueAt = (index: number) =>
  records.values.data.slice(records.values.offsets[index], records.values.offsets[index + 1]);
const rootId = readFixed(whole, metadataOffsets.opaque + 16, 6);

/** The file with the page altered from its byte `at` on, and sealed again. */
function withPage(id: number, at: number, change: (data: File, at: number) => void): File {
  const file = whole.slice();
  const place = recordWithKey(file, pageKeyBytes(id));
  change(file, place.keyEnd + at);
  updateChecksum(file, place);
  return file;
}
const withId = (page: number, at: number, id: number) =>
  withPage(page, at, (data, from) => writeFixed(data, from, 6, id));
const withOpaque = (at: number, width: number, value: number) => {
  const file = whole.slice();
  writeFixed(file, metadataOffsets.opaque + at, width, value);
  return file;
};

describe('TreeDBM', () => {
  it('scans ranges, cold and warm alike', async () => {
    expect(await session.decode?.(whole)).toEqual(records);
    for (const cache of ['none', 'all'] as const) {
      const lookup = await session.openLookup?.(whole, cache);
      for (const [from, limit] of [
        [0, 5],
        [3, 1],
        [50, 100],
        [190, 50],
        [199, 1],
        [7, 0],
      ] as const) {
        const expected = Array.from({ length: Math.min(limit, 200 - from) }, (_, index) => ({
          key: keyAt(from + index),
          value: valueAt(from + index),
        }));
        expect(await lookup?.scan?.(keyAt(from), limit), `${limit} from ${from}, ${cache}`).toEqual(expected);
      }
      expect(await lookup?.scan?.(`${keyAt(20)}\u0000`, 1)).toEqual([{ key: keyAt(21), value: valueAt(21) }]);
      expect(await lookup?.scan?.('\u{10ffff}', 3)).toEqual([]);
      for (let index = 0; index < 200; index += 1) expect(await lookup?.get(keyAt(index))).toEqual(valueAt(index));
      await expect(async () => lookup?.get('no such key')).rejects.toBeInstanceOf(FormatlabError);
    }
  });

  it('finds cycles among pages, and pages that are not there', async () => {
    const decoded = (file: File) => caughtMessage(() => session.decode?.(file));
    const lookedUp = (file: File) =>
      caughtMessage(async () => (await session.openLookup?.(file, 'none'))?.get(keyAt(100)));
    const scanned = (file: File) =>
      caughtMessage(async () => (await session.openLookup?.(file, 'none'))?.scan?.('', 1_000));
    // The first leaf says that it is its own next one; the third that the second is; the root that it is its own first child.
    expect(await decoded(withId(1, 6, 1))).toMatch(/page 1, 6 bytes.* 1 .*next.* 2 /u);
    expect(await scanned(withId(1, 6, 1))).toMatch(telling('leaf', 'cycle'));
    expect(await decoded(withId(3, 6, 2))).toMatch(/ 2 .*next page/u);
    expect(await scanned(withId(3, 6, 2))).toMatch(telling('leaf', 'cycle'));
    expect(await decoded(withId(3, 0, 9))).toMatch(/ 9 .*previous page/u);
    expect(await scanned(withId(3, 6, firstInnerId))).toMatch(/^(?!.*cycle).*leaf/u);
    const looped = withId(rootId, 0, rootId);
    expect(await decoded(looped)).toMatch(telling(`page ${rootId}`, 'twice', 'cycle'));
    // Whatever key: every child of every inner page leads back to the root.
    const spinning = whole.slice();
    for (const place of recordsOfFile(spinning)) {
      if (readFixed(spinning, place.keyStart, 6) < firstInnerId) continue;
      for (let at = place.keyEnd; at < place.valueEnd; ) {
        writeFixed(spinning, at, 6, rootId);
        at += 6;
        if (at < place.valueEnd) at += 1 + (spinning[at] ?? 0);
      }
      updateChecksum(spinning, place);
    }
    expect(await lookedUp(spinning)).toMatch(telling('inner page', 'leaves', 'cycle'));
    expect(await decoded(spinning)).toMatch(/cycle/);
    expect(await decoded(withId(rootId, 0, firstInnerId + 9_999))).toMatch(telling(`page ${firstInnerId + 9_999}`));
    expect(await decoded(withId(rootId, 0, 1))).toMatch(telling('page 1', 'inner pages'));
  });

  it('does not believe what the tree says of itself', async () => {
    const decoded = (file: File) => caughtMessage(() => session.decode?.(file));
    expect(await decoded(withOpaque(0, 1, 0x55))).toMatch(telling(62));
    expect(await decoded(withOpaque(4, 6, 2 ** 47))).toMatch(telling(66, 200));
    expect(await decoded(withOpaque(22, 6, 2))).toMatch(telling(84, 'page 1'));
    expect(await decoded(withOpaque(16, 6, 1))).toMatch(telling(78));
    expect(await decoded(withOpaque(52, 1, 33))).toMatch(telling(114));
    expect(await decoded(withOpaque(52, 1, 3))).toMatch(telling('level 1', 'leaves'));
    expect(await decoded(withOpaque(53, 1, 3))).toMatch(telling(115, 'comparator 3'));
    // Tkrzw itself reads the first id in its place.
    expect(await session.decode?.(withOpaque(28, 6, 1))).toEqual(records);
    // A hash database is none.
    expect(await decoded(withOpaque(0, 4, 0))).toMatch(/hash database/);
    expect(await decoded(withPage(2, 12, (data, at) => data.set([0x87, 0xff, 0xff, 0xff, 0x7f], at)))).toMatch(
      telling('page 2', '12 bytes', 'record'),
    );
    expect(await decoded(withPage(2, 13, (data, at) => data.set([0], at)))).toMatch(/order of the keys/);
  });

  it('meets flipped bits in pages with an error or other values, though the checksum is right', {
    timeout: 180_000,
  }, async () => {
    const places = recordsOfFile(whole);
    for (let step = 0; step < 100; step += 1) {
      const place = places[step % places.length];
      if (place === undefined) continue;
      const file = whole.slice();
      const at = place.keyStart + ((step * 7_919) % (place.valueEnd - place.keyStart));
      file[at] = (file[at] ?? 0) ^ (1 << ((step >>> 3) & 7));
      updateChecksum(file, place);
      try {
        await session.decode?.(file);
        const lookup = await session.openLookup?.(file, 'none');
        await lookup?.get(keyAt(step % 200));
      } catch (thrown) {
        expect(thrown, `byte ${at}`).toBeInstanceOf(FormatlabError);
      }
    }
  });

  it('has one empty page where there are no records', async () => {
    const none = sampleRecords(0);
    const file = (await session.encode?.(none)) as File;
    expect(session.countsOf?.(file, 0)).toMatchObject({ records: 0, leafPages: 1, innerPages: 0, levels: 1 });
    expect(await session.decode?.(file)).toEqual(none);
  });
});
