import { describe, expect, it } from 'vitest';
import { createRemaining } from './remaining';

describe('createRemaining', () => {
  it('knows nothing before the first visit, then takes the unknown cells to be average', () => {
    const remaining = createRemaining(3, 2);
    expect(remaining.now()).toEqual({ doneVisits: 0, totalVisits: 6, remainingMs: null });
    remaining.done(0, 100);
    expect(remaining.now()).toEqual({ doneVisits: 1, totalVisits: 6, remainingMs: 500 });
    remaining.done(1, 300);
    expect(remaining.now().remainingMs).toBe(100 + 300 + 2 * 200);
  });
  it('ends at zero, visits that fell away among the done', () => {
    const remaining = createRemaining(2, 1);
    remaining.done(0, 100);
    remaining.skip(1);
    expect(remaining.now()).toEqual({ doneVisits: 2, totalVisits: 2, remainingMs: 0 });
  });
});
