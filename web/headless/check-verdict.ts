import { logRatios, type TimedRound } from '../../workers/model/statistics/compare';
import { seededRandom } from '../../workers/model/random';
import { intervalOverRounds } from '../../workers/model/statistics/intervals';
import { median } from '../../workers/model/statistics/samples';
import { signFlipP } from '../../workers/model/statistics/sign-flip';
import type { CheckedTime } from '../links/command-result';

/** With fewer rounds that both files have, nothing is decided. */
export const leastCheckRounds = 8;

/** Two-sided: of two equal files, one in two hundred is called slower by the test alone. */
const significance = 0.01;
/** The least difference that is told, as between candidates (rule 9). */
const margin = 0.03;
/** With a larger noise floor, a tenth more is not seen. */
const mostNoise = 0.1;

/**
 * Compares the times of a file with those of its baseline, round by round. It grew if the test over rounds finds a difference and the ratio is beyond the noise
 * floor and the margin. The noise floor is that of the same job: the baseline's rounds against one another, one before the next.
 * @param file the best times of the rounds in milliseconds
 */
export function checkedTime(file: readonly TimedRound[], baseline: readonly TimedRound[], seed: number): CheckedTime {
  const pairs = logRatios(file, baseline);
  const ratio = pairs.length === 0 ? null : Math.exp(median(pairs));
  const interval = intervalOverRounds(pairs, median, seed);
  const noiseFloor = noiseFloorOf(baseline);
  const told = {
    ratio,
    low: interval === null ? null : Math.exp(interval.low),
    high: interval === null ? null : Math.exp(interval.high),
    noiseFloor,
    rounds: pairs.length,
  };
  if (pairs.length < leastCheckRounds || ratio === null || noiseFloor === null)
    return {
      ...told,
      outcome: 'undecided',
      reason: `Only ${pairs.length} rounds measured both; ${leastCheckRounds} are needed.`,
    };
  const least = Math.max(margin, noiseFloor);
  const isDifferent = signFlipP(pairs, seed) < significance;
  if (isDifferent && ratio > 1 + least) return { ...told, outcome: 'grew', reason: null };
  if (noiseFloor > mostNoise)
    return {
      ...told,
      outcome: 'undecided',
      reason: `The noise floor of this job is ${(noiseFloor * 100).toFixed(0)} %, so that a growth by a tenth would not be seen.`,
    };
  // Equal as far as the rounds tell is not enough where they would leave a growth by a tenth open.
  if (!isDifferent && (told.high ?? 0) > 1 + mostNoise)
    return {
      ...told,
      outcome: 'undecided',
      reason: 'The rounds differ so much that they leave a growth by a tenth open. Give more: --rounds 30',
    };
  return { ...told, outcome: isDifferent && ratio < 1 / (1 + least) ? 'shrank' : 'same', reason: null };
}

/** How far the baseline's even rounds are from its odd ones, each against the next. Null without three such pairs. */
function noiseFloorOf(baseline: readonly TimedRound[]): number | null {
  const sorted = [...baseline].sort((a, b) => a.round - b.round);
  const even = sorted.filter((_, index) => index % 2 === 0).map((round, index) => ({ ...round, round: index }));
  const odd = sorted.filter((_, index) => index % 2 === 1).map((round, index) => ({ ...round, round: index }));
  const pairs = logRatios(even, odd);
  return pairs.length < 3 ? null : Math.abs(Math.exp(median(pairs)) - 1);
}

/** How often checks by the same rule end in each way, where measured rounds are drawn anew. */
export type CheckOutcomes = Readonly<Record<CheckedTime['outcome'], number>>;

/**
 * Repeats a check with rounds that are drawn from measured ones, of which each keeps its two times together.
 * @param factor what the file’s times are multiplied by
 */
export function repeatedChecks(
  [file, baseline]: readonly [readonly TimedRound[], readonly TimedRound[]],
  { checks, factor, rounds, seed }: { checks: number; factor: number; rounds: number; seed: number },
): CheckOutcomes {
  const random = seededRandom(seed);
  const counts = { grew: 0, shrank: 0, same: 0, undecided: 0 };
  const pairs = file.flatMap((own) => {
    const other = baseline.find(({ round }) => round === own.round);
    return other === undefined ? [] : [{ own, other }];
  });
  for (let check = 0; check < checks; check += 1) {
    const drawn = Array.from({ length: rounds }, () => pairs[random.below(pairs.length)]).filter(
      (pair) => pair !== undefined,
    );
    const { outcome } = checkedTime(
      drawn.map(({ own }, round) => ({ round, samplesMs: own.samplesMs.map((ms) => ms * factor) })),
      drawn.map(({ other }, round) => ({ round, samplesMs: other.samplesMs })),
      check + 1,
    );
    counts[outcome] += 1;
  }
  return counts;
}
