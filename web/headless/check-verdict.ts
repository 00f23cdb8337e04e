import { smallestValue } from '../../workers/model/statistics/samples';
import { hodgesLehmann, signedRankInterval, signedRankP } from '../../workers/model/statistics/signed-rank';
import type { CheckedTime } from '../links/command-result';

/** The times of a round in milliseconds: of the file, of its baseline, and of the baseline once more. Each is read in turns with the others, by one worker. */
interface CheckRound {
  readonly file: readonly number[];
  readonly baseline: readonly number[];
  readonly control: readonly number[];
}
export type CheckRounds = readonly CheckRound[];

/**
 * After how many rounds a check may be decided (rule 33), and the levels of its one-sided tests: that the file is slower, and that it is not slower by a tenth. Between
 * these rounds nothing is tested, since each test may err. The levels of the first add up to 0.4 % (Bonferroni, as for rule 9), so that of 200 checks of equal files more than 2 hardly ever raise an alarm; those of the second to 3.5 %.
 */
const checkLooks = [
  { rounds: 10, slower: 0.001, notSlower: 0.002 },
  { rounds: 16, slower: 0.0006, notSlower: 0.003 },
  { rounds: 24, slower: 0.0006, notSlower: 0.004 },
  { rounds: 36, slower: 0.0006, notSlower: 0.006 },
  { rounds: 64, slower: 0.0006, notSlower: 0.01 },
  { rounds: 96, slower: 0.0006, notSlower: 0.01 },
] as const;
type CheckLook = (typeof checkLooks)[number];
export const leastCheckRounds = 10;
/** The most rounds of a check. */
export const mostCheckRounds = 96;
/** After this time in milliseconds, a check that has the rounds of its first look begins no further round. */
const mostMs = 300_000;

/** The least difference that is told, as between candidates (rule 9). */
const margin = 0.03;
/** What a check must find. */
const tenth = 0.1;

/** Whether a check has all the rounds that it needs, or that it may take. */
export function isLastRound(
  rounds: CheckRounds,
  { most, passedMs }: { readonly most: number; readonly passedMs: number },
): boolean {
  if (rounds.length >= most) return true;
  if (rounds.length >= leastCheckRounds && passedMs > mostMs) return true;
  const look = checkLooks.find((each) => each.rounds === rounds.length);
  return look !== undefined && outcomeAt(rounds, look) !== null;
}

/**
 * Compares the times of a file with those of its baseline, round by round. The file is slower if the test finds a difference, and the quotient lies beyond the
 * margin and the noise floor. It is no slower if the test finds that it is not slower by a tenth. The noise floor is that of the same rounds: the baseline against
 * itself. The first look that finds either decides.
 * @param failure why no further round could be taken. Null if nothing failed
 */
export function checkedTime(rounds: CheckRounds, failure: string | null = null): CheckedTime {
  let outcome: CheckedTime['outcome'] = 'undecided';
  let counted = rounds;
  for (const look of checkLooks) {
    const found = look.rounds > rounds.length ? null : outcomeAt(rounds, look);
    if (found === null) continue;
    outcome = found;
    counted = rounds.slice(0, look.rounds);
    break;
  }
  const pairs = logQuotients(counted);
  const interval = signedRankInterval(pairs);
  return {
    ratio: pairs.length === 0 ? null : Math.exp(hodgesLehmann(pairs)),
    low: interval === null ? null : Math.exp(interval.low),
    high: interval === null ? null : Math.exp(interval.high),
    noiseFloor: noiseFloorOf(counted),
    rounds: pairs.length,
    outcome,
    reason: outcome === 'undecided' ? (failure ?? undecidedReason(counted)) : null,
  };
}

/** What the rounds of a look say. Null if they leave it open. */
function outcomeAt(all: CheckRounds, look: CheckLook): Exclude<CheckedTime['outcome'], 'undecided'> | null {
  const rounds = all.slice(0, look.rounds);
  const pairs = logQuotients(rounds);
  const noiseFloor = noiseFloorOf(rounds);
  if (noiseFloor === null || pairs.length < leastCheckRounds) return null;
  const least = Math.log1p(Math.max(margin, noiseFloor));
  const found = hodgesLehmann(pairs);
  if (found > least && signedRankP(pairs) < look.slower) return 'grew';
  if (signedRankP(pairs.map((pair) => Math.log1p(tenth) - pair)) >= look.notSlower) return null;
  return found < -least && signedRankP(pairs.map((pair) => -pair)) < look.slower ? 'shrank' : 'same';
}

function undecidedReason(rounds: CheckRounds): string {
  if (rounds.length < leastCheckRounds)
    return `Only ${rounds.length} rounds measured both; ${leastCheckRounds} are needed.`;
  const floor = ((noiseFloorOf(rounds) ?? 0) * 100).toFixed(0);
  const more = rounds.length < mostCheckRounds ? `, or allow more rounds: --rounds ${mostCheckRounds}` : '';
  return `${rounds.length} rounds leave a growth by a tenth open, since they differ so much (noise floor ${floor} %). Let nothing else run beside the check${more}.`;
}

/**
 * The logarithms of the rounds’ quotients, each of best samples: those that other work disturbed least (rule 7). With equal files their signs are a coin’s, as the test
 * supposes.
 */
const logQuotients = (rounds: CheckRounds): number[] =>
  finite(rounds.map(({ file, baseline }) => Math.log(smallestValue(file) / smallestValue(baseline))));

/** How far the baseline is from itself. Null without rounds. */
function noiseFloorOf(rounds: CheckRounds): number | null {
  const pairs = finite(
    rounds.map(({ baseline, control }) => Math.log(smallestValue(baseline) / smallestValue(control))),
  );
  return pairs.length === 0 ? null : Math.abs(Math.expm1(hodgesLehmann(pairs)));
}

/** A time of 0 is below the timer’s step and makes no quotient. */
const finite = (values: readonly number[]) => values.filter(Number.isFinite);
