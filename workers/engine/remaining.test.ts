import { describe, expect, it } from 'vitest';
import { createRemaining } from './remaining';

const visit = (ms: number, firstMs = 0) => ({ ms, firstMs });

describe('createRemaining', () => {
  it('knows nothing before the first visit, then takes the others to differ from what was expected as those so far', () => {
    const remaining = createRemaining([visit(50, 10), visit(100), visit(200)], 2);
    expect(remaining.now()).toEqual({ doneVisits: 0, totalVisits: 6, remainingMs: null });
    remaining.done(0, 120);
    // Twice as long as expected.
    expect(remaining.now()).toEqual({ doneVisits: 1, totalVisits: 6, remainingMs: 2 * (50 + 2 * 100 + 2 * 200) });
    remaining.done(1, 100);
    // Cells that were visited go by their own visits.
    expect(remaining.now().remainingMs).toBe(2 * 50 + 100 + (2 * 200 * 220) / 160);
  });
  it('ends at zero, visits that fell away among the done', () => {
    const remaining = createRemaining([visit(50), visit(50)], 1);
    remaining.done(0, 100);
    remaining.skip(1);
    expect(remaining.now()).toEqual({ doneVisits: 2, totalVisits: 2, remainingMs: 0 });
  });
});
