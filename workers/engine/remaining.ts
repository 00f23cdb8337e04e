/** How long a run still takes, from how long each cell's visits took so far. */
export interface Remaining {
  done(cell: number, ms: number): void;
  /** A visit that falls away, since its cell has ended. */
  skip(cell: number): void;
  now(): { readonly doneVisits: number; readonly totalVisits: number; readonly remainingMs: number | null };
}

export function createRemaining(cellCount: number, rounds: number): Remaining {
  const left = new Array<number>(cellCount).fill(rounds);
  const lastMs = new Array<number | null>(cellCount).fill(null);
  const step = (cell: number) => {
    left[cell] = Math.max(0, (left[cell] ?? 0) - 1);
  };
  return {
    done(cell, ms) {
      lastMs[cell] = ms;
      step(cell);
    },
    skip: step,
    now() {
      const totalVisits = cellCount * rounds;
      const leftVisits = left.reduce((sum, visits) => sum + visits, 0);
      const known = lastMs.filter((ms) => ms !== null);
      // A cell not yet visited is taken to last as long as the others on average.
      const average = known.reduce((sum, ms) => sum + ms, 0) / known.length;
      const remainingMs =
        known.length === 0 ? null : left.reduce((sum, visits, cell) => sum + visits * (lastMs[cell] ?? average), 0);
      return { doneVisits: totalVisits - leftVisits, totalVisits, remainingMs };
    },
  };
}
