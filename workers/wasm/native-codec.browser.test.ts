import { describe, expect, it } from 'vitest';
import { codec as lz4 } from '../codecs/lz4/native';
import { codec as lz4Block } from '../codecs/lz4-block/native';
import { codec as zstd } from '../codecs/zstd/native';
import { FormatlabError } from '../model/errors';
import lz4Url from './built/lz4.wasm?url';
import zstdUrl from './built/zstd.wasm?url';
import { NativeModule, nativeErrors } from './native-module';
import { telling } from '../model/testing/telling';

const mebibyte = 1_048_576;
const record = (row: number) =>
  new TextEncoder().encode(
    JSON.stringify({
      id: row,
      word: ['alpha', 'beta', 'gamma', 'delta'][row % 4],
      score: (row * 7_919) % 1_000,
      tags: ['x', 'y', 'z'].slice(row % 3),
    }),
  );
const text = (sizeBytes: number) => {
  const bytes = new Uint8Array(sizeBytes);
  for (let row = 0, at = 0; at < sizeBytes; row += 1) {
    const next = record(row).subarray(0, sizeBytes - at);
    bytes.set(next, at);
    at += next.length;
  }
  return bytes;
};

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** -1 where they are equal. Vitest's own comparison takes minutes for megabytes. */
function firstDifference(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return index;
  return -1;
}

function tagOf(call: () => unknown): string {
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof FormatlabError) return thrown.record.tag;
    throw thrown;
  }
  throw new Error('The call went through.');
}

const streaming = [
  { name: 'zstd', url: zstdUrl, module: zstd, parameters: [3, 0, 0, 1] },
  { name: 'lz4', url: lz4Url, module: lz4, parameters: [0, 1, 4, 1, 1] },
];

describe.each(streaming)('streams of $name', ({ url, module, parameters }) => {
  /** `data` in pieces of `pieceBytes`, through a stream. */
  async function stream(data: Uint8Array, pieceBytes: number, decompressing: boolean) {
    const native = await NativeModule.load(url);
    const context = native.open(parameters);
    expect(native.streamBegin(context, decompressing)).toBe(0);
    const parts: Uint8Array[] = [];
    for (let at = 0; at === 0 || at < data.length; at += pieceBytes) {
      const size = native.streamStep(
        context,
        data.subarray(at, at + pieceBytes),
        at + pieceBytes >= data.length,
        64 * mebibyte,
      );
      if (size < 0) return { error: size, bytes: join(parts) };
      parts.push(native.take(size));
    }
    return { error: 0, bytes: join(parts) };
  }

  it.each([0, 1, 70_000, 3 * mebibyte])('carry %i bytes in pieces of any size, both ways', async (sizeBytes) => {
    const data = text(sizeBytes);
    for (const pieceBytes of [777, 65_536, 5 * mebibyte].filter((size) => sizeBytes / size < 5_000)) {
      const { bytes: file } = await stream(data, pieceBytes, false);
      expect(firstDifference((await stream(file, pieceBytes, true)).bytes, data)).toBe(-1);
      // The stream is a frame like any other.
      expect(firstDifference(await (await module.create()).decompress(file, sizeBytes), data)).toBe(-1);
    }
  });

  it('end with an error where their input is cut or damaged', async () => {
    const { bytes: file } = await stream(text(300_000), 10_000, false);
    for (const end of [0, 1, 20, file.length >> 1, file.length - 1])
      expect((await stream(file.subarray(0, end), 4_096, true)).error, `cut to ${end}`).toBe(nativeErrors.damaged);
  });

  it('stop at the limit of a step', async () => {
    const native = await NativeModule.load(url);
    const context = native.open(parameters);
    native.streamBegin(context, false);
    const bomb = native.take(native.streamStep(context, new Uint8Array(16 * mebibyte), true, 64 * mebibyte));
    native.streamBegin(context, true);
    expect(native.streamStep(context, bomb, true, 100_000)).toBe(nativeErrors.room);
  });
});

describe('a trap', () => {
  it('replaces the instance, and the codec goes on', async () => {
    const native = await NativeModule.load(zstdUrl);
    // A context that is none: the library reads beyond the memory.
    expect(() => native.compress(0xfffffff0, text(1_000))).toThrow(WebAssembly.RuntimeError);
    expect(native.generation).toBe(1);
    const context = native.open([3]);
    const size = native.compress(context, text(1_000));
    expect(size).toBeGreaterThan(0);
    const file = native.take(size);
    expect(native.decompress(context, file, 1_000)).toBe(1_000);
    expect(native.take(1_000)).toEqual(text(1_000));
  });
});

