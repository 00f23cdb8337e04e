import type { RoundSamples } from '../result';

export type Verdict = 'faster' | 'slower' | 'noClearDifference' | 'tooFewRounds';

/** A against B, paired by round. `ratio` is A's time over B's (below 1: A is faster). */
export interface Comparison {
  readonly verdict: Verdict;
  readonly ratio: number;
  /** 95 % bootstrap over rounds of log-ratios; null with fewer than 3 pairs. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Sign-flip permutation over rounds; null with fewer than 6 pairs. */
  readonly p: number | null;
  readonly pairCount: number;
}

/** Rule 9: a verdict only if p < .05 and the interval clears ±3 %. */
export declare function compare(a: readonly RoundSamples[], b: readonly RoundSamples[], seed: number): Comparison;
