import { describe, expect, it } from 'vitest';
import { seededRandom, shuffled } from './random';

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
