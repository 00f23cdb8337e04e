import { describe, expect, it } from 'vitest';
import { choosePairs, type Combination } from './choose-pairs';

/** All pairs of values that the combinations have, as texts. */
const pairsIn = (combinations: readonly Combination[]) =>
  new Set(
    combinations.flatMap((values) =>
      values.flatMap((value, factor) =>
        values.slice(factor + 1).map((other, index) => `${factor}=${value} ${factor + 1 + index}=${other}`),
      ),
    ),
  );

/** All combinations of all values. */
const product = (counts: readonly number[]): Combination[] =>
  counts.reduce<number[][]>(
    (all, count) => all.flatMap((values) => Array.from({ length: count }, (_, value) => [...values, value])),
    [[]],
  );

describe('the choice of pairs', () => {
  it.each([
    [[3, 2], 6],
    [[2, 2, 2], 6],
    [[3, 3, 3, 3], 15],
    [[8, 3, 2, 3, 2, 6, 3], 54],
    [[40, 6, 3, 4], 250],
  ])('of %j values has every pair, in few combinations', (counts, most) => {
    const { combinations, impossible } = choosePairs(counts);
    expect(pairsIn(combinations)).toEqual(pairsIn(product(counts)));
    expect(impossible).toEqual([]);
    const [largest = 0, second = 0] = [...counts].sort((a, b) => b - a);
    expect(combinations.length).toBeGreaterThanOrEqual(largest * second);
    expect(combinations.length).toBeLessThanOrEqual(most);
    expect(choosePairs(counts).combinations).toEqual(combinations);
  });

  it('of one factor has each of its values, and of none has nothing', () => {
    expect(choosePairs([3]).combinations).toEqual([[0], [1], [2]]);
    expect(choosePairs([]).combinations).toEqual([]);
  });

  it('has only what is allowed, every pair that an allowed combination has, and tells the others', () => {
    const counts = [4, 3, 3, 2];
    // The first factor’s last value needs the second’s last; the third’s 1 excludes the fourth’s 1.
    const isAllowed = ([a, b, c, d]: Combination) => (a !== 3 || b === 2) && (c !== 1 || d !== 1);
    const { combinations, impossible } = choosePairs(counts, isAllowed);
    expect(combinations.filter((values) => !isAllowed(values))).toEqual([]);
    expect(pairsIn(combinations)).toEqual(pairsIn(product(counts).filter(isAllowed)));
    expect(new Set(impossible.map(String))).toEqual(
      new Set(
        [
          [0, 3, 1, 0],
          [0, 3, 1, 1],
          [2, 1, 3, 1],
        ].map(String),
      ),
    );
  });

  it('of what is never allowed is empty', () => {
    expect(choosePairs([2, 2], () => false)).toMatchObject({ combinations: [], impossible: { length: 4 } });
    expect(choosePairs([2], () => false).combinations).toEqual([]);
  });
});
