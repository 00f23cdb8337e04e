import type { RoundSamples } from '../result';
import { intervalOverRounds, type RoundsInterval } from './intervals';
import type { Look } from './looks';
import { median, smallestValue } from './samples';
import { isSignFlipBelow, signFlipP } from './sign-flip';

/** The verdict on A against B. */
export type Verdict = 'faster' | 'slower' | 'noClearDifference' | 'tooFewRounds';

/** A compared with B, paired by round. `ratio` is A's time divided by B's: below 1, A is faster. */
export interface Comparison {
  readonly verdict: Verdict;
  /** Median over rounds of the ratio of the best samples; NaN without a pair. */
  readonly ratio: number;
  /** Computed from the log-ratios of the rounds; null with fewer than 3 pairs. */
  readonly interval: RoundsInterval | null;
  /** p-value of a sign-flip permutation test over rounds; null with fewer than 6 pairs, and where looks decide, each with a test of its own. */
  readonly p: number | null;
  readonly pairCount: number;
}

/** What a comparison needs of a round. */
type TimedRound = Pick<RoundSamples, 'round' | 'samplesMs'>;

/** The fewest pairs with which p < .05 is possible: 2^(1-6) = .031. */
export const minRoundsForVerdicts = 6;
const significance = 0.05;
/** The relative difference that the whole interval must exceed for a verdict. */
export const verdictMargin = 0.03;

/** Logarithms of A's best time divided by B's, for each round that both have. A time of 0 is below the timer's step and makes no pair. */
export function logRatios(a: readonly TimedRound[], b: readonly TimedRound[]): number[] {
  const bests = new Map(b.map(({ round, samplesMs }) => [round, smallestValue(samplesMs)]));
  return a.flatMap(({ round, samplesMs }) => {
    const ratio = smallestValue(samplesMs) / (bests.get(round) ?? Number.NaN);
    return Number.isFinite(ratio) && ratio > 0 ? [Math.log(ratio)] : [];
  });
}

/**
 * Compares two candidates by rule 9 of docs/measurement.md: a verdict needs p < .05 and an interval outside ±3 %. `looks`: those of a run whose number
 * of rounds depends on what it measures; null if the number was fixed before.
 */
export function compareCandidates(
  a: readonly RoundSamples[],
  b: readonly RoundSamples[],
  seed: number,
  looks: readonly Look[] | null = null,
): Comparison {
  const pairs = logRatios(a, b);
  const ratio = Math.exp(median(pairs));
  const interval = exponentiated(intervalOverRounds(pairs, median, seed));
  const p = pairs.length < minRoundsForVerdicts || looks !== null ? null : signFlipP(pairs, seed);
  const verdict = looks === null ? verdictOf(interval, p) : verdictByLooks(pairs, looks, seed);
  return { verdict, ratio, interval, p, pairCount: pairs.length };
}

/**
 * The verdict of log-ratios by the looks so far. A look that has found a difference decides, since the run measures such a pair less from then on; but
 * not against all rounds, if their ratio has come back to within the margin.
 */
function verdictByLooks(pairs: readonly number[], looks: readonly Look[], seed: number): Verdict {
  if (pairs.length < minRoundsForVerdicts) return 'tooFewRounds';
  const ratio = Math.exp(median(pairs));
  for (const look of looks) {
    if (look.rounds > pairs.length) break;
    const verdict = verdictAtLook(pairs, look, seed);
    if (verdict === 'faster') return ratio < 1 - verdictMargin ? verdict : 'noClearDifference';
    if (verdict === 'slower') return ratio > 1 + verdictMargin ? verdict : 'noClearDifference';
  }
  return 'noClearDifference';
}

/** The verdict of one look, by the first of its rounds. The interval is resampled only where the test has found a difference. */
export function verdictAtLook(pairs: readonly number[], { rounds, level }: Look, seed: number): Verdict {
  const seen = pairs.slice(0, rounds);
  if (!isSignFlipBelow(seen, level, seed)) return 'noClearDifference';
  return outsideMargin(exponentiated(intervalOverRounds(seen, median, seed)));
}

const exponentiated = (interval: RoundsInterval | null): RoundsInterval | null =>
  interval === null ? null : { ...interval, low: Math.exp(interval.low), high: Math.exp(interval.high) };

/**
 * True if `compareCandidates` is certain to return 'faster', so that its resampling can be skipped. That is so with at least six pairs, each
 * beyond the margin: then every resample's median is beyond it too, and p is at most 2^(1-6), which suffices at the first look. This holds for most rivals. Without it,
 * comparing 64 candidates would block the page for a second.
 */
export function aheadInEveryRound(a: readonly RoundSamples[], b: readonly RoundSamples[]): boolean {
  const pairs = logRatios(a, b);
  return pairs.length >= minRoundsForVerdicts && pairs.every((pair) => pair < Math.log(1 - verdictMargin));
}

function verdictOf(interval: Comparison['interval'], p: number | null): Verdict {
  if (interval === null || p === null) return 'tooFewRounds';
  return p >= significance ? 'noClearDifference' : outsideMargin(interval);
}

function outsideMargin(interval: RoundsInterval | null): Verdict {
  if (interval === null) return 'noClearDifference';
  if (interval.high < 1 - verdictMargin) return 'faster';
  return interval.low > 1 + verdictMargin ? 'slower' : 'noClearDifference';
}
