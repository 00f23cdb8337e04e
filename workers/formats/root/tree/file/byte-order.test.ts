import { describe, expect, it } from 'vitest';
import { swapBytes } from './byte-order';

describe('the bytes of values are reversed', () => {
  it.each([1, 2, 4, 8] as const)('of %s bytes each, at any length and place', (width) => {
    for (const count of [0, 1, 2, 3, 5, 8, 17, 8_191, 8_192, 8_193, 40_000]) {
      for (const shift of [0, 1, 5]) {
        const source = Uint8Array.from(
          { length: count * width + shift },
          (_, index) => (index * 31 + (index >>> 8)) & 0xff,
        ).subarray(shift);
        const expected = Uint8Array.from(
          { length: source.length },
          (_, index) => source[index - (index % width) + width - 1 - (index % width)] ?? 0,
        );
        const room = new Uint8Array(source.length + shift + 3);
        swapBytes(source, room.subarray(shift, shift + source.length), width);
        expect(room.subarray(0, shift).every((byte) => byte === 0)).toBe(true);
        expect(
          room.subarray(shift).findIndex((byte, index) => byte !== (expected[index] ?? 0)),
          `${count} values, shifted by ${shift}`,
        ).toBe(-1);
      }
    }
  });
});
