import { describe, expect, it } from 'vitest';
import { geometricMean, paretoFrontier } from './pareto';

describe('paretoFrontier', () => {
  it('keeps what no other point beats in both', () => {
    expect(
      paretoFrontier([
        { x: 1, y: 5 },
        { x: 3, y: 3 },
        { x: 2, y: 2 },
        { x: 5, y: 1 },
      ]),
    ).toEqual([3, 1, 0]);
  });
  it('keeps equal points, and leaves out what is no number', () => {
    expect(
      paretoFrontier([
        { x: 1, y: 1 },
        { x: 1, y: 1 },
        { x: Number.NaN, y: 9 },
      ]),
    ).toEqual([0, 1]);
    expect(paretoFrontier([])).toEqual([]);
  });
});

describe('geometricMean', () => {
  it('is the root of the product, and nothing where a number is not positive', () => {
    expect(geometricMean([2, 8])).toBeCloseTo(4);
    expect(geometricMean([])).toBeNaN();
    expect(geometricMean([1, 0])).toBeNaN();
  });
});
