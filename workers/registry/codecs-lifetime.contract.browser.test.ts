import { describe, expect, it } from 'vitest';
import type { Codec, CodecDictionary } from '../model/entry';
import {
  codecEntries,
  defaultLevel,
  firstDifference,
  noise,
  open,
  readers,
  tagOf,
  text,
  wholeElements,
  writers,
} from './codec-cases';

/** What holds over many calls: nothing is kept that grows, and dictionaries come and go. */

const calls = 10_000;
/** Fewer calls where ten thousand would take longer. */
const longestMs = 800;
const fewestCalls = 400;

describe.each(writers.filter(({ implementation }) => implementation.decompresses))(
  '$name',
  ({ codec, implementation }) => {
    it('keeps nothing of ten thousand small calls: neither memory nor time grow', async () => {
      const instance = await open(codec, implementation);
      const records = Array.from({ length: 16 }, (_, index) =>
        text(20_000).slice(index * 696, index * 696 + wholeElements(implementation, 696 - 8 * index)),
      );
      const level = await quickLevel();

      async function quickLevel() {
        const { levels } = implementation;
        const given = defaultLevel(implementation);
        if (levels === null || (await timed(20, given)) * calls < longestMs) return given;
        return levels.min;
      }
      /** Per call of both, the fastest of batches. */
      async function timed(count: number, at: number | null) {
        const batch = 20;
        let bestMs = Number.POSITIVE_INFINITY;
        for (let done = 0; done < count; done += batch) {
          const start = performance.now();
          for (let index = 0; index < batch; index += 1) await roundTrip(records[index & 15] ?? new Uint8Array(), at);
          bestMs = Math.min(bestMs, (performance.now() - start) / batch);
        }
        return bestMs;
      }
      async function roundTrip(record: Uint8Array, at: number | null) {
        const made = instance.compress(record, at);
        const file = made instanceof Uint8Array ? made : await made;
        const read = instance.decompress(file, record.length);
        const decoded = read instanceof Uint8Array ? read : await read;
        if (decoded.length !== record.length) throw new Error(`${decoded.length} bytes came back of ${record.length}.`);
      }

      const callMs = await timed(100, level);
      const total = Math.max(fewestCalls, Math.min(calls, Math.floor(longestMs / callMs)));
      const tenth = Math.ceil(total / 10);
      const earlyMs = await timed(tenth, level);
      const held = instance.wasmMemoryBytes?.();
      await timed(total - 2 * tenth, level);
      const lateMs = await timed(tenth, level);
      expect(instance.wasmMemoryBytes?.(), `${held} bytes after ${tenth + 100} calls`).toBe(held);
      expect(lateMs, `${earlyMs} ms a call at first`).toBeLessThan(2 * earlyMs + 0.05);
      const last = records[0] ?? new Uint8Array();
      expect(firstDifference(await instance.decompress(await instance.compress(last, level), last.length), last)).toBe(
        -1,
      );
    });
  },
);

describe.each(readers)('$name', ({ codec, implementation }) => {
  it('keeps nothing of a thousand refusals', async () => {
    const instance = await open(codec, implementation);
    const garbage = noise(700);
    const refuse = async (count: number) => {
      const end = performance.now() + longestMs;
      for (let done = 0; done < count && performance.now() < end; done += 1)
        await tagOf(() => instance.decompress(garbage, 4_096));
    };
    await refuse(100);
    const held = instance.wasmMemoryBytes?.();
    await refuse(900);
    expect(instance.wasmMemoryBytes?.()).toBe(held);
  });
});

const withDictionaries = codecEntries.filter(({ implementation }) => implementation.dictionaries === true);

describe.each(withDictionaries)('$name with a dictionary', ({ codec, implementation }) => {
  const rows = Array.from({ length: 2_000 }, (_, row) =>
    new TextEncoder().encode(
      `{"id":${row},"name":"item ${(row * 7_919) % 1_000}","shelf":"${row % 97} north","price":${(row % 997) / 4},"note":"delivered within three working days"}`,
    ),
  );

  async function trained(): Promise<{ instance: Codec; shared: CodecDictionary; dictionary: Uint8Array<ArrayBuffer> }> {
    const instance = await open(codec, implementation);
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
    const other = await open(codec, implementation);
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
    expect(await tagOf(() => shared.train([], 8_192))).toBe('encodeFailed');
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
