import type { TrialDuration } from '../registry/duration';
import { secondDecodersTrial } from './trial-order';

/**
 * Estimates the remaining time of a run: the expected durations of the remaining trials, scaled by how long the trials so far took compared
 * with their expected durations.
 */
export interface RemainingTimeEstimate {
  done(cell: number, ms: number): void;
  /** Removes a trial that will not run, since its cell has ended. */
  skip(cell: number): void;
  /** Adds further trials of a cell. */
  add(cell: number, trials: number): void;
  now(): { readonly doneTrials: number; readonly totalTrials: number; readonly remainingMs: number | null };
}

/** `expected` holds the estimated trial durations of each cell. */
export function createRemainingTimeEstimate(expected: readonly TrialDuration[], rounds: number): RemainingTimeEstimate {
  let totalTrials = expected.length * rounds;
  const onceAt = secondDecodersTrial(rounds);
  const cells = expected.map(({ ms, onceMs }) => ({
    // A trial with no expected duration still counts.
    trialMs: Math.max(1, ms),
    onceMs,
    done: 0,
    left: rounds,
    passedMs: 0,
    expectedMs: 0,
  }));
  return {
    done(index, ms) {
      const cell = cells[index];
      if (cell === undefined) return;
      cell.expectedMs += cell.trialMs + (cell.done === onceAt ? cell.onceMs : 0);
      cell.done += 1;
      cell.passedMs += ms;
      cell.left = Math.max(0, cell.left - 1);
    },
    skip(index) {
      const cell = cells[index];
      if (cell !== undefined) cell.left = Math.max(0, cell.left - 1);
    },
    add(index, trials) {
      const cell = cells[index];
      if (cell === undefined) return;
      cell.left += trials;
      totalTrials += trials;
    },
    now() {
      const leftTrials = cells.reduce((sum, { left }) => sum + left, 0);
      const passedMs = cells.reduce((sum, cell) => sum + cell.passedMs, 0);
      const expectedMs = cells.reduce((sum, cell) => sum + cell.expectedMs, 0);
      const remainingMs =
        expectedMs === 0
          ? null
          : cells.reduce((sum, cell) => {
              const once = cell.done <= onceAt && cell.left > 0 ? cell.onceMs : 0;
              const known = cell.expectedMs > 0 ? cell : { passedMs, expectedMs };
              return sum + ((cell.left * cell.trialMs + once) * known.passedMs) / known.expectedMs;
            }, 0);
      return { doneTrials: totalTrials - leftTrials, totalTrials, remainingMs };
    },
  };
}
