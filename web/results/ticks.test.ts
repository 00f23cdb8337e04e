import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearAxis, logAxis } from './ticks';

describe('logAxis', () => {
  it('has 1–2–5 ticks', () => expect(logAxis([1.2, 80], 12).ticks).toEqual([1, 2, 5, 10, 20, 50, 100]));
  it('thins to decades', () => expect(logAxis([1, 1e6], 8).ticks).toEqual([1, 10, 100, 1e3, 1e4, 1e5, 1e6]));
  it('has even steps over a short range', () =>
    expect(logAxis([0.97, 1.06], 8, 0.1, 1.2).ticks).toEqual([0.95, 1, 1.05, 1.1]));
  it('leaves room about a single value', () => {
    const { domain, ticks } = logAxis([7], 6);
    expect(domain[0]).toBeLessThan(5);
    expect(domain[1]).toBeGreaterThan(10);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
  });
  it('covers all values with ticks inside the domain, never more than asked', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 3, max: 12 }),
        (values, maxTicks) => {
          const { domain, ticks } = logAxis(values, maxTicks);
          expect(ticks.length).toBeLessThanOrEqual(maxTicks);
          for (const value of values) expect(value >= domain[0] && value <= domain[1]).toBe(true);
          for (const tick of ticks) expect(tick >= domain[0] * 0.999 && tick <= domain[1] * 1.001).toBe(true);
        },
      ),
    );
  });
});

describe('linearAxis', () => {
  it('starts at zero and ends on a round figure', () =>
    expect(linearAxis([3, 47], 6)).toEqual({ domain: [0, 50], ticks: [0, 10, 20, 30, 40, 50] }));
  it('has exact decimals', () =>
    expect(linearAxis([0.0281], 7).ticks).toEqual([0, 0.005, 0.01, 0.015, 0.02, 0.025, 0.03]));
  it('stands for nothing at all', () => expect(linearAxis([], 5)).toEqual({ domain: [0, 1], ticks: [0, 1] }));
});
