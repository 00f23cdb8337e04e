import type { TrialDuration } from '../registry/duration';

/** How long a run still takes: what was expected of each trial that is left, by how the trials so far compare with what was expected of them. */
export interface Remaining {
  done(cell: number, ms: number): void;
  /** A trial that falls away, since its cell has ended. */
  skip(cell: number): void;
  now(): { readonly doneTrials: number; readonly totalTrials: number; readonly remainingMs: number | null };
}

/** `expected`: of each cell, by the estimates. */
export function createRemaining(expected: readonly TrialDuration[], rounds: number): Remaining {
  const cells = expected.map(({ ms, firstMs }) => ({
    // A trial of which nothing was expected still counts.
    trialMs: Math.max(1, ms),
    firstMs,
    left: rounds,
    passedMs: 0,
    expectedMs: 0,
  }));
  return {
    done(index, ms) {
      const cell = cells[index];
      if (cell === undefined) return;
      cell.expectedMs += cell.trialMs + (cell.expectedMs === 0 ? cell.firstMs : 0);
      cell.passedMs += ms;
      cell.left = Math.max(0, cell.left - 1);
    },
    skip(index) {
      const cell = cells[index];
      if (cell !== undefined) cell.left = Math.max(0, cell.left - 1);
    },
    now() {
      const totalTrials = cells.length * rounds;
      const leftTrials = cells.reduce((sum, { left }) => sum + left, 0);
      const passedMs = cells.reduce((sum, cell) => sum + cell.passedMs, 0);
      const expectedMs = cells.reduce((sum, cell) => sum + cell.expectedMs, 0);
      const remainingMs =
        expectedMs === 0
          ? null
          : cells.reduce((sum, cell) => {
              const first = cell.expectedMs === 0 && cell.left > 0 ? cell.firstMs : 0;
              const known = cell.expectedMs > 0 ? cell : { passedMs, expectedMs };
              return sum + ((cell.left * cell.trialMs + first) * known.passedMs) / known.expectedMs;
            }, 0);
      return { doneTrials: totalTrials - leftTrials, totalTrials, remainingMs };
    },
  };
}
