import type { NumericValues } from '../../../model/dataset';

/** Values lie most significant byte first in a basket, and least significant first in memory (every platform that runs a browser). */

const swap32 = (word: number) => (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);

/** Reverses the bytes of `count` values of `width` bytes, from one buffer into another; both begin at multiples of `width`. */
export function swapBytes(source: ArrayBufferLike, sourceOffset: number, target: ArrayBufferLike, targetOffset: number, count: number, width: 1 | 2 | 4 | 8): void {
  switch (width) {
    case 1:
      new Uint8Array(target, targetOffset, count).set(new Uint8Array(source, sourceOffset, count));
      return;
    case 2: {
      const from = new Uint16Array(source, sourceOffset, count);
      const to = new Uint16Array(target, targetOffset, count);
      for (let index = 0; index < count; index += 1) {
        const word = from[index] as number;
        to[index] = (word << 8) | (word >>> 8);
      }
      return;
    }
    case 4: {
      const from = new Int32Array(source, sourceOffset, count);
      const to = new Int32Array(target, targetOffset, count);
      for (let index = 0; index < count; index += 1) to[index] = swap32(from[index] as number);
      return;
    }
    case 8: {
      // Not as BigInt64Array: each value would be an object.
      const words = count * 2;
      const from = new Int32Array(source, sourceOffset, words);
      const to = new Int32Array(target, targetOffset, words);
      for (let index = 0; index < words; index += 2) {
        to[index] = swap32(from[index + 1] as number);
        to[index + 1] = swap32(from[index] as number);
      }
    }
  }
}

/** Values `from` up to `to` as they lie in a basket, at `offset` of `target`. `offset` is a multiple of their width. */
export function putValues(values: NumericValues, from: number, to: number, target: Uint8Array<ArrayBuffer>, offset: number): void {
  const width = values.BYTES_PER_ELEMENT as 1 | 2 | 4 | 8;
  swapBytes(values.buffer, values.byteOffset + from * width, target.buffer, target.byteOffset + offset, to - from, width);
}

/** `count` values that lie in `bytes` (whose beginning is aligned to 8) from `offset` on, to `values` from `at` on. */
export function takeValues(bytes: Uint8Array<ArrayBuffer>, offset: number, count: number, values: NumericValues, at: number): void {
  const width = values.BYTES_PER_ELEMENT as 1 | 2 | 4 | 8;
  swapBytes(bytes.buffer, bytes.byteOffset + offset, values.buffer, values.byteOffset + at * width, count, width);
}
