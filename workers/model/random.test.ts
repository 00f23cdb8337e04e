import { describe, expect, it } from 'vitest';
import { seededRandom, shuffled } from './random';
import { drawRanges, drawUnits } from './strata';

describe('seededRandom', () => {
  it('gives the same numbers for the same seed and others for another', () => {
    const draw = (seed: number) => Array.from({ length: 8 }, seededRandom(seed).next);
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it('is even: each of 16 values comes up about as often', () => {
    const random = seededRandom(6);
    const tally = new Array<number>(16).fill(0);
    for (let draw = 0; draw < 16_000; draw += 1) {
      const value = random.below(16);
      tally[value] = (tally[value] ?? 0) + 1;
    }
    // χ² with 15 degrees of freedom exceeds 37.7 once in a thousand.
    expect(tally.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0)).toBeLessThan(37.7);
  });
});

describe('shuffled', () => {
  it('keeps every item and leaves its argument as it was', () => {
    const items = [1, 2, 3, 4, 5];
    expect([...shuffled(items, seededRandom(1))].sort()).toEqual(items);
    expect(items).toEqual([1, 2, 3, 4, 5]);
  });
});

const seeds = Array.from({ length: 200 }, (_, seed) => seed);

describe('the units of a sample', () => {
  it('are one of each stratum, in the order of the file', () => {
    for (const seed of seeds) {
      const units = drawUnits(10, 4, seed);
      expect(units).toHaveLength(4);
      const strata = [
        [0, 1],
        [2, 3, 4],
        [5, 6],
        [7, 8, 9],
      ];
      expect(
        units.every((unit, stratum) => strata[stratum]?.includes(unit)),
        String(units),
      ).toBe(true);
    }
  });

  it('can be any of the stratum, and are the same for the same seed', () => {
    const drawn = seeds.map((seed) => drawUnits(100, 5, seed));
    expect(new Set(drawn.map(([first]) => first)).size).toBe(20);
    expect(drawUnits(100, 5, 7)).toEqual(drawn[7]);
  });

  it('are all units where no fewer are wanted', () => {
    expect(drawUnits(3, 3, 1)).toEqual([0, 1, 2]);
    expect(drawUnits(3, 9, 1)).toEqual([0, 1, 2]);
    expect(drawUnits(3, 0, 1)).toHaveLength(1);
  });
});

describe('the ranges of rows of a sample', () => {
  it('lie one in each stratum, from its first row to its last', () => {
    const drawn = seeds.flatMap((seed) => drawRanges(1_000, 4, 20, seed).map((range, stratum) => ({ range, stratum })));
    for (const { range, stratum } of drawn) {
      expect(range.to - range.from).toBe(20);
      expect(range.from).toBeGreaterThanOrEqual(stratum * 250);
      expect(range.to).toBeLessThanOrEqual((stratum + 1) * 250);
    }
    const starts = drawn.map(({ range, stratum }) => range.from - stratum * 250);
    expect(Math.min(...starts)).toBeLessThan(10);
    expect(Math.max(...starts)).toBeGreaterThan(220);
  });

  it('are no longer than their strata', () => {
    expect(drawRanges(10, 3, 100, 1)).toEqual([
      { from: 0, to: 3 },
      { from: 3, to: 6 },
      { from: 6, to: 10 },
    ]);
    expect(drawRanges(2, 5, 1, 1)).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 2 },
    ]);
  });
});
