import { expect, test } from 'vitest';
import type { Claim } from './claim';
import { confirmingRange, claimHasDirection, judgeClaim } from './claim-verdict';

const size = (relation: Claim['relation']) => ({ relation, quantity: 'size' }) as const;
const time = (relation: Claim['relation']) => ({ relation, quantity: 'time' }) as const;
const exactly = (ratio: number) => ({ ratio, low: ratio, high: ratio });
const between = (low: number, high: number) => ({ ratio: Math.sqrt(low * high), low, high });

test('the band is the published quotient’s tolerance, and between half and twice its effect', () => {
  expect(confirmingRange(size('about'), 42)).toEqual({ low: 42 / 1.1, high: 42 * 1.1 });
  expect(confirmingRange(time('about'), 10)).toEqual({ low: 5, high: 20 });
  // 5 % saved: between 2.5 and 10 %, not between a loss and 14 %.
  const { low, high } = confirmingRange(size('about'), 0.95);
  expect(low).toBeCloseTo(0.9025);
  expect(high).toBeCloseTo(0.9747, 4);
});

test.each([
  [size('about'), 0.37, exactly(0.38), 'confirmed'],
  [size('about'), 0.37, exactly(0.5), 'sameDirection'],
  [size('about'), 0.37, exactly(1.2), 'contradicted'],
  [size('about'), 0.37, exactly(1), 'contradicted'],
  [size('same'), 1.004, exactly(1.05), 'confirmed'],
  [size('same'), 1.004, exactly(0.8), 'contradicted'],
  [time('about'), 10, between(8, 12), 'confirmed'],
  [time('about'), 10, between(4, 12), 'inconclusive'],
  [time('about'), 10, between(2, 3), 'sameDirection'],
  [time('about'), 10, between(0.9, 1.1), 'contradicted'],
  [time('about'), 10, between(0.5, 0.8), 'contradicted'],
  [time('about'), 10, between(0.5, 40), 'inconclusive'],
  [time('atLeast'), 4, between(4.1, 9), 'confirmed'],
  [time('atLeast'), 4, between(3.9, 9), 'inconclusive'],
  [time('atLeast'), 4, between(1.5, 3), 'sameDirection'],
  [time('atLeast'), 4, between(0.2, 0.3), 'contradicted'],
  [time('atMost'), 0.5, between(0.1, 0.4), 'confirmed'],
  [time('atMost'), 0.5, between(2, 3), 'contradicted'],
  [time('atMost'), 1.2, between(0.5, 1.1), 'confirmed'],
  [time('atMost'), 1.2, between(1.1, 1.3), 'inconclusive'],
  [time('atMost'), 1.2, between(2, 3), 'contradicted'],
  [time('same'), 1, between(0.8, 1.4), 'confirmed'],
  [time('same'), 1, between(1.5, 3), 'inconclusive'],
  [time('same'), 1, between(3, 4), 'contradicted'],
] as const)('%o of %f against %o', (claim, published, measured, verdict) => {
  expect(judgeClaim(claim, published, measured)).toBe(verdict);
});

test('what was not measured is not testable', () => {
  expect(judgeClaim(size('about'), 2, null)).toBe('notTestable');
});

test('the band of a bound reaches to its end, and that of no difference is the tolerance about 1', () => {
  expect(confirmingRange(time('atLeast'), 4)).toEqual({ low: 4, high: Number.POSITIVE_INFINITY });
  expect(confirmingRange(time('atMost'), 4)).toEqual({ low: 0, high: 4 });
  expect(confirmingRange(time('same'), 1.3)).toEqual({ low: 0.5, high: 2 });
  expect(confirmingRange(size('same'), 1)).toEqual({ low: 1 / 1.1, high: 1.1 });
  expect(confirmingRange(time('about'), 2)).toEqual({ low: Math.sqrt(2), high: 4 });
  expect(confirmingRange(time('about'), 0.5)).toEqual({ low: 0.25, high: Math.sqrt(0.5) });
});

test.each([
  ['about', 2, true],
  ['about', 0.5, true],
  ['about', 1, false],
  ['atLeast', 1.1, true],
  ['atLeast', 1, false],
  ['atLeast', 0.9, false],
  ['atMost', 0.9, true],
  ['atMost', 1, false],
  ['atMost', 1.1, false],
  ['same', 1, false],
  ['same', 0.9, false],
  ['same', 1.1, false],
] as const)('“%s” %f has a direction: %s', (relation, published, expected) =>
  expect(claimHasDirection({ relation }, published)).toBe(expected),
);

test.each([
  [time('atLeast'), 4, between(4, 9), 'confirmed'],
  [time('atMost'), 4, between(1, 4), 'confirmed'],
  [time('atMost'), 4, between(4, 5), 'inconclusive'],
  [time('atMost'), 0.5, between(0.5, 0.6), 'inconclusive'],
  [time('atMost'), 0.5, between(0.6, 0.9), 'sameDirection'],
  [time('atMost'), 0.5, between(0.6, 1), 'contradicted'],
  [time('atMost'), 0.5, between(0.4, 2), 'inconclusive'],
  [time('atLeast'), 4, between(1, 3), 'contradicted'],
  [time('atLeast'), 4, between(1.01, 3), 'sameDirection'],
  [time('atLeast'), 4, between(3, 4), 'inconclusive'],
  [time('atLeast'), 4, between(0.5, 1), 'contradicted'],
  [time('about'), 1, between(3, 4), 'contradicted'],
  [time('about'), 10, between(25, 30), 'sameDirection'],
  [time('about'), 0.1, between(0.01, 0.02), 'sameDirection'],
  [time('about'), 0.1, between(2, 3), 'contradicted'],
] as const)('at the edge, %o of %f against %o', (claim, published, measured, verdict) => {
  expect(judgeClaim(claim, published, measured)).toBe(verdict);
});
