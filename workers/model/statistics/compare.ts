import type { RoundSamples } from '../result';
import { intervalOverRounds, type RoundsInterval } from './intervals';
import { median, smallestValue } from './samples';
import { signFlipP } from './sign-flip';

/** The verdict on A against B. */
export type Verdict = 'faster' | 'slower' | 'noClearDifference' | 'tooFewRounds';

/** A compared with B, paired by round. `ratio` is A's time divided by B's: below 1, A is faster. */
export interface Comparison {
  readonly verdict: Verdict;
  /** Median over rounds of the ratio of the best samples; NaN without a pair. */
  readonly ratio: number;
  /** Computed from the log-ratios of the rounds; null with fewer than 3 pairs. */
  readonly interval: RoundsInterval | null;
  /** p-value of a sign-flip permutation test over rounds; null with fewer than 6 pairs. */
  readonly p: number | null;
  readonly pairCount: number;
}

/** The fewest pairs with which p < .05 is possible: 2^(1-6) = .031. */
export const minRoundsForVerdicts = 6;
const significance = 0.05;
/** The relative difference that the whole interval must exceed for a verdict. */
export const verdictMargin = 0.03;

/** Logarithms of A's best time divided by B's, for each round that both have. A time of 0 is below the timer's step and makes no pair. */
export function logRatios(a: readonly RoundSamples[], b: readonly RoundSamples[]): number[] {
  const bests = new Map(b.map(({ round, samplesMs }) => [round, smallestValue(samplesMs)]));
  return a.flatMap(({ round, samplesMs }) => {
    const ratio = smallestValue(samplesMs) / (bests.get(round) ?? Number.NaN);
    return Number.isFinite(ratio) && ratio > 0 ? [Math.log(ratio)] : [];
  });
}

/** Compares two candidates by rule 9 of docs/measurement.md: a verdict needs p < .05 and an interval outside ±3 %. */
export function compareCandidates(a: readonly RoundSamples[], b: readonly RoundSamples[], seed: number): Comparison {
  const pairs = logRatios(a, b);
  const ratio = Math.exp(median(pairs));
  const logInterval = intervalOverRounds(pairs, median, seed);
  const interval =
    logInterval === null ? null : { ...logInterval, low: Math.exp(logInterval.low), high: Math.exp(logInterval.high) };
  const p = pairs.length < minRoundsForVerdicts ? null : signFlipP(pairs, seed);
  return { verdict: verdictOf(interval, p), ratio, interval, p, pairCount: pairs.length };
}

/**
 * True if `compareCandidates` is certain to return 'faster', so that its resampling can be skipped. That is so with at least six pairs, each
 * beyond the margin: then every resample's median is beyond it too, and p is at most 2^(1-6). This holds for most rivals. Without it,
 * comparing 64 candidates would block the page for a second.
 */
export function aheadInEveryRound(a: readonly RoundSamples[], b: readonly RoundSamples[]): boolean {
  const pairs = logRatios(a, b);
  return pairs.length >= minRoundsForVerdicts && pairs.every((pair) => pair < Math.log(1 - verdictMargin));
}

function verdictOf(interval: Comparison['interval'], p: number | null): Verdict {
  if (interval === null || p === null) return 'tooFewRounds';
  if (p >= significance) return 'noClearDifference';
  if (interval.high < 1 - verdictMargin) return 'faster';
  return interval.low > 1 + verdictMargin ? 'slower' : 'noClearDifference';
}
