import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../model/testing/hostile-bytes';
import { NativeModule, nativeErrors } from './native-module';

/** An .xz stream of several blocks, made of streams of one block each, with an index whose records may be in another order than the blocks. */

const headerBytes = 12;
const footerBytes = 12;

function littleEndian(value: number): number[] {
  return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];
}

/** 7 bits a byte, lowest first. */
function variable(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...variable(value >>> 7)];
}

interface Block {
  readonly bytes: Uint8Array;
  /** Without the padding to a multiple of four. */
  readonly unpaddedBytes: number;
  readonly plainBytes: number;
}

function blockOf(stream: Uint8Array, plainBytes: number): Block {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.length);
  const indexAt = stream.length - footerBytes - (view.getUint32(stream.length - 8, true) + 1) * 4;
  // Behind the index's first byte and its count of 1, both of one byte.
  let unpaddedBytes = 0;
  for (let at = indexAt + 2, shift = 0; ; at += 1, shift += 7) {
    const byte = view.getUint8(at);
    unpaddedBytes |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  return { bytes: stream.subarray(headerBytes, indexAt), unpaddedBytes, plainBytes };
}

function join(stream: Uint8Array, blocks: readonly Block[], records: readonly Block[]): Uint8Array {
  const index = [
    0,
    ...variable(records.length),
    ...records.flatMap(({ unpaddedBytes, plainBytes }) => [...variable(unpaddedBytes), ...variable(plainBytes)]),
  ];
  while (index.length % 4 !== 0) index.push(0);
  index.push(...crc32(index));
  const sizeAndFlags = [...littleEndian(index.length / 4 - 1), ...stream.subarray(6, 8)];
  const footer = [...crc32(sizeAndFlags), ...sizeAndFlags, 0x59, 0x5a];
  return Uint8Array.from([
    ...stream.subarray(0, headerBytes),
    ...blocks.flatMap(({ bytes }) => [...bytes]),
    ...index,
    ...footer,
  ]);
}

const module = await NativeModule.load(
  `data:application/wasm;base64,${readFileSync('workers/wasm/built/liblzma.wasm').toString('base64')}`,
);
const context = module.open([0, 6, 0, 4]);
const sizes = [700, 60, 700, 1_000, 333, 90, 333, 8];
const plain = sizes.map((size, part) => Uint8Array.from({ length: size }, (_, at) => (at * at * (part + 3)) >> 5));
const streams = plain.map((bytes) => module.take(module.compress(context, bytes)));
const blocks = streams.map((stream, part) => blockOf(stream, sizes[part] ?? 0));
const [first] = streams;
if (first === undefined) throw new Error('There is no stream.');

function swapped(count: number, one: number, other: number): Block[] {
  const order = Array.from({ length: count }, (_, at) => (at === one ? other : at === other ? one : at));
  return order.flatMap((at) => blocks.slice(at, at + 1));
}

describe.each([1, 2, 4, 5, 8])('a stream of %i blocks', (count) => {
  const used = blocks.slice(0, count);
  const all = Uint8Array.from(plain.slice(0, count).flatMap((bytes) => [...bytes]));

  it('is read where its index has the sizes of its blocks', () => {
    expect(module.take(module.decompress(context, join(first, used, used), 1 << 20))).toEqual(all);
  });

  it('is refused where the index has them in another order', ({ skip }) => {
    if (count === 1) skip('One block has no other order.');
    for (let one = 0; one < count; one += 1)
      for (let other = one + 1; other < count; other += 1) {
        const records = swapped(count, one, other);
        const same = records.every(
          ({ unpaddedBytes, plainBytes }, at) =>
            unpaddedBytes === used[at]?.unpaddedBytes && plainBytes === used[at]?.plainBytes,
        );
        const result = module.decompress(context, join(first, used, records), 1 << 20);
        expect(result < 0 ? result : 'read', `${one} and ${other}`).toBe(same ? 'read' : nativeErrors.damaged);
      }
  });

  it('is refused where a record has another size, one is left out or one is too many', () => {
    for (let at = 0; at < count; at += 1) {
      const altered = used.map((block, place) =>
        place === at ? { ...block, plainBytes: block.plainBytes ^ 1 } : block,
      );
      expect(module.decompress(context, join(first, used, altered), 1 << 20)).toBe(nativeErrors.damaged);
    }
    expect(module.decompress(context, join(first, used, used.slice(1)), 1 << 20)).toBe(nativeErrors.damaged);
    expect(module.decompress(context, join(first, used, [...used, ...used.slice(0, 1)]), 1 << 20)).toBe(
      nativeErrors.damaged,
    );
  });
});
