import { expect, it } from 'vitest';
import { efforts, hangLimitMs } from './plan';

it('gives a call on large data as long as the slowest codec may take, and never less than the effort says', () => {
  expect(hangLimitMs(efforts.quick, 8_000_000)).toBe(30_000);
  expect(hangLimitMs(efforts.quick, 173_000_000)).toBe(173_000);
  expect(hangLimitMs(efforts.thorough, 100_000_000)).toBe(120_000);
});

it('gives a candidate that is slow by its own estimate several times as long as that', () => {
  expect(hangLimitMs(efforts.quick, 8_000_000, 2_000)).toBe(30_000);
  expect(hangLimitMs(efforts.quick, 47_000_000, 39_000)).toBe(156_000);
});
