import type { TrialDuration } from '../registry/duration';

/** The expected durations of a cell's trials: with the effort's limits, and with the brief ones (`briefEffort` in `workers/model/plan.ts`). */
export interface ExpectedTrial {
  readonly full: TrialDuration;
  readonly brief: TrialDuration;
}

/** What a trial of each cell costs here: the estimate, scaled by what the trials took so far. */
export interface TrialCosts {
  /** Adds a cell that costs as much as another one, and returns its index. */
  readonly addLike: (index: number) => number;
  readonly took: (index: number, ms: number, isBrief: boolean) => void;
  readonly costMs: (index: number, isBrief: boolean) => number;
}

/** So many of a cell's last trials tell its cost: the fastest of them, since the first one also loads the libraries. */
const lastTrials = 2;

export function createTrialCosts(expected: readonly ExpectedTrial[]): TrialCosts {
  const cells = expected.map(({ full, brief }) => ({
    fullMs: Math.max(1, full.ms),
    briefMs: Math.max(1, brief.ms),
    /** What the last trials took, divided by what was expected. */
    slowness: [] as number[],
    /** A cell that costs as much as this one. */
    likeIndex: null as number | null,
  }));
  let passedMs = 0;
  let expectedMs = 0;
  const costMs = (index: number, isBrief: boolean): number => {
    const cell = cells[index];
    if (cell === undefined) return 0;
    if (cell.likeIndex !== null && cell.slowness.length === 0) return costMs(cell.likeIndex, isBrief);
    const overall = expectedMs === 0 ? 1 : passedMs / expectedMs;
    const slowness = cell.slowness.length === 0 ? overall : Math.min(...cell.slowness);
    return slowness * (isBrief ? cell.briefMs : cell.fullMs);
  };
  return {
    addLike(index) {
      const cell = cells[index];
      return (
        cells.push({
          fullMs: cell?.fullMs ?? 1,
          briefMs: cell?.briefMs ?? 1,
          slowness: [],
          likeIndex: index,
        }) - 1
      );
    },
    took(index, ms, isBrief) {
      const cell = cells[index];
      if (cell === undefined) return;
      const wanted = isBrief ? cell.briefMs : cell.fullMs;
      passedMs += ms;
      expectedMs += wanted;
      cell.slowness = [...cell.slowness, ms / wanted].slice(-lastTrials);
    },
    costMs,
  };
}
