import { describe, expect, it } from 'vitest';
import { createRemainingTimeEstimate } from './remaining';
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

const trial = (ms: number, onceMs = 0) => ({ ms, onceMs });

describe('createRemaining', () => {
  it('knows nothing before the first trial, then takes the others to differ from what was expected as those so far', () => {
    const remaining = createRemainingTimeEstimate([trial(50, 10), trial(100), trial(200)], 2);
    expect(remaining.now()).toEqual({ doneTrials: 0, totalTrials: 6, remainingMs: null });
    remaining.done(0, 100);
    // Twice as long as expected. With two rounds, second decoders run in the second.
    expect(remaining.now()).toEqual({ doneTrials: 1, totalTrials: 6, remainingMs: 2 * (50 + 10 + 2 * 100 + 2 * 200) });
    remaining.done(1, 100);
    // Cells that had trials go by their own.
    expect(remaining.now().remainingMs).toBe(2 * (50 + 10) + 100 + (2 * 200 * 200) / 150);
  });
  it('counts trials that are added to a cell, and ignores cells that are none', () => {
    const remaining = createRemainingTimeEstimate([trial(50), trial(100)], 1);
    remaining.done(0, 50);
    remaining.add(1, 2);
    for (const change of [() => remaining.add(2, 1), () => remaining.done(2, 9), () => remaining.skip(2)]) change();
    expect(remaining.now()).toEqual({ doneTrials: 1, totalTrials: 4, remainingMs: 3 * 100 });
  });
  it('ends at zero, trials that fell away among the done', () => {
    const remaining = createRemainingTimeEstimate([trial(50), trial(50)], 1);
    remaining.done(0, 100);
    remaining.skip(1);
    expect(remaining.now()).toEqual({ doneTrials: 2, totalTrials: 2, remainingMs: 0 });
  });
});
