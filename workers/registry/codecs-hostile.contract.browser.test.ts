import { expect, it } from 'vitest';
import type { Codec } from '../model/entry';
import { FormatlabError } from '../model/errors';
import type { HostileStreams } from '../model/testing/hostile-bytes';
import {
  compressPattern,
  defaultLevel,
  caughtError,
  firstDifference,
  pseudoRandomBytes,
  openCodec,
  decompressingEntries,
  caughtErrorTag,
  describeCodecs,
  sampleText,
  roundDownToElements,
  compressorForReader,
} from './testing/codec-cases';
import { codecs } from './metadata';

/** What every decoder has to refuse, within bounded time and memory, and be none the worse for it. */

const ample = 8 * 1_048_576;
/** outOfMemory: where a header asks for a larger dictionary than is given. */
const refusals = /^(?:decodeFailed|tooLarge|outOfMemory)$/;
/** What a decoder may hold after it was told of 4 GB: xz and lzma give a dictionary of up to 128 MiB where a header asks for it, and a memory grows in steps. */
const memoryMaxBytes = 320 * 1_048_576;

const hostileStreams = import.meta.glob<HostileStreams>('../codecs/*/testing/hostile-streams.ts', {
  eager: true,
  import: 'hostileStreams',
});

it.each([...codecs.keys()])('%s has hostile streams of its own', (id) =>
  expect(Object.keys(hostileStreams[`../codecs/${id}/testing/hostile-streams.ts`] ?? {}).length).toBeGreaterThan(0),
);

