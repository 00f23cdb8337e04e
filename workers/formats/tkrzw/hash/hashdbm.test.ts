import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOf } from '../file/murmur';
import { writeFixed } from '../file/numbers';
import { metadataOffsets, metadataBytes } from '../file/store-layout';
import { recordsOfFile, caughtMessage, updateChecksum } from '../file/testing/store-surgery';
import type { Records } from '../../../model/dataset';
import { FormatlabError } from '../../../model/errors';
import { completeOptions, type OptionValues } from '../../../model/options';
import { sampleRecords } from '../../../registry/testing/sample-datasets';
import { format } from './implementations/formatlab';
import { meta } from './meta';
import { telling } from '../../../model/testing/telling';

type File = Uint8Array<ArrayBuffer>;

const few = { buckets: 'given', bucketCount: 7 };
const openWith = (options: OptionValues) =>
  format.open({
    options: completeOptions(meta.implementations[0]?.options ?? [], options, 'test'),
    innerCodec: null,
    schema: { kind: 'records' },
  });
const session = await openWith(few);
const records = sampleRecords(60);
const whole = (await session.encode?.(records)) as File;
const altered = (change: (file: File) => void): File => {
  const file = whole.slice();
  change(file);
  return file;
};
const bytes = (text: string) => new TextEncoder().encode(text);

function recordsOf(entries: ReadonlyMap<string, Uint8Array>): Records {
  const sorted = [...entries]
    .map(([key, value]) => [bytes(key), value] as const)
    .sort(([a], [b]) => Buffer.compare(a, b));
  const strings = (items: readonly Uint8Array[]) => {
    const offsets = new Int32Array(items.length + 1);
    items.forEach((item, index) => {
      offsets[index + 1] = (offsets[index] ?? 0) + item.length;
    });
    return { offsets, data: new Uint8Array(Buffer.concat(items)) };
  };
  return {
    kind: 'records',
    recordCount: sorted.length,
    keys: strings(sorted.map(([key]) => key)),
    values: strings(sorted.map(([, value]) => value)),
  };
}

