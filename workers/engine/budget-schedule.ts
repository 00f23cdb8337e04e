import { lastLook, nextLook } from '../model/statistics/looks';
import type { TrialCosts } from './trial-costs';

/**
 * What a run with a budget measures next (rules 6 and 26 of docs/measurement.md). It starts no worker and reads no clock, so that it can be simulated:
 * the caller says how much of the budget is left, in milliseconds, and what has been measured.
 */

/** A trial to make now. */
export interface NextTrial {
  readonly index: number;
  /** True if the trial has the brief limits. */
  readonly isBrief: boolean;
  /** The milliseconds after which the trial is ended, since the others need the time. */
  readonly limitMs: number;
  /** Parts of a sample that would take more milliseconds are left until all cells have been measured. */
  readonly partsLimitMs: number;
}

/** A round to make now: trials of these cells, in an order that the caller draws. */
export interface NextRound {
  readonly cells: readonly number[];
  readonly isBrief: boolean;
  /** True if it measures only candidates that can still be the best. */
  readonly isLeading: boolean;
  /** False if the candidates that can still be the best reach the next verdict only without the A/A control. */
  readonly withControl: boolean;
  /** The number of rounds after which the next verdict is taken. */
  readonly look: number;
}

/** Why a run ends before its budget does: nothing is left that could change, or nothing that would fit. */
type ScheduleEnd = 'done' | 'noneFits';

export interface ScheduledCells {
  /** The cells that still run, by index. The A/A control is none of them. */
  readonly running: readonly number[];
  /** How many trials of a cell were recorded. */
  readonly trialsOf: (index: number) => number;
}

/** The share of the budget within which every cell is to be measured once. */
const firstShare = 0.5;
/** The share of what is left of that time that the first trials may be expected to take with the full limits: estimates are rough. */
const expectedShare = 0.85;
/**
 * A first trial may take this many times what is expected, or half of the time that the other first trials leave, if that is longer: estimates are
 * rough, but a single candidate must not take the time of all others.
 */
const longerThanExpected = 4;
/** The drift kernel before and after a round. */
const kernelsMs = 50;
/** Without anybody to ask what can still be the best, a run “until decided” has so many rounds. */
const undecidableRounds = 16;

/**
 * The quickest cell that has not been measured, if it fits into what is left; null if every other one is measured or does not fit. `reservedMs` of the half of
 * the budget are kept for reading the user's file.
 */
export function nextFirstTrial(
  { running, trialsOf }: ScheduledCells,
  costs: TrialCosts,
  time: { readonly budgetMs: number; readonly leftMs: number; readonly reservedMs: number },
): NextTrial | null {
  const waiting = running.filter((index) => trialsOf(index) === 0);
  const cost = (index: number) => costs.costMs(index, false);
  const [quickest] = waiting.toSorted((a, b) => cost(a) - cost(b));
  if (quickest === undefined || time.leftMs <= 0) return null;
  const firstLeftMs = time.leftMs - (1 - firstShare) * time.budgetMs - time.reservedMs;
  const partsMs = sum(waiting.map(costs.partsMs));
  const isBrief = sum(waiting.map(cost)) + partsMs > expectedShare * firstLeftMs;
  // Something must be measured, however long it is expected to take.
  const isAny = running.some((index) => trialsOf(index) > 0);
  const costMs = costs.costMs(quickest, isBrief);
  if (isAny && costMs > time.leftMs) return null;
  const othersMs = sum(waiting.map((index) => costs.costMs(index, isBrief))) - costMs;
  // Of the time that the first trials leave, all parts together if they fit; otherwise those that take less than half of it.
  const spareMs = Math.max(0, firstLeftMs - othersMs - costMs);
  const partsLimitMs = Math.max(spareMs - (partsMs - costs.partsMs(quickest)), spareMs / 2);
  // The only one that may still get figures has all of the time.
  if (!isAny && waiting.length === 1)
    return { index: quickest, isBrief, limitMs: Number.POSITIVE_INFINITY, partsLimitMs };
  const partsTimeMs = Math.min(partsLimitMs, longerThanExpected * costs.partsMs(quickest));
  const limitMs = Math.max(longerThanExpected * costMs, (time.leftMs - othersMs) / 2) + partsTimeMs;
  return { index: quickest, isBrief, limitMs, partsLimitMs };
}

