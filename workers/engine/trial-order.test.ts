import { describe, expect, it } from 'vitest';
import { trialOrder } from './trial-order';

describe('trialOrder', () => {
  it('has every cell once in every round', () => {
    for (let round = 0; round < 8; round += 1)
      expect([...trialOrder(9, round, 1)].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
  it('goes backwards in odd rounds, and is shuffled anew after', () => {
    expect(trialOrder(9, 1, 1)).toEqual([...trialOrder(9, 0, 1)].reverse());
    expect(trialOrder(9, 2, 1)).not.toEqual(trialOrder(9, 0, 1));
  });
  it('begins the first round with the cell asked for, and no later one', () => {
    for (let first = 0; first < 9; first += 1) {
      expect(trialOrder(9, 0, 1, first)[0]).toBe(first);
      expect(trialOrder(9, 1, 1, first)).toEqual([...trialOrder(9, 0, 1, first)].reverse());
    }
    expect(trialOrder(9, 2, 1, 3)).toEqual(trialOrder(9, 2, 1, 4));
  });
  it('is the seed’s alone', () => {
    expect(trialOrder(9, 0, 1)).toEqual(trialOrder(9, 0, 1));
    expect(trialOrder(9, 0, 2)).not.toEqual(trialOrder(9, 0, 1));
    expect(trialOrder(0, 0, 1)).toEqual([]);
  });
});