describe('HashDBM', () => {
  it('gives any records back under any options', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.uint8Array({ maxLength: 400 }), {
          maxKeys: 40,
        }),
        fc.record({
          alignPow: fc.integer({ min: 0, max: 12 }),
          offsetWidth: fc.integer({ min: 3, max: 6 }),
          recordCrc: fc.constantFrom('0', '8', '16', '32'),
          buckets: fc.constant('given'),
          bucketCount: fc.integer({ min: 1, max: 300 }),
        }),
        async (entries, options) => {
          const dataset = recordsOf(new Map(Object.entries(entries)));
          const any = await openWith(options);
          const file = (await any.encode?.(dataset)) as File;
          expect(await any.decode?.(file)).toEqual(dataset);
          const lookup = await any.openLookup?.(file, 'none');
          for (const [key, value] of Object.entries(entries))
            expect(await lookup?.get(key)).toEqual(new Uint8Array(value));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('says what is wrong with the metadata, and where', async () => {
    const set = (at: number, ...values: number[]) => altered((file) => file.set(values, at));
    const decoded = (file: File) => caughtMessage(() => session.decode?.(file));
    expect(await decoded(set(0, 0x55))).toMatch(telling(0, 'TkrzwHDB'));
    expect(await decoded(set(metadataOffsets.closure, 0))).toMatch(telling(15, 'closed'));
    expect(await decoded(set(metadataOffsets.cyclicMagicAgain, 9))).toMatch(telling(127, 1, 9));
    expect(await decoded(set(metadataOffsets.offsetWidth, 7))).toMatch(telling(13, 7, 3, 6));
    expect(await decoded(set(metadataOffsets.alignPow, 17))).toMatch(telling(14));
    expect(await decoded(set(metadataOffsets.bucketCount, 0x7f))).toMatch(telling(16, 'buckets'));
    expect(await decoded(set(metadataOffsets.recordCount, 0x0f))).toMatch(telling(24, 60));
    expect(await decoded(set(metadataOffsets.flags, 1 | (5 << 4)))).toMatch(telling('RC4'));
    expect(await decoded(set(metadataOffsets.fileBytes, 1))).toMatch(/the file is truncated/);
    for (let end = 0; end < whole.length; end += 997)
      expect(await decoded(whole.slice(0, end)), `cut to ${end}`).toMatch(/^Byte offset [\d,]+: /);
    const longer = new Uint8Array(whole.length + 50);
    longer.set(whole);
    expect(await session.decode?.(longer)).toEqual(records);
    longer[whole.length + 40] = 1;
    expect(await decoded(longer)).toMatch(
      telling((whole.length + 40).toLocaleString('en'), whole.length.toLocaleString('en')),
    );
  });

  it('finds cycles and dead ends in the chains of buckets', async () => {
    const places = recordsOfFile(whole);
    const offset = (at: number) => at.toLocaleString('en');
    const key = (place: (typeof places)[number]) => whole.subarray(place.keyStart, place.keyEnd);
    const bucket = (place: (typeof places)[number]) => bucketOf(key(place), 0, key(place).length, 7);
    const [first = places[0]] = places;
    const members = places.filter((place) => first !== undefined && bucket(place) === bucket(first));
    const head = members.at(-1);
    if (first === undefined || head === undefined || members.length < 3)
      throw new Error('The chain is too short to test.');
    const cyclic = altered((file) => writeFixed(file, first.start + 1, 4, head.start / 8));
    expect(await caughtMessage(() => session.decode?.(cyclic))).toMatch(/^Byte offset [\d,]+: .*cycle/);
    const lookup = await session.openLookup?.(cyclic, 'none');
    // A key that is in the same bucket and not in the database.
    const missing = Array.from({ length: 1_000 }, (_, index) => `missing ${index}`).find(
      (name) => bucketOf(bytes(name), 0, bytes(name).length, 7) === bucket(first),
    );
    expect(await caughtMessage(() => lookup?.get(missing ?? ''))).toMatch(telling('bucket 3', 'cycle'));
    const itself = altered((file) => writeFixed(file, head.start + 1, 4, head.start / 8));
    expect(await caughtMessage(() => session.decode?.(itself))).toMatch(/cycle/);
    const other = places.find((place) => bucket(place) !== bucket(first));
    const meeting = altered((file) => writeFixed(file, first.start + 1, 4, (other?.start ?? 0) / 8));
    expect(await caughtMessage(() => session.decode?.(meeting))).toMatch(telling(offset(other?.start ?? 0), 'chains'));
    const between = altered((file) => writeFixed(file, head.start + 1, 4, head.start / 8 + 1));
    expect(await caughtMessage(() => session.decode?.(between))).toMatch(
      telling(`bucket ${bucket(first)}`, offset(head.start + 8), 'record'),
    );
    const outside = altered((file) => writeFixed(file, metadataBytes + 4 * bucket(first), 4, 2 ** 32 - 1));
    expect(await caughtMessage(() => session.decode?.(outside))).toMatch(
      telling(`bucket ${bucket(first)}`, offset((2 ** 32 - 1) * 8)),
    );
    const lost = altered((file) => writeFixed(file, metadataBytes + 4 * bucket(first), 4, 0));
    expect(await caughtMessage(() => session.decode?.(lost))).toMatch(telling('bucket', 'record'));
  });

  it('does not believe lengths', async () => {
    const place = recordsOfFile(whole)[5];
    if (place === undefined) throw new Error('There is no sixth record.');
    for (const [varnum, index] of [
      [[0x87, 0xff, 0xff, 0xff, 0x7f], 0],
      [[0xff, 0xff, 0xff, 0xff, 0xff], 0],
      [[0x80, 0x80, 0x80, 0x80, 0x80], 1],
    ] as const) {
      const file = altered((data) => data.set(varnum, place.start + 5 + index));
      expect(await caughtMessage(() => session.decode?.(file))).toMatch(/^Byte offset [\d,]+: /);
    }
    const flipped = altered((data) => {
      data[place.keyEnd] = (data[place.keyEnd] ?? 0) ^ 4;
    });
    expect(await caughtMessage(() => session.decode?.(flipped))).toMatch(
      telling(place.start.toLocaleString('en'), 'checksum'),
    );
    const key = new TextDecoder().decode(whole.subarray(place.keyStart, place.keyEnd));
    expect(await caughtMessage(async () => (await session.openLookup?.(flipped, 'none'))?.get(key))).toMatch(
      telling(place.start.toLocaleString('en'), 'checksum'),
    );
  });

  it('meets flipped bits with an error or other values, sealed or not', { timeout: 180_000 }, async () => {
    const places = recordsOfFile(whole);
    for (let step = 0; step < 1_000; step += 1) {
      const at = (step * 7_919) % whole.length;
      const file = altered((data) => {
        data[at] = (data[at] ?? 0) ^ (1 << (step & 7));
        const place = places.find(({ keyStart, valueEnd }) => at >= keyStart && at < valueEnd);
        if (place !== undefined && step % 2 === 0) updateChecksum(data, place);
      });
      try {
        await session.decode?.(file);
      } catch (thrown) {
        expect(thrown, `bit ${step & 7} of byte ${at}`).toBeInstanceOf(FormatlabError);
      }
    }
  });

  it('refuses what does not fit', async () => {
    const narrow = await openWith({ ...few, offsetWidth: 3, alignPow: 0 });
    const large = recordsOf(
      new Map(Array.from({ length: 20 }, (_, index) => [`key ${index}`, new Uint8Array(2 ** 20)])),
    );
    expect(await caughtMessage(() => narrow.encode?.(large))).toMatch(
      telling('Record 17', '3 bytes', '2^0', '16,777,216'),
    );
    const longKey = recordsOf(new Map([['x'.repeat(2 ** 23), new Uint8Array(1)]]));
    expect(await caughtMessage(() => session.encode?.(longKey))).toMatch(
      telling('Record 1', '8,388,608 bytes', '8,388,607'),
    );
    const longest = recordsOf(new Map([['x'.repeat(2 ** 23 - 1), new Uint8Array(1)]]));
    const decoded = (await session.decode?.((await session.encode?.(longest)) as File)) as Records;
    expect(Buffer.compare(decoded.keys.data, longest.keys.data)).toBe(0);
  });
});
