import { describe, expect, it } from 'vitest';
import { recordsOfFile, caughtMessage } from '../file/testing/store-surgery';
import { StoreWriter } from '../file/store-writer';
import { compressorCodes } from '../file/store-layout';
import type { Records } from '../../../model/dataset';
import { completeOptions, type OptionValues } from '../../../model/options';
import { sampleRecords } from '../../../registry/testing/sample-datasets';
import { loadWorkload } from '../../../registry/modules';
import { format } from './implementations/formatlab';
import { meta } from './meta';
import { telling } from '../../../model/testing/telling';

type File = Uint8Array<ArrayBuffer>;

const openWith = (codec: string | null, options: OptionValues = {}) =>
  format.open({
    options: completeOptions(meta.implementations[0]?.options ?? [], { buckets: 'records', ...options }, 'test'),
    innerCodec: codec === null ? null : { id: codec, level: null },
    schema: { kind: 'records' },
  });

const generated = async (count: number) =>
  (await loadWorkload('dictionary')).generate({ parameters: {}, seed: 3, from: 0, to: count }) as Records;

/** A zstd frame of so many blocks that each repeat one byte 128 KiB times: 4 bytes a block, and no size in its header. */
function bomb(blocks: number): File {
  const frame = new Uint8Array(6 + 4 * blocks);
  frame.set([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]);
  for (let block = 0; block < blocks; block += 1) {
    const header = (131_072 << 3) | (1 << 1) | (block === blocks - 1 ? 1 : 0);
    frame.set([header & 0xff, (header >>> 8) & 0xff, header >>> 16, 0], 6 + 4 * block);
  }
  return frame;
}

describe('HashDBM, compressed by record', () => {
  it('gains by a trained dictionary what single records don’t tell', async () => {
    const records = await generated(10_000);
    const sizes: number[] = [];
    for (const codec of ['zstd', 'zstd-dictionary']) {
      const session = await openWith(codec);
      const file = (await session.encode?.(records)) as File;
      sizes.push(file.length);
      // Byte by byte: toEqual takes seconds for a megabyte.
      const again = (await session.encode?.(records)) as File;
      expect(again.length === file.length && again.every((byte, index) => byte === file[index]), 'a second call').toBe(
        true,
      );
      const decoded = (await session.decode?.(file)) as Records;
      expect(decoded.values.data.every((byte, index) => byte === records.values.data[index])).toBe(true);
    }
    const [plain = 0, withDictionary = 0] = sizes;
    // Dictionary included.
    expect(withDictionary / plain).toBeLessThan(0.75);
  });

  it('keeps the dictionary in the file, and each look-up to its own', async () => {
    const [first, second] = [await generated(2_000), sampleRecords(3_000)];
    const session = await openWith('zstd-dictionary', { dictionaryKiB: 8 });
    const files = [(await session.encode?.(first)) as File, (await session.encode?.(second)) as File] as const;
    expect(session.countsOf?.(files[0], 0).dictionaryBytes).toBeGreaterThan(1_000);
    const fresh = await openWith('zstd');
    for (const [file, records] of [
      [files[0], first],
      [files[1], second],
    ] as const)
      expect((await fresh.decode?.(file)) as Records).toEqual(records);
    const lookups = [await fresh.openLookup?.(files[0], 'none'), await fresh.openLookup?.(files[1], 'none')];
    const decoder = new TextDecoder();
    for (let index = 0; index < 20; index += 1) {
      const records = index % 2 === 0 ? first : second;
      const key = decoder.decode(
        records.keys.data.subarray(records.keys.offsets[index], records.keys.offsets[index + 1]),
      );
      expect(await lookups[index % 2]?.get(key)).toEqual(
        records.values.data.slice(records.values.offsets[index], records.values.offsets[index + 1]),
      );
    }
    const foreign = files[0].slice();
    foreign[62] = 0;
    expect(await caughtMessage(() => fresh.decode?.(foreign))).toMatch(telling(62, 'compressor 7', '“FLZD”'));
    expect(await caughtMessage(async () => (await openWith('zstd-dictionary')).encode?.(sampleRecords(3)))).toMatch(
      telling('dictionary', '3 records'),
    );
  });

  it('ends a decompression bomb at its limit', async () => {
    const writer = new StoreWriter(
      'hashdbm',
      { alignPow: 3, offsetWidth: 4, crcBytes: 0, bucketCount: 11, compressor: compressorCodes.zstd },
      0,
    );
    const key = new TextEncoder().encode('bomb');
    writer.add(key, 0, key.length, bomb(16_000));
    const file = writer.finish(null);
    const [place] = recordsOfFile(file);
    const session = await openWith('zstd');
    // 2 GB out of 64 KB.
    const message = await caughtMessage(() => session.decode?.(file));
    expect(message).toMatch(/cannot be decompressed/);
    expect(message).toContain(`Byte offset ${place?.keyEnd.toLocaleString('en')}`);
    expect(await caughtMessage(async () => (await session.openLookup?.(file, 'none'))?.get('bomb'))).toMatch(
      /cannot be decompressed/,
    );
    const half = bomb(100);
    const smaller = new StoreWriter(
      'hashdbm',
      { alignPow: 3, offsetWidth: 4, crcBytes: 0, bucketCount: 11, compressor: compressorCodes.zstd },
      0,
    );
    smaller.add(key, 0, key.length, half);
    const decoded = (await session.decode?.(smaller.finish(null))) as Records;
    expect(decoded.values.data.length).toBe(100 * 131_072);
  });

  it('names the record whose compressed value is damaged', async () => {
    for (const codec of ['zlib', 'zstd', 'lz4', 'lzma']) {
      const session = await openWith(codec);
      const writer = new StoreWriter(
        'hashdbm',
        { alignPow: 3, offsetWidth: 4, crcBytes: 0, bucketCount: 11, compressor: compressorCodes[codec as 'zlib'] },
        0,
      );
      const key = new TextEncoder().encode('key');
      writer.add(key, 0, key.length, Uint8Array.of(0xff, 0xff, 0xff, 0xff, 1, 2, 3));
      const file = writer.finish(null);
      expect(await caughtMessage(() => session.decode?.(file)), codec).toMatch(
        telling(recordsOfFile(file)[0]?.keyEnd.toLocaleString('en') ?? '', 'value'),
      );
    }
  });
});
