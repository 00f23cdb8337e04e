import { expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import type { Codec, CodecDictionary } from '../model/entry';
import {
  codecEntries,
  describeCodecs,
  defaultLevel,
  firstDifference,
  lowestLevel,
  pseudoRandomBytes,
  openCodec,
  isBuiltHere,
  decompressingEntries,
  caughtErrorTag,
  sampleText,
  roundDownToElements,
  compressingEntries,
} from './testing/codec-cases';

/** What holds over many calls: nothing is kept that grows, and dictionaries come and go. */

/** At their lowest level: above it, a call takes milliseconds, however small the record. */
const slowCodecs: ReadonlySet<string> = new Set(['brotli', 'bzip2', 'lzma', 'xz']);
/** What the memory of scripts may grow by, of what the engine and the test runner keep for themselves: less than a tenth of what the calls give. */
const slackBytes = 150_000;

/** What scripts hold once everything that can be freed is: buffers too. */
async function heldByScripts(): Promise<number> {
  const session = cdp() as unknown as {
    send(method: string): Promise<{ usedSize: number; backingStorageSize?: number }>;
  };
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = Number.NaN } = await session.send('Runtime.getHeapUsage');
  return usedSize + backingStorageSize;
}

describeCodecs(
  compressingEntries.filter(({ implementation }) => implementation.decompresses),
  '',
  ({ codec, implementation }) => {
    async function keepsNothing(calls: number) {
      const instance = await openCodec(codec, implementation);
      const records = Array.from({ length: 16 }, (_, index) =>
        sampleText(20_000).slice(index * 696, index * 696 + roundDownToElements(implementation, 696 - 8 * index)),
      );
      const level = slowCodecs.has(codec.id) ? lowestLevel(implementation) : defaultLevel(implementation);

      async function roundTrips(count: number) {
        for (let index = 0; index < count; index += 1) {
          const record = records[index & 15] ?? new Uint8Array();
          const made = instance.compress(record, level);
          const file = made instanceof Uint8Array ? made : await made;
          const read = instance.decompress(file, record.length);
          const decoded = read instanceof Uint8Array ? read : await read;
          if (decoded.length !== record.length)
            throw new Error(`${decoded.length} bytes came back of ${record.length}.`);
        }
      }

      await roundTrips(200);
      const held = instance.wasmMemoryBytes?.();
      const heldBefore = await heldByScripts();
      await roundTrips(calls);
      expect(instance.wasmMemoryBytes?.(), `${held} bytes after 200 calls`).toBe(held);
      expect((await heldByScripts()) - heldBefore, 'bytes more that scripts hold').toBeLessThan(slackBytes);
      const last = records[0] ?? new Uint8Array();
      expect(firstDifference(await instance.decompress(await instance.compress(last, level), last.length), last)).toBe(
        -1,
      );
    }

    it('keeps nothing of two thousand small calls: its memory does not grow', { tags: ['full'] }, () =>
      keepsNothing(2_000),
    );

    it.runIf(isBuiltHere(implementation))(
      'keeps nothing of ten thousand small calls: its memory does not grow',
      { tags: ['full'] },
      () => keepsNothing(10_000),
    );
  },
);

describeCodecs(decompressingEntries, '', ({ codec, implementation }) => {
  it('keeps nothing of a thousand refusals', { tags: ['full'] }, async () => {
    const instance = await openCodec(codec, implementation);
    const garbage = pseudoRandomBytes(700);
    const refuse = async (count: number) => {
      for (let done = 0; done < count; done += 1) await caughtErrorTag(() => instance.decompress(garbage, 4_096));
    };
    await refuse(100);
    const held = instance.wasmMemoryBytes?.();
    const heldBefore = await heldByScripts();
    await refuse(900);
    expect(instance.wasmMemoryBytes?.()).toBe(held);
    expect((await heldByScripts()) - heldBefore, 'bytes more that scripts hold').toBeLessThan(slackBytes);
  });
});

