import { describe, expect, it } from 'vitest';
import { bucketCountFor } from './bucket-count';
import { crcOf, magicChecksum, wordsOf } from '../../../libraries/checksums';
import { bucketOf } from './murmur';
import { readFixed, VarnumReader, varnumBytes, writeFixed, writeVarnum } from './numbers';

const bytes = (text: string) => new TextEncoder().encode(text);
const mask = (1n << 64n) - 1n;

/** MurmurHash64A and Tkrzw's folding as their sources have them, with the 64 bits in one number. */
function slowBucketOf(key: Uint8Array, bucketCount: number): number {
  const mul = 0xc6a4a7935bd1e995n;
  let hash = 19_780_211n ^ ((BigInt(key.length) * mul) & mask);
  let at = 0;
  for (; at + 8 <= key.length; at += 8) {
    let word = 0n;
    for (let index = 7; index >= 0; index -= 1) word = (word << 8n) | BigInt(key[at + index] ?? 0);
    word = (word * mul) & mask;
    word ^= word >> 47n;
    word = (word * mul) & mask;
    hash = ((hash * mul) & mask) ^ word;
  }
  if (at < key.length) {
    for (let index = key.length - at - 1; index >= 0; index -= 1)
      hash ^= BigInt(key[at + index] ?? 0) << BigInt(8 * index);
    hash = (hash * mul) & mask;
  }
  hash ^= hash >> 47n;
  hash = (hash * mul) & mask;
  hash ^= hash >> 47n;
  const folded =
    (((hash & 0xffff000000000000n) >> 48n) | ((hash & 0x0000ffff00000000n) >> 16n)) ^
    (((hash & 0xffffn) << 16n) | ((hash & 0xffff0000n) >> 16n));
  return Number(folded % BigInt(bucketCount));
}

describe('the store’s parts', () => {
  it('hashes keys of every length as with 64-bit numbers', () => {
    let state = 1;
    for (let length = 0; length < 200; length += 1) {
      const key = Uint8Array.from({ length }, () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return state >>> 24;
      });
      for (const count of [1, 101, 131_101, 1_048_583, 4_294_967_291])
        expect(bucketOf(key, 0, length, count), `${length} bytes, ${count} buckets`).toBe(slowBucketOf(key, count));
    }
    const key = 'key of ten and more';
    const inside = bytes(`xx${key}yy`);
    expect(bucketOf(inside, 2, inside.length - 2, 131_101)).toBe(slowBucketOf(bytes(key), 131_101));
  });

  it('has the known answers of its CRCs', () => {
    const data = bytes('123456789');
    expect([1, 2, 4].map((width) => crcOf(width, data, 0, data.length))).toEqual([0xf4, 0x31c3, 0xcbf43926]);
    expect([1, 2, 4].map((width) => crcOf(width, data, 4, 4))).toEqual([0, 0, 0]);
  });

  it('sums bytes the same wherever they begin in their buffer', () => {
    const plain = (data: Uint8Array, start: number, end: number) =>
      ((11 + data.subarray(start, end).reduce((sum, byte) => sum + byte, 0)) % 61) + 3;
    for (let shift = 0; shift < 5; shift += 1) {
      const data = new Uint8Array(2_100 + shift).subarray(shift).fill(255);
      for (const [start, end] of [
        [0, 0],
        [0, 1],
        [1, 3],
        [3, 2_000],
        [2, 2_100],
        [7, 1_032],
      ] as const)
        expect(magicChecksum(data, wordsOf(data), start, end)).toBe(plain(data, start, end));
    }
  });

  it('takes the number of buckets that Tkrzw takes', () => {
    expect([0, 1, 100, 101, 1_000, 1_048_576, 131_072, 2 ** 24].map(bucketCountFor)).toEqual([
      1, 1, 100, 101, 1_009, 1_048_583, 131_101, 16_777_259,
    ]);
  });

  it('writes numbers most significant first and reads them again', () => {
    const data = new Uint8Array(12);
    writeFixed(data, 1, 6, 3 * 2 ** 46 + 5);
    expect([...data.subarray(0, 8)]).toEqual([0, 0xc0, 0, 0, 0, 0, 5, 0]);
    expect(readFixed(data, 1, 6)).toBe(3 * 2 ** 46 + 5);
    const reader = new VarnumReader();
    for (const value of [0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 268_435_455, 268_435_456, 2 ** 31 - 1]) {
      expect(writeVarnum(data, 2, value)).toBe(2 + varnumBytes(value));
      reader.at = 2;
      expect(reader.read(data, 12)).toBe(value);
      expect(reader.at).toBe(2 + varnumBytes(value));
      reader.at = 2;
      expect(reader.read(data, 1 + varnumBytes(value)), 'cut').toBe(-1);
    }
    expect([...data.subarray(2, 7)]).toEqual([0x87, 0xff, 0xff, 0xff, 0x7f]);
    reader.at = 0;
    expect(reader.read(Uint8Array.of(0x88, 0x80, 0x80, 0x80, 0), 5), '2^31').toBe(-1);
    reader.at = 0;
    expect(reader.read(new Uint8Array(12).fill(0xff), 12)).toBe(-1);
  });
});
