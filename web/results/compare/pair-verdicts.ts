import type { Operation } from '../../../workers/model/plan';
import type { RunResult } from '../../../workers/model/result';
import { quotientInterval, type RoundsInterval } from '../../../workers/model/statistics/intervals';
import { minRoundsForVerdicts, type Verdict } from '../../../workers/model/statistics/compare';
import { noiseFloorOf } from '../../../workers/model/statistics/noise-floor';
import { median } from '../../../workers/model/statistics/samples';
import { belowResolution } from '../../figures/best-time';
import { lossWords } from '../../figures/losses-summary';
import { type CompletedRow, isCompleted, measuredFigures, type ResultRow } from '../../figures/rows';
import { gotWarm } from './comparability';
import { roundBests } from '../fields/operation-fields';

/** One candidate in both runs, for one operation. */
export interface PairVerdict {
  readonly row: CompletedRow;
  /** What the candidate loses in each run, in words. Null if it loses nothing in both. */
  readonly losses: string | null;
  /** The size of the compared run's file divided by that of the shown run's. Null if one of them writes no file. */
  readonly sizeFactor: number | null;
  readonly time:
    | {
        readonly status: 'compared';
        /** The median over rounds of the best samples, in milliseconds. */
        readonly shownMs: number;
        readonly comparedMs: number;
        /** The compared run's time divided by the shown run's: 2 means twice as long. */
        readonly factor: number;
        /** With the rounds of both runs drawn independently. Null with fewer than three rounds. */
        readonly interval: RoundsInterval | null;
        /** The compared run against the shown one. */
        readonly verdict: Verdict;
      }
    | { readonly status: 'none'; readonly reason: string };
}

/** The relative difference that a whole interval must exceed for a verdict, as in rule 9. */
export const smallestMargin = 0.03;

/** The margin for verdicts between two runs: 3 %, or the noise floor of either if that is larger. */
export const verdictMargin = (shown: RunResult, compared: RunResult): number =>
  Math.max(
    smallestMargin,
    ...[shown, compared].flatMap(({ noiseFloor, plan }) => {
      const floor = noiseFloor === null ? null : noiseFloorOf(noiseFloor, plan.seed);
      return floor === null ? [] : [floor.error];
    }),
  );

/**
 * The candidates that both runs measured, in the order of the shown run. The rows are those of one dataset of each run. The rounds of two runs are
 * not paired, so the interval draws each run's rounds independently, and a verdict rests on the interval alone.
 */
export function pairVerdicts(
  shown: readonly ResultRow[],
  compared: readonly ResultRow[],
  {
    operation,
    seed,
    margin,
    onlyWarm = false,
  }: {
    readonly operation: Operation;
    readonly seed: number;
    readonly margin: number;
    /** True if times that were not measured after a warm-up in both runs are not compared. */
    readonly onlyWarm?: boolean;
  },
): PairVerdict[] {
  const others = new Map(compared.filter(isCompleted).map((row) => [row.candidateKey, row]));
  return shown.filter(isCompleted).flatMap((row): PairVerdict[] => {
    const other = others.get(row.candidateKey);
    if (other === undefined) return [];
    const sizeFactor =
      row.sizeBytes === null || other.sizeBytes === null || row.sizeBytes === 0
        ? null
        : other.sizeBytes / row.sizeBytes;
    return [
      {
        row,
        losses: pairLosses(row, other),
        sizeFactor,
        time: timeOf(row, other, { operation, seed, margin, onlyWarm }),
      },
    ];
  });
}

/** What a candidate loses, once if it is the same in both runs. Native scripts do not declare losses, so that runs may differ. */
function pairLosses(shown: CompletedRow, compared: CompletedRow): string | null {
  const [own, theirs] = [lossWords(shown), lossWords(compared)];
  if (own === theirs) return own === null ? null : `It loses ${own}.`;
  return `In this run it loses ${own ?? 'nothing that is declared'}; in the compared run ${theirs ?? 'nothing that is declared'}.`;
}

function timeOf(
  row: CompletedRow,
  other: CompletedRow,
  { operation, seed, margin, onlyWarm }: Required<Parameters<typeof pairVerdicts>[2]>,
): PairVerdict['time'] {
  const [own, theirs] = [measuredFigures(row, operation), measuredFigures(other, operation)];
  if (own === null) return { status: 'none', reason: 'not measured in this run' };
  if (theirs === null) return { status: 'none', reason: 'not measured in the compared run' };
  if (own.throughput === null || theirs.throughput === null) return { status: 'none', reason: belowResolution };
  if (onlyWarm && !(gotWarm(own) && gotWarm(theirs)))
    return { status: 'none', reason: 'not warm in both runs, which measured for different times' };
  const [a, b] = [[...roundBests(own.rounds).values()], [...roundBests(theirs.rounds).values()]];
  const [shownMs, comparedMs] = [median(a), median(b)];
  const factor = comparedMs / shownMs;
  if (!(factor > 0) || !Number.isFinite(factor)) return { status: 'none', reason: belowResolution };
  const interval = quotientInterval(b, a, median, seed);
  const enough = Math.min(a.length, b.length) >= minRoundsForVerdicts;
  return {
    status: 'compared',
    shownMs,
    comparedMs,
    factor,
    interval,
    verdict: enough ? verdictOf(interval, margin) : 'tooFewRounds',
  };
}

function verdictOf(interval: RoundsInterval | null, margin: number): Verdict {
  if (interval === null) return 'tooFewRounds';
  if (interval.high < 1 - margin) return 'faster';
  return interval.low > 1 + margin ? 'slower' : 'noClearDifference';
}
