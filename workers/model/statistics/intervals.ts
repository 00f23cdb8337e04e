import { seededRandom } from '../random';

/** The number of bootstrap resamples. With 2,000, another seed changes a limit of the interval by far less than the interval’s width. */
const resamples = 2_000;

/** With fewer rounds, nothing is said of how far a figure varies. */
export const minRoundsForRange = 3;
/**
 * The fewest rounds for an interval of 95 %. All of n independent rounds lie on the same side of the median in 2^(1-n) of the cases, so that even
 * their range covers it in only 75 % of the cases with 3 rounds, 87.5 % with 4, 93.8 % with 5, and 96.9 % with 6.
 */
export const minRoundsForInterval = 6;

/**
 * What the limits are. `interval95`: the middle 95 % of the bootstrap resamples. `roundsRange`: the least and the largest figure of a single
 * round, because there are too few rounds for an interval.
 */
export type IntervalKind = 'interval95' | 'roundsRange';

/** The limits of a figure over the rounds (rule 8 of docs/measurement.md). */
export interface RoundsInterval {
  readonly kind: IntervalKind;
  readonly low: number;
  readonly high: number;
}

/**
 * The middle 95 % of `statistic` over resamples of the rounds with replacement (percentile bootstrap, seeded). Rounds are resampled, not
 * samples, since samples of one worker are not independent (rule 5 of docs/measurement.md). With fewer than 6 rounds it is the range of the
 * rounds; null with fewer than 3.
 */
export function intervalOverRounds<T>(
  rounds: readonly T[],
  statistic: (rounds: readonly T[]) => number,
  seed: number,
): RoundsInterval | null {
  if (rounds.length < minRoundsForRange) return null;
  if (rounds.length < minRoundsForInterval) return rangeOf(rounds.map((round) => statistic([round])));
  const random = seededRandom(seed);
  const drawn: T[] = [...rounds];
  const values = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample += 1) {
    for (let index = 0; index < drawn.length; index += 1) drawn[index] = rounds[random.below(rounds.length)] as T;
    values[resample] = statistic(drawn);
  }
  return middle95(values);
}

/**
 * The middle 95 % of `statistic(a) / statistic(b)`. The rounds of both sides are drawn independently, for runs that were not taken in
 * pairs. If either side has fewer than 6 rounds, it is the range of the quotients of two rounds. Null if either has fewer than 3, or if a limit
 * is not a finite positive number.
 */
export function quotientInterval(
  a: readonly number[],
  b: readonly number[],
  statistic: (values: readonly number[]) => number,
  seed: number,
): RoundsInterval | null {
  const fewest = Math.min(a.length, b.length);
  if (fewest < minRoundsForRange) return null;
  const random = seededRandom(seed);
  const draw = (values: readonly number[]) => values.map(() => values[random.below(values.length)] as number);
  const interval =
    fewest < minRoundsForInterval
      ? rangeOf(a.flatMap((of) => b.map((than) => statistic([of]) / statistic([than]))))
      : middle95(Float64Array.from({ length: resamples }, () => statistic(draw(a)) / statistic(draw(b))));
  return interval.low > 0 && Number.isFinite(interval.high) ? interval : null;
}

const rangeOf = (values: readonly number[]): RoundsInterval => ({
  kind: 'roundsRange',
  low: Math.min(...values),
  high: Math.max(...values),
});

function middle95(values: Float64Array): RoundsInterval {
  values.sort();
  return {
    kind: 'interval95',
    low: values[Math.floor(values.length * 0.025)] ?? Number.NaN,
    high: values[Math.ceil(values.length * 0.975) - 1] ?? Number.NaN,
  };
}
