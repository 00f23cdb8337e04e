import { describe, expect, it } from 'vitest';
import { stackLabels } from './dodge';
import { axisBetween, linearAxis, logAxis, signedAxis } from './ticks';

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
