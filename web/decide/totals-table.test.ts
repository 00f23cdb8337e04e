import { expect, it } from 'vitest';
import { axes, axisIds } from './axes';
import { tableValues } from './TotalsTable';

it('has a column for each decade of the bandwidth', () => {
  expect(tableValues(axes.bandwidth)).toEqual([1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]);
});

it.each(axisIds)('%s: starts and ends where the axis does, with at most eleven columns in order', (id) => {
  const values = tableValues(axes[id]);
  expect(values[0]).toBeCloseTo(axes[id].min, 9);
  expect((values.at(-1) ?? 0) / axes[id].max).toBeCloseTo(1, 2);
  expect(values.length).toBeLessThanOrEqual(11);
  expect(values.toSorted((a, b) => a - b)).toEqual(values);
  expect(new Set(values).size).toBe(values.length);
});
