import type { TrialDuration } from '../registry/duration';

/** The expected durations of a cell's trials: with the effort's limits, and with the brief ones (`briefEffort` in `workers/model/plan.ts`). */
export interface ExpectedTrial {
  readonly full: TrialDuration;
  readonly brief: TrialDuration;
  /** Encoding parts of a sample at the end of the first trial; 0 if the data are no sample. */
  readonly partsMs: number;
}

/** What a trial of each cell costs here: the estimate, scaled by what the trials took so far. */
export interface TrialCosts {
  /** Adds a cell that costs as much as another one, and returns its index. */
  readonly addLike: (index: number) => number;
  readonly took: (index: number, ms: number, isBrief: boolean) => void;
  readonly costMs: (index: number, isBrief: boolean) => number;
  /** What encoding parts of the sample adds to the first trial of a cell, in milliseconds. It is no part of `took` and `costMs`. */
  readonly partsMs: (index: number) => number;
}

/** So many of a cell's last trials tell its cost: the fastest of them, since the first one also loads the libraries. */
const lastTrials = 2;

export function createTrialCosts(expected: readonly ExpectedTrial[]): TrialCosts {
  const cells = expected.map(({ full, brief, partsMs }) => ({
    fullMs: Math.max(1, full.ms),
    briefMs: Math.max(1, brief.ms),
    partsMs,
    /** What the last trials took, divided by what was expected. */
    slowness: [] as number[],
    /** A cell that costs as much as this one. */
    likeIndex: null as number | null,
  }));
  let passedMs = 0;
  let expectedMs = 0;
  const slownessOf = ({ slowness }: { readonly slowness: readonly number[] }): number => {
    const overall = expectedMs === 0 ? 1 : passedMs / expectedMs;
    return slowness.length === 0 ? overall : Math.min(...slowness);
  };
  const costMs = (index: number, isBrief: boolean): number => {
    const cell = cells[index];
    if (cell === undefined) return 0;
    if (cell.likeIndex !== null && cell.slowness.length === 0) return costMs(cell.likeIndex, isBrief);
    return slownessOf(cell) * (isBrief ? cell.briefMs : cell.fullMs);
  };
  return {
    addLike(index) {
      const cell = cells[index];
      return (
        cells.push({
          fullMs: cell?.fullMs ?? 1,
          briefMs: cell?.briefMs ?? 1,
          partsMs: 0,
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
    partsMs(index) {
      const cell = cells[index];
      return cell === undefined ? 0 : slownessOf(cell) * cell.partsMs;
    },
  };
}
