import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stackLabels } from './dodge';
import { axisBetween, linearAxis, logAxis, signedAxis } from './ticks';

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

describe('logAxis, exactly', () => {
  it.each([
    [4, [1, 2, 5, 10]],
    [3, [1, 3, 10]],
    [2, [1, 10]],
    [1, [1]],
  ])('has at most %i ticks over a decade', (maxTicks, ticks) =>
    expect(logAxis([1, 10], maxTicks).ticks).toEqual(ticks),
  );
  it.each([
    [9, [1, 1.5, 2, 3]],
    [3, [1, 2]],
  ])('has at most %i ticks over less than a decade', (maxTicks, ticks) =>
    expect(logAxis([1, 4], maxTicks).ticks).toEqual(ticks),
  );
  it.each([
    [7, [1, 1e2, 1e4, 1e6, 1e8, 1e10, 1e12]],
    [5, [1, 1e3, 1e6, 1e9, 1e12]],
    [4, [1, 1e4, 1e8, 1e12]],
    [3, [1, 1e5, 1e10]],
  ])('has at most %i ticks over twelve decades', (maxTicks, ticks) =>
    expect(logAxis([1, 1e12], maxTicks, 0).ticks).toEqual(ticks),
  );
  it('has exact ticks below one', () =>
    expect(logAxis([1e-3, 0.1], 9).ticks).toEqual([0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1]));
  it('leaves out what has no logarithm', () =>
    expect(logAxis([0, -1, Number.POSITIVE_INFINITY, Number.NaN, 1, 10], 12)).toEqual(logAxis([1, 10], 12)));
  it('goes from 1 to 10 without values', () =>
    expect(logAxis([0], 12)).toEqual({ domain: [1, 10], ticks: [1, 2, 5, 10] }));
  it('pads by the share of its length', () => {
    const { domain } = logAxis([1, 100], 9, 0.25);
    expect(domain[0]).toBeCloseTo(10 ** -0.5, 12);
    expect(domain[1]).toBeCloseTo(10 ** 2.5, 9);
  });
  it('is a factor of three long about one value, and padded by 8 % of that', () => {
    const { domain } = logAxis([7], 6);
    expect(domain[0]).toBeCloseTo(7 / 3 ** 0.58, 12);
    expect(domain[1]).toBeCloseTo(7 * 3 ** 0.58, 10);
  });
  it('has round steps over a short range', () => expect(logAxis([100, 110], 3, 0.1, 1.2).ticks).toEqual([100, 110]));
  it('has no ticks where none is asked for', () => expect(logAxis([100, 110], 0, 0.1, 1.2).ticks).toEqual([]));
});

describe('linearAxis', () => {
  it('starts at zero and ends on a round figure', () =>
    expect(linearAxis([3, 47], 6)).toEqual({ domain: [0, 50], ticks: [0, 10, 20, 30, 40, 50] }));
  it('has exact decimals', () =>
    expect(linearAxis([0.0281], 7).ticks).toEqual([0, 0.005, 0.01, 0.015, 0.02, 0.025, 0.03]));
  it('stands for nothing at all', () => expect(linearAxis([], 5)).toEqual({ domain: [0, 1], ticks: [0, 1] }));
  it('takes a wider step for fewer ticks', () => expect(linearAxis([47], 3).ticks).toEqual([0, 50]));
  it('leaves room above the largest', () => {
    expect(linearAxis([9.4], 11).domain).toEqual([0, 10]);
    expect(linearAxis([9.5], 11).domain).toEqual([0, 12]);
  });
  it('ends at six per cent above where no step is wide enough', () =>
    expect(linearAxis([50], 1)).toEqual({ domain: [0, 53], ticks: [0, 53] }));
  it('leaves out what is no number, and what is below zero', () => {
    expect(linearAxis([47, Number.NaN, Number.POSITIVE_INFINITY], 6)).toEqual(linearAxis([47], 6));
    expect(linearAxis([-5], 6)).toEqual({ domain: [0, 1], ticks: [0, 1] });
  });
});

/** Values that have no logarithm, no size, or no distance. Each axis must still end, with ticks that can be drawn. */
const hostile: readonly (readonly [name: string, values: readonly number[]])[] = [
  ['nothing', []],
  ['a zero', [0, 10]],
  ['only zeros', [0, 0]],
  ['a negative zero', [-0, 5]],
  ['negative values', [-5, -1]],
  ['both signs', [-5, 5]],
  ['no number', [Number.NaN, 1, 10]],
  ['only no number', [Number.NaN]],
  ['infinity', [1, Number.POSITIVE_INFINITY]],
  ['only infinities', [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]],
  ['equal values', [7, 7]],
  ['the least number', [Number.MIN_VALUE, 1]],
  ['only the least number', [Number.MIN_VALUE]],
  ['the largest number', [1, Number.MAX_VALUE]],
  ['the least and the largest', [Number.MIN_VALUE, Number.MAX_VALUE]],
  ['neighbouring numbers', [1, 1 + Number.EPSILON]],
];

const expectDrawable = (ticks: readonly number[], maxTicks: number) => {
  expect(ticks.length).toBeLessThanOrEqual(maxTicks);
  expect(ticks.filter((tick) => !Number.isFinite(tick))).toEqual([]);
  expect(ticks).toEqual([...new Set(ticks)].sort((a, b) => a - b));
};

describe.each(hostile)('of %s', (_name, values) => {
  it.each([2, 6, 12])('a logarithmic axis ends, is finite and above zero, with at most %i ticks', (maxTicks) => {
    for (const [padding, minFactor] of [
      [0.08, 3],
      [0, 1],
      [0.1, 1.2],
    ] as const) {
      const { domain, ticks } = logAxis(values, maxTicks, padding, minFactor);
      // Without a value to show, the axis has the ticks of 1 to 10.
      expectDrawable(ticks, domain[0] === 1 && domain[1] === 10 ? 4 : maxTicks);
      expect(ticks.every((tick) => tick > 0)).toBe(true);
      const positive = values.filter((value) => value > 0 && value < Number.POSITIVE_INFINITY);
      expect({ domain, ticks }).toEqual(logAxis(positive, maxTicks, padding, minFactor));
      if (positive.length === 0) expect(domain).toEqual([1, 10]);
      else expect(domain[0]).toBeLessThanOrEqual(domain[1]);
    }
  });

  it('a linear axis and one of both signs end, with ticks that can be drawn', () => {
    for (const maxTicks of [2, 6, 12]) {
      expectDrawable(linearAxis(values, maxTicks).ticks, maxTicks);
      expectDrawable(signedAxis(values, maxTicks).ticks, maxTicks);
    }
  });

  it('an axis with exactly these ends has no tick outside of them', () => {
    const [low = 0, high = low] = values;
    for (const scale of ['log', 'linear'] as const) {
      const { domain, ticks } = axisBetween([low, high], scale, 6);
      expect(domain).toEqual([low, high]);
      expectDrawable(ticks, 6);
      expect(ticks.filter((tick) => !(tick >= low && tick <= high))).toEqual([]);
    }
  });

  it('labels are stacked, each with a place', () =>
    expect(stackLabels(values, 13, 0, 400)).toHaveLength(values.length));
});
