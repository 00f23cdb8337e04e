import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json';
import type { CodecImplementationMeta, CodecMeta } from '../model/entry';
import { FormatlabError } from '../model/errors';
import { codecs } from './metadata';
import { loadCodec } from './modules';

/** Holds for every implementation of every codec, found through the registry: a new one is tested by being there. */

const sizes = [0, 1, 11, 12, 13, 14, 15, 16, 17, 63, 64, 65, 651, 4_096, 65_535, 65_536, 65_537, 131_070, 1_048_576];
/** Room for every size above. */
const ample = 8 * 1_048_576;

/** Deterministic bytes without structure (xorshift32). */
function noise(size: number, seed = 2_463_534_242): Uint8Array<ArrayBuffer> {
  let state = seed;
  return Uint8Array.from({ length: size }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 0xff;
  });
}

function text(size: number): Uint8Array<ArrayBuffer> {
  let lines = '';
  for (let row = 0; lines.length < size; row += 1) lines += `{"id":${row},"name":"item ${(row * 7_919) % 1_000}","price":${(row % 97) / 4}}\n`;
  return new TextEncoder().encode(lines).slice(0, size);
}

const patterns: Record<string, (size: number) => Uint8Array<ArrayBuffer>> = {
  zeros: (size) => new Uint8Array(size),
  noise: (size) => noise(size),
  counting: (size) => Uint8Array.from({ length: size }, (_, index) => index),
  'JSON text': text,
  'short repeats': (size) => Uint8Array.from({ length: size }, (_, index) => [97, 98, 99][index % 3] ?? 0),
};

const entries = [...codecs.values()].flatMap((codec) =>
  codec.implementations.map((implementation) => ({ codec, implementation, name: `${codec.id} by ${implementation.id}` })),
);
const writers = entries.filter(({ implementation }) => implementation.compresses);
const readers = entries.filter(({ implementation }) => implementation.decompresses);

const writersOf = (codec: CodecMeta) => codec.implementations.filter(({ compresses }) => compresses);
const edgeLevels = ({ levels }: CodecImplementationMeta) => (levels === null ? [null] : [...new Set([levels.min, levels.default, levels.max])]);
const defaultLevel = ({ levels }: CodecImplementationMeta) => levels?.default ?? null;
const nonConforming = ({ conforms }: CodecImplementationMeta) => conforms === false;

async function open(codec: CodecMeta, implementation: CodecImplementationMeta) {
  return (await loadCodec(codec.id, implementation.id)).create();
}

async function compressed(codec: CodecMeta, implementation: CodecImplementationMeta, data: Uint8Array, level = defaultLevel(implementation)) {
  return (await open(codec, implementation)).compress(data, level);
}

/** What a call threw; fails the test where it threw nothing, or anything but the project's own error. */
async function errorOf(call: () => unknown): Promise<FormatlabError> {
  try {
    await call();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(FormatlabError);
    if (thrown instanceof FormatlabError) return thrown;
  }
  throw new Error('The call went through.');
}

const tagOf = async (call: () => unknown) => (await errorOf(call)).record.tag;

it('finds codecs to test', () => {
  expect([...codecs.keys()]).toEqual(expect.arrayContaining(['gzip', 'lz4', 'zstd']));
});

describe.each(entries)('$name', ({ codec, implementation }) => {
  it('names the library version that package.json pins', () => {
    const { package: name, version } = implementation.library;
    const pinned: Record<string, string> = packageJson.dependencies;
    if (name === 'browser' || name === 'formatlab') expect(version).toBe('');
    else expect(pinned[name]).toBe(version);
  });

  it('compresses or decompresses, and its default level is in its range', () => {
    expect(implementation.compresses || implementation.decompresses).toBe(true);
    expect(codec.implementations.filter(({ id }) => id === implementation.id)).toHaveLength(1);
    const { levels } = implementation;
    if (levels === null) return;
    expect(levels.min).toBeLessThanOrEqual(levels.default);
    expect(levels.default).toBeLessThanOrEqual(levels.max);
  });
});