/** Parts of a sample leave so much of the budget for rounds of the candidates that can still be the best. */
const roundsShare = 0.25;

/**
 * The cell whose parts of a sample are encoded now, after all cells have been measured once: the one that takes least of those that can still be the best,
 * since without limits of its size none of them is decided. With `isAtEnd`, of all, and no time is kept for rounds. Null if none is left that fits.
 */
export function nextParts(
  owed: readonly { readonly index: number; readonly ms: number }[],
  time: { readonly budgetMs: number; readonly leftMs: number },
  { leaders, isAtEnd }: { readonly leaders: readonly number[] | null; readonly isAtEnd: boolean },
): number | null {
  const mostMs = time.leftMs - (isAtEnd ? 0 : roundsShare * time.budgetMs);
  const [quickest] = owed
    .filter(({ index, ms }) => (isAtEnd || leaders === null || leaders.includes(index)) && ms <= mostMs)
    .toSorted((a, b) => a.ms - b.ms);
  return quickest?.index ?? null;
}

/**
 * The next round, after all cells have been measured once. `leaders` are the cells that can still be the best, the best one first; null if nobody knows.
 * `control` and `file` are the costs of the A/A control and of reading the user's file, which are measured with every round; null if they are not. The control is
 * left out of rounds if a verdict can only be reached without it.
 */
export function nextRound(
  cells: ScheduledCells,
  costs: TrialCosts,
  leftMs: number,
  {
    leaders,
    control,
    file,
    isUntilDecided,
  }: {
    readonly leaders: readonly number[] | null;
    readonly control: number | null;
    readonly file: number | null;
    readonly isUntilDecided: boolean;
  },
): NextRound | ScheduleEnd {
  const measured = cells.running.filter((index) => cells.trialsOf(index) > 0);
  const fewest = (of: readonly number[]) => Math.min(...of.map(cells.trialsOf));
  const open = leaders?.filter((index) => measured.includes(index)) ?? [];
  if (open.length >= 2 && fewest(open) < lastLook) {
    const roundMs = (of: readonly number[], { isBrief, withControl }: RoundExtent) =>
      kernelsMs +
      sum(
        [...of, withControl ? control : null, file].map((index) => (index === null ? 0 : costs.costMs(index, isBrief))),
      );
    return leadingRound(open, leftMs, roundMs, (of) => nextLook(fewest(of)) - fewest(of), fewest);
  }
  // Nothing is left to decide, or nobody knows what is.
  if (isUntilDecided && leaders !== null) return 'done';
  const most = isUntilDecided ? undecidableRounds : lastLook;
  const all = measured.filter((index) => cells.trialsOf(index) < most);
  if (all.length === 0) return 'done';
  const fitting = all.filter((index) => costs.costMs(index, false) + kernelsMs <= leftMs);
  if (fitting.length < Math.min(2, all.length)) return 'noneFits';
  return { cells: fitting, isBrief: false, isLeading: false, withControl: true, look: nextLook(fewest(fitting)) };
}

/** What a round measures of the leading cells, and with which limits. */
type RoundExtent = Pick<NextRound, 'isBrief' | 'withControl'>;

/** The fullest round first. */
const extents: readonly RoundExtent[] = [
  { isBrief: false, withControl: true },
  { isBrief: true, withControl: true },
  { isBrief: false, withControl: false },
  { isBrief: true, withControl: false },
];

/**
 * As many of the leading cells, the best first, as can reach the next look in the time that is left; at least two. If that needs the brief limits, or the time of
 * the A/A control, the round has these limits, and no control. If not even two can reach it, as many as one round has time for.
 */
function leadingRound(
  open: readonly number[],
  leftMs: number,
  roundMs: (of: readonly number[], extent: RoundExtent) => number,
  missing: (of: readonly number[]) => number,
  fewest: (of: readonly number[]) => number,
): NextRound | ScheduleEnd {
  for (const rounds of [missing, () => 1])
    for (let count = open.length; count >= 2; count -= 1) {
      const cells = open.slice(0, count);
      const extent = extents.find((each) => rounds(cells) * roundMs(cells, each) <= leftMs);
      if (extent !== undefined) return { cells, ...extent, isLeading: true, look: nextLook(fewest(cells)) };
    }
  return 'noneFits';
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