describe('memory', () => {
  it.each(['zstd', 'lz4'])('is bounded by what was given and allowed, not by what %s data claim', async (name) => {
    const module = name === 'zstd' ? zstd : lz4;
    const bomb = await (await module.create()).compress(new Uint8Array(48 * mebibyte), 1);
    const reader = await module.create();
    await expect(async () => reader.decompress(bomb, mebibyte)).rejects.toMatchObject({
      record: { tag: 'tooLarge', codec: name, message: expect.stringMatching(telling('1,048,576 bytes')) },
    });
    expect(reader.wasmMemoryBytes?.()).toBeLessThan(8 * mebibyte);
  });

  it('does not grow with the number of calls', async () => {
    const codec = await zstd.create();
    for (let call = 0; call < 200; call += 1) await codec.decompress(await codec.compress(record(call), 3), 1_000);
    const before = codec.wasmMemoryBytes?.();
    for (let call = 0; call < 10_000; call += 1) await codec.decompress(await codec.compress(record(call), 3), 1_000);
    expect(codec.wasmMemoryBytes?.()).toBe(before);
  });

  it('does not grow with changes of level', async () => {
    const codec = await zstd.create();
    const changes = () => [1, 19, -5, 9].map((level) => codec.compress(text(20_000), level));
    for (let round = 0; round < 5; round += 1) changes();
    const before = codec.wasmMemoryBytes?.();
    for (let round = 0; round < 20; round += 1) changes();
    expect(codec.wasmMemoryBytes?.()).toBe(before);
  });
});

describe('dictionaries of zstd', () => {
  const samples = Array.from({ length: 2_000 }, (_, row) => record(row));

  it('make small records much smaller, and are needed to read them', async () => {
    const codec = await zstd.create();
    const { dictionary } = codec;
    if (dictionary === undefined) throw new Error('There are no dictionaries.');
    const trained = dictionary.train(samples, 4_096);
    expect(trained.length).toBeLessThanOrEqual(4_096);
    const plain = await codec.compress(record(5_000), 3);
    dictionary.use(trained);
    const small = await codec.compress(record(5_000), 3);
    expect(small.length).toBeLessThan(plain.length * 0.7);
    expect(await codec.decompress(small, 1_000)).toEqual(record(5_000));
    // Still in use after the level changed, which opens another context.
    const other = await codec.compress(record(5_001), 9);
    expect(other.length).toBeLessThan(plain.length * 0.7);
    expect(await codec.decompress(other, 1_000)).toEqual(record(5_001));
    dictionary.use(null);
    expect(tagOf(() => codec.decompress(small, 1_000))).toBe('decodeFailed');
    expect(await codec.decompress(plain, 1_000)).toEqual(record(5_000));
  });

  it('are refused where they are none, and not made of too few samples', async () => {
    const { dictionary } = await zstd.create();
    expect(tagOf(() => dictionary?.use(text(1_000)))).toBe('malformedInput');
    expect(tagOf(() => dictionary?.train([record(1)], 4_096))).toBe('encodeFailed');
  });
});

describe('options', () => {
  it('that the metadata do not know, or whose value they do not know, are refused', async () => {
    await expect(zstd.create({ window: 20 })).rejects.toThrow(/has no option “window”/);
    await expect(zstd.create({ windowLog: '31' })).rejects.toThrow(/must be one of/);
  });

  it('of zstd reach the frame', async () => {
    const plain = await (await zstd.create()).compress(text(100_000), 3);
    const summed = await (await zstd.create({ checksum: true })).compress(text(100_000), 3);
    expect(summed.length).toBe(plain.length + 4);
    const small = await (await zstd.create({ windowLog: '10' })).compress(text(100_000), 3);
    expect(small.length).toBeGreaterThan(plain.length);
    const far = join([text(3 * mebibyte), crypto.getRandomValues(new Uint8Array(65_536)), text(3 * mebibyte)]);
    const long = await zstd.create({ longDistance: true, windowLog: '27' });
    expect(firstDifference(await long.decompress(await long.compress(far, 1), far.length), far)).toBe(-1);
  });

  it('of LZ4 reach the frame', async () => {
    const frame = await (await lz4.create({ blockSize: '7', linked: false, checksum: true })).compress(
      text(5 * mebibyte),
      1,
    );
    // Version 1, independent blocks, content size, content checksum; blocks of at most 4 MiB.
    expect([frame[4], frame[5]]).toEqual([0b01101100, 0x70]);
    expect((await (await lz4.create()).decompress(frame, 5 * mebibyte)).length).toBe(5 * mebibyte);
  });
});

it('a module that can’t be fetched is no fault of the data', async () => {
  // Nothing listens at this port.
  await expect(NativeModule.load('http://localhost:9/none.wasm')).rejects.toMatchObject({
    record: { tag: 'internal', stage: 'load', message: expect.stringContaining('could not be loaded') },
  });
});

it('raw LZ4 blocks of much repetition are asked for their size before room is made for it', async () => {
  const codec = await lz4Block.create();
  const block = await codec.compress(new Uint8Array(48 * mebibyte), 1);
  const reader = await lz4Block.create();
  expect(tagOf(() => reader.decompress(block, 40 * mebibyte))).toBe('tooLarge');
  expect(reader.wasmMemoryBytes?.()).toBeLessThan(8 * mebibyte);
  expect((await reader.decompress(block, 50 * mebibyte)).length).toBe(48 * mebibyte);
});
