import { seededRandom } from '../random';

/** The number of bootstrap resamples. With 2,000, another seed changes a limit of the interval by far less than the interval’s width. */
const resamples = 2_000;

/**
 * The middle 95 % of `statistic` over resamples of the rounds with replacement (percentile bootstrap, seeded). Rounds are resampled, not
 * samples, since samples of one worker are not independent (rule 5 of docs/measurement.md). Null with fewer than 3 rounds.
 */
export function bootstrapInterval<T>(
  rounds: readonly T[],
  statistic: (rounds: readonly T[]) => number,
  seed: number,
): { low: number; high: number } | null {
  if (rounds.length < 3) return null;
  const random = seededRandom(seed);
  const drawn: T[] = [...rounds];
  const values = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample += 1) {
    for (let index = 0; index < drawn.length; index += 1) drawn[index] = rounds[random.below(rounds.length)] as T;
    values[resample] = statistic(drawn);
  }
  values.sort();
  return {
    low: values[Math.floor(resamples * 0.025)] ?? Number.NaN,
    high: values[Math.ceil(resamples * 0.975) - 1] ?? Number.NaN,
  };
}

/**
 * The middle 95 % of `statistic(a) / statistic(b)`. The rounds of both sides are drawn independently, for runs that were not taken in
 * pairs. Null if either side has fewer than 3 rounds, or if a limit of the interval is not a finite positive number.
 */
export function bootstrapQuotient(
  a: readonly number[],
  b: readonly number[],
  statistic: (values: readonly number[]) => number,
  seed: number,
): { low: number; high: number } | null {
  if (a.length < 3 || b.length < 3) return null;
  const random = seededRandom(seed);
  const draw = (values: readonly number[]) => values.map(() => values[random.below(values.length)] as number);
  const quotients = Float64Array.from({ length: resamples }, () => statistic(draw(a)) / statistic(draw(b))).sort();
  const interval = {
    low: quotients[Math.floor(resamples * 0.025)] ?? Number.NaN,
    high: quotients[Math.ceil(resamples * 0.975) - 1] ?? Number.NaN,
  };
  return interval.low > 0 && Number.isFinite(interval.high) ? interval : null;
}