describeCodecs(decompressingEntries, ' reads', ({ codec, implementation }) => {
  const source = compressorForReader(codec, implementation);
  const size = (wanted: number) => roundDownToElements(implementation, wanted);
  // A writer that does not conform is read by others only where it had nothing to compress.
  const fitting = source.conforms === false && source.id !== implementation.id ? pseudoRandomBytes : sampleText;
  const delimited = codec.endless !== true;

  function checkMemory(decoder: Codec, place: string) {
    if (decoder.wasmMemoryBytes !== undefined) expect(decoder.wasmMemoryBytes(), place).toBeLessThan(memoryMaxBytes);
  }

  /** Bytes within the limit, or the project's own error. That it comes soon, the test's limit sees to: there are thousands of calls. */
  async function survives(decoder: Codec, input: Uint8Array, limitBytes: number, place: string) {
    try {
      expect((await decoder.decompress(input, limitBytes)).length, place).toBeLessThanOrEqual(limitBytes);
    } catch (thrown) {
      if (!(thrown instanceof FormatlabError)) throw new Error(`${place}: it threw ${thrown}`, { cause: thrown });
      expect(thrown.record.tag, `${place}: ${thrown.message}`).toMatch(refusals);
      expect(thrown.record.message.length, place).toBeGreaterThan(10);
    }
  }

  it('up to the limit and not a byte more', async () => {
    const decoder = await openCodec(codec, implementation);
    const data = fitting(size(100_000));
    const file = await compressPattern(codec, source, data);
    expect((await decoder.decompress(file, data.length)).length).toBe(data.length);
    expect(await caughtErrorTag(() => decoder.decompress(file, data.length - 1))).toBe('tooLarge');
    expect(await caughtErrorTag(() => decoder.decompress(file, 0))).toBe('tooLarge');
  });

  it('nothing of a bomb', { tags: ['full'] }, async () => {
    const bomb = await compressPattern(
      codec,
      source,
      new Uint8Array(48 * 1_048_576),
      source.levels === null ? null : Math.min(source.levels.default, Math.max(source.levels.min, 1)),
    );
    const decoder = await openCodec(codec, implementation);
    const before = decoder.wasmMemoryBytes?.() ?? 0;
    expect(await caughtErrorTag(() => decoder.decompress(bomb, 1_048_576))).toBe('tooLarge');
    // FSST finds nothing in zeros: its bomb is as large as what it holds.
    if (decoder.wasmMemoryBytes !== undefined)
      expect(decoder.wasmMemoryBytes() - before).toBeLessThan(bomb.length + 32 * 1_048_576);
  });

  it('no truncated input, wherever it is cut', async () => {
    const data = fitting(size(1_500));
    const file = await compressPattern(codec, source, data);
    const decoder = await openCodec(codec, implementation);
    for (let end = 0; end < file.length; end += 1) {
      const cut = file.subarray(0, end);
      if (delimited) {
        const { record } = await caughtError(() => decoder.decompress(cut, ample));
        expect(record.tag, `cut to ${end} of ${file.length}: ${record.message}`).toBe('decodeFailed');
        continue;
      }
      try {
        expect((await decoder.decompress(cut, ample)).length, `cut to ${end} of ${file.length}`).toBeLessThan(
          data.length,
        );
      } catch (thrown) {
        expect(thrown, `cut to ${end} of ${file.length}`).toBeInstanceOf(FormatlabError);
      }
    }
  });

  it('nothing but its own format', async () => {
    const decoder = await openCodec(codec, implementation);
    for (const other of [pseudoRandomBytes(1_000), sampleText(1_000), new Uint8Array(1_000)])
      expect(await caughtErrorTag(() => decoder.decompress(other, ample))).toBe('decodeFailed');
  });

  it('no data that other data follow, unless its warning says that it does', async () => {
    const data = fitting(size(1_500));
    const file = await compressPattern(codec, source, data);
    const followed = new Uint8Array(file.length + 16);
    followed.set(file);
    followed.set(pseudoRandomBytes(16), file.length);
    const decoder = await openCodec(codec, implementation);
    if (implementation.warning?.includes('nor whether bytes follow the stream'))
      expect(firstDifference(await decoder.decompress(followed, ample), data)).toBe(-1);
    // Where nothing marks the end, what follows is read as more of it, for which there is no room.
    else
      expect(await caughtErrorTag(() => decoder.decompress(followed, delimited ? ample : data.length))).toBe(
        'decodeFailed',
      );
  });

  it('input with any bit flipped, or any four bytes claiming 4 GB, as an error or as bytes within the limit', {
    tags: ['full'],
  }, async () => {
    const data = fitting(size(600));
    const file = await compressPattern(codec, source, data);
    const decoder = await openCodec(codec, implementation);
    for (let bit = 0; bit < file.length * 8; bit += bit < 512 ? 1 : 3) {
      const flipped = file.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await survives(decoder, flipped, 100_000, `bit ${bit}`);
    }
    for (let offset = 0; offset < file.length; offset += offset < 48 || offset > file.length - 32 ? 1 : 7) {
      for (const [bytes, value] of [
        [4, 0xff],
        [8, 0xff],
        [3, 0x7f],
        [1, 0x00],
      ] as const) {
        await survives(
          decoder,
          file.slice().fill(value, offset, offset + bytes),
          100_000,
          `${bytes} bytes of ${value} at ${offset}`,
        );
      }
    }
    checkMemory(decoder, 'after all of it');
    // Whatever it met, it still works.
    expect(firstDifference(await decoder.decompress(file, ample), data)).toBe(-1);
    if (implementation.compresses)
      expect(
        firstDifference(
          await decoder.decompress(await decoder.compress(data, defaultLevel(implementation)), data.length),
          data,
        ),
      ).toBe(-1);
  });

  const streams = Object.entries(hostileStreams[`../codecs/${codec.id}/testing/hostile-streams.ts`] ?? {});
  it('a header that lies as an error, at once and without the memory that it claims', async () => {
    const data = fitting(size(600));
    const file = await compressPattern(codec, source, data);
    const decoder = await openCodec(codec, implementation);
    for (const [lie, { input, tag = 'decodeFailed', tagBy = {} }] of streams) {
      const before = input.slice();
      await survives(decoder, input, 1_048_576, lie);
      if (tag !== 'any')
        expect(await caughtErrorTag(() => decoder.decompress(input, 1_048_576)), lie).toBe(
          tagBy[implementation.id] ?? tag,
        );
      expect(firstDifference(input, before), lie).toBe(-1);
      checkMemory(decoder, lie);
      expect(firstDifference(await decoder.decompress(file, data.length), data), `after ${lie}`).toBe(-1);
    }
  });
});
