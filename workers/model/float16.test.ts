import { expect, it } from 'vitest';
import { float16ToNumber, nearestFloat16, numberToFloat16 } from './float16';

it.each([
  [0x0000, 0],
  [0x8000, -0],
  [0x3c00, 1],
  [0xc000, -2],
  [0x7bff, 65_504],
  [0x0001, 2 ** -24],
  [0x03ff, 1_023 * 2 ** -24],
  [0x0400, 2 ** -14],
  [0x7c00, Number.POSITIVE_INFINITY],
  [0xfc00, Number.NEGATIVE_INFINITY],
  [0x7e00, Number.NaN],
])('bits %s are %s', (bits, value) => expect(float16ToNumber(bits)).toBe(value));

it('gives back the bits of every number', () => {
  for (let bits = 0; bits < 0x10000; bits += 1) {
    const value = float16ToNumber(bits);
    if (!Number.isNaN(value)) expect(numberToFloat16(value)).toBe(bits);
  }
});

it.each([0.1, 65_505, 65_520, 2 ** -25, 1 + 2 ** -11, 1e300])('has no bits for %s', (value) =>
  expect(numberToFloat16(value)).toBeNull(),
);

it.each([
  [1 + 2 ** -11, 0x3c00],
  [1 + 3 * 2 ** -11, 0x3c02],
  [1 + 2 ** -11 + 2 ** -30, 0x3c01],
  [2 - 2 ** -12, 0x4000],
  [2 ** -14 - 2 ** -26, 0x0400],
  [2 ** -25, 0x0000],
  [-(2 ** -24) * 1.5, 0x8002],
  [65_519.9, 0x7bff],
  [65_520, 0x7c00],
  [-1e300, 0xfc00],
])('%s is nearest to %s', (value, bits) => expect(nearestFloat16(value)).toBe(bits));