const withDictionaries = codecEntries.filter(({ implementation }) => implementation.dictionaries === true);

describeCodecs(withDictionaries, ' with a dictionary', ({ codec, implementation }) => {
  const rows = Array.from({ length: 2_000 }, (_, row) =>
    new TextEncoder().encode(
      `{"id":${row},"name":"item ${(row * 7_919) % 1_000}","shelf":"${row % 97} north","price":${(row % 997) / 4},"note":"delivered within three working days"}`,
    ),
  );

  async function trained(): Promise<{ instance: Codec; shared: CodecDictionary; dictionary: Uint8Array<ArrayBuffer> }> {
    const instance = await openCodec(codec, implementation);
    if (instance.dictionary === undefined) throw new Error('It has no dictionaries.');
    return { instance, shared: instance.dictionary, dictionary: instance.dictionary.train(rows, 8_192) };
  }

  it('trains one within its size, the same each time, that makes records smaller', async () => {
    const { instance, shared, dictionary } = await trained();
    expect(dictionary.length).toBeGreaterThan(100);
    expect(dictionary.length).toBeLessThanOrEqual(8_192);
    expect(firstDifference((await trained()).dictionary, dictionary)).toBe(-1);
    const sizeOf = async () => {
      let bytes = 0;
      for (const row of rows.slice(0, 100))
        bytes += (await instance.compress(row, defaultLevel(implementation))).length;
      return bytes;
    };
    const without = await sizeOf();
    shared.use(dictionary);
    const withIt = await sizeOf();
    expect(withIt).toBeLessThan(0.7 * without);
    shared.use(null);
    expect(await sizeOf()).toBe(without);
  });

  it('reads with it what was written with it, at every level, and nothing without it', async () => {
    const { instance, shared, dictionary } = await trained();
    const other = await openCodec(codec, implementation);
    const { levels } = implementation;
    const before = dictionary.slice();
    for (const level of levels === null ? [null] : [levels.default, levels.min, levels.max, levels.default]) {
      shared.use(dictionary);
      other.dictionary?.use(dictionary);
      const row = rows[7] ?? new Uint8Array();
      const file = await instance.compress(row, level);
      expect(firstDifference(await instance.decompress(file, row.length), row), `level ${level}`).toBe(-1);
      expect(firstDifference(await other.decompress(file, row.length), row), `level ${level}, another instance`).toBe(
        -1,
      );
      other.dictionary?.use(null);
      let decoded: Uint8Array | null = null;
      try {
        decoded = await other.decompress(file, row.length);
      } catch {
        // Refused, as it should be; raw LZ4 blocks don't know what they were written with.
      }
      if (decoded !== null && level !== levels?.min)
        expect(firstDifference(decoded, row), `level ${level}, read without it`).not.toBe(-1);
    }
    expect(firstDifference(dictionary, before)).toBe(-1);
  });

  it('refuses to train from nothing, and works on', async () => {
    const { instance, shared } = await trained();
    expect(await caughtErrorTag(() => shared.train([], 8_192))).toBe('encodeFailed');
    const row = rows[3] ?? new Uint8Array();
    expect(
      firstDifference(
        await instance.decompress(await instance.compress(row, defaultLevel(implementation)), row.length),
        row,
      ),
    ).toBe(-1);
  });

  it('keeps nothing of dictionaries that were replaced', async () => {
    const { instance, shared, dictionary } = await trained();
    const row = rows[3] ?? new Uint8Array();
    const swap = async (times: number) => {
      for (let done = 0; done < times; done += 1) {
        shared.use(done % 3 === 2 ? null : dictionary);
        await instance.decompress(await instance.compress(row, defaultLevel(implementation)), row.length);
      }
    };
    await swap(30);
    const held = instance.wasmMemoryBytes?.();
    await swap(300);
    expect(instance.wasmMemoryBytes?.()).toBe(held);
  });
});
