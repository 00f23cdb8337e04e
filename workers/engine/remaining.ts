import type { VisitDuration } from '../registry/duration';

/** How long a run still takes: what was expected of each visit that is left, by how the visits so far compare with what was expected of them. */
export interface Remaining {
  done(cell: number, ms: number): void;
  /** A visit that falls away, since its cell has ended. */
  skip(cell: number): void;
  now(): { readonly doneVisits: number; readonly totalVisits: number; readonly remainingMs: number | null };
}

/** `expected`: of each cell, by the estimates. */
export function createRemaining(expected: readonly VisitDuration[], rounds: number): Remaining {
  const cells = expected.map(({ ms, firstMs }) => ({
    // A visit of which nothing was expected still counts.
    visitMs: Math.max(1, ms),
    firstMs,
    left: rounds,
    passedMs: 0,
    expectedMs: 0,
  }));
  return {
    done(index, ms) {
      const cell = cells[index];
      if (cell === undefined) return;
      cell.expectedMs += cell.visitMs + (cell.expectedMs === 0 ? cell.firstMs : 0);
      cell.passedMs += ms;
      cell.left = Math.max(0, cell.left - 1);
    },
    skip(index) {
      const cell = cells[index];
      if (cell !== undefined) cell.left = Math.max(0, cell.left - 1);
    },
    now() {
      const totalVisits = cells.length * rounds;
      const leftVisits = cells.reduce((sum, { left }) => sum + left, 0);
      const passedMs = cells.reduce((sum, cell) => sum + cell.passedMs, 0);
      const expectedMs = cells.reduce((sum, cell) => sum + cell.expectedMs, 0);
      const remainingMs =
        expectedMs === 0
          ? null
          : cells.reduce((sum, cell) => {
              const first = cell.expectedMs === 0 && cell.left > 0 ? cell.firstMs : 0;
              const known = cell.expectedMs > 0 ? cell : { passedMs, expectedMs };
              return sum + ((cell.left * cell.visitMs + first) * known.passedMs) / known.expectedMs;
            }, 0);
      return { doneVisits: totalVisits - leftVisits, totalVisits, remainingMs };
    },
  };
}
