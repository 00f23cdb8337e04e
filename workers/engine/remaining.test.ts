import { describe, expect, it } from 'vitest';
import { createRemainingTimeEstimate } from './remaining';

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