describe.each(writers)('$name writes', ({ codec, implementation }) => {
  it.each(Object.keys(patterns))('%s of every size so that every reader of the codec gives them back', async (pattern) => {
    const writer = await open(codec, implementation);
    const sources = codec.implementations.filter(({ decompresses }) => decompresses);
    const decoders = await Promise.all(sources.map(async (source) => ({ source, decoder: await open(codec, source) })));
    for (const size of sizes) {
      const data = patterns[pattern]?.(size) ?? new Uint8Array();
      for (const level of edgeLevels(implementation)) {
        const file = await writer.compress(data, level);
        for (const { source, decoder } of decoders) {
          const place = `${size} bytes, level ${level}, read by ${source.id}`;
          let decoded: Uint8Array;
          try {
            decoded = await decoder.decompress(file, ample);
          } catch (thrown) {
            // A writer that is declared not to conform may be refused, but never by its own reader.
            expect(nonConforming(implementation) && source.id !== implementation.id, `${place}: ${thrown}`).toBe(true);
            continue;
          }
          expect(decoded.length, place).toBe(size);
          expect(firstDifference(decoded, data), place).toBe(-1);
        }
      }
    }
  });

  it('leaves its input alone, reads views at any offset, and gives buffers of their own', async () => {
    const writer = await open(codec, implementation);
    const whole = text(5_000);
    const view = whole.subarray(3, 4_003);
    const before = view.slice();
    const first = await writer.compress(view, defaultLevel(implementation));
    const second = await writer.compress(view, defaultLevel(implementation));
    expect(firstDifference(view, before)).toBe(-1);
    expect(first.buffer).not.toBe(whole.buffer);
    expect(first.buffer).not.toBe(second.buffer);
    expect(firstDifference(first, second), 'equal input gives equal bytes').toBe(-1);
    const shifted = new Uint8Array(first.length + 9);
    shifted.set(first, 5);
    const source = codec.implementations.find(({ decompresses, id }) => decompresses && id === implementation.id) ?? implementation;
    const decoder = await open(codec, source);
    const encoded = shifted.subarray(5, 5 + first.length);
    const decoded = await decoder.decompress(encoded, ample);
    expect(firstDifference(decoded, view)).toBe(-1);
    expect(firstDifference(encoded, first)).toBe(-1);
    expect(decoded.buffer).not.toBe(shifted.buffer);
    decoded.fill(0);
    expect(firstDifference(await decoder.decompress(encoded, ample), view)).toBe(-1);
  });

  it('has instances that do not disturb each other', async () => {
    const [a, b] = await Promise.all([open(codec, implementation), open(codec, implementation)]);
    const [textFile, noiseFile] = await Promise.all([
      a.compress(text(70_000), defaultLevel(implementation)),
      b.compress(noise(70_000), defaultLevel(implementation)),
    ]);
    if (!implementation.decompresses) return;
    const [fromB, fromA] = await Promise.all([b.decompress(textFile, ample), a.decompress(noiseFile, ample)]);
    expect(firstDifference(fromB, text(70_000))).toBe(-1);
    expect(firstDifference(fromA, noise(70_000))).toBe(-1);
  });

  it('rejects levels out of its range, never clamping them', async () => {
    const writer = await open(codec, implementation);
    const { levels } = implementation;
    const impossible = levels === null ? [0, 1, -1] : [levels.min - 1, levels.max + 1, levels.min + 0.5, Number.NaN, null];
    for (const level of impossible) expect(await tagOf(() => writer.compress(text(100), level)), `level ${level}`).toBe('invalidPlan');
  });
});

describe.each(readers)('$name reads', ({ codec, implementation }) => {
  const source =
    writersOf(codec).find(({ id }) => id === implementation.id) ?? writersOf(codec).find((writer) => !nonConforming(writer)) ?? writersOf(codec)[0];
  if (source === undefined) throw new Error(`Nothing writes ${codec.id}.`);
  const conforming = !nonConforming(source) || source.id === implementation.id;

  it('up to the limit and not a byte more', async () => {
    const decoder = await open(codec, implementation);
    const data = conforming ? text(100_000) : noise(100_000);
    const file = await compressed(codec, source, data);
    expect((await decoder.decompress(file, data.length)).length).toBe(data.length);
    expect(await tagOf(() => decoder.decompress(file, data.length - 1))).toBe('tooLarge');
    expect(await tagOf(() => decoder.decompress(file, 0))).toBe('tooLarge');
  });

  it('nothing of a bomb', async () => {
    const bomb = await compressed(codec, source, new Uint8Array(48 * 1_048_576));
    const decoder = await open(codec, implementation);
    expect(await tagOf(() => decoder.decompress(bomb, 1_048_576))).toBe('tooLarge');
    if (decoder.wasmMemoryBytes !== undefined) expect(decoder.wasmMemoryBytes()).toBeLessThan(32 * 1_048_576);
  });

  it('no truncated input, wherever it is cut', async () => {
    const file = await compressed(codec, source, text(1_500));
    const decoder = await open(codec, implementation);
    for (let end = 0; end < file.length; end += 1)
      expect(await tagOf(() => decoder.decompress(file.subarray(0, end), ample)), `cut to ${end} of ${file.length}`).toBe('decodeFailed');
  });

  it('nothing but its own format', async () => {
    const decoder = await open(codec, implementation);
    for (const other of [noise(1_000), text(1_000), new Uint8Array(1_000)]) expect(await tagOf(() => decoder.decompress(other, ample))).toBe('decodeFailed');
  });

  it('no data that other data follow, unless its warning says that it does', async () => {
    const file = await compressed(codec, source, text(1_500));
    const followed = new Uint8Array(file.length + 16);
    followed.set(file);
    followed.set(noise(16), file.length);
    const decoder = await open(codec, implementation);
    if (implementation.warning?.includes('nor what follows the stream'))
      expect(firstDifference(await decoder.decompress(followed, ample), text(1_500))).toBe(-1);
    else expect(await tagOf(() => decoder.decompress(followed, ample))).toBe('decodeFailed');
  });

  it('input with any bit flipped as an error or as bytes within the limit', async () => {
    const file = await compressed(codec, source, text(600));
    const decoder = await open(codec, implementation);
    for (let bit = 0; bit < file.length * 8; bit += 3) {
      const flipped = file.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      try {
        expect((await decoder.decompress(flipped, 100_000)).length).toBeLessThanOrEqual(100_000);
      } catch (thrown) {
        expect(thrown, `bit ${bit}`).toBeInstanceOf(FormatlabError);
      }
    }
    // Whatever it met, it still works.
    expect(firstDifference(await decoder.decompress(file, ample), text(600))).toBe(-1);
  });
});

function firstDifference(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return index;
  return -1;
}
