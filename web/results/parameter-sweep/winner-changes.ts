/**
 * Where the best candidate changes along a swept parameter. Between two measured values every candidate is taken to follow the straight line
 * that the chart draws: in the logarithm of the figure, over the parameter or its logarithm.
 */

/** How the axis of the parameter is divided. Choices have no values in between. */
export type SweepScale = 'linear' | 'log' | 'choices';

/** A candidate's figures that are to be small, such as its sizes in bytes: one for each measured value, in their order. All are positive. */
interface Contestant {
  readonly candidate: number;
  readonly totals: readonly number[];
}

export interface WinnerChange {
  readonly from: number;
  readonly to: number;
  /** Places of the two neighbouring measured values between which it happens. */
  readonly before: number;
  readonly after: number;
  /** The parameter's value at which the straight lines cross. Null if they don't, if a third candidate lies lower there, or between choices. */
  readonly at: number | null;
}

export interface Winners {
  /** The best candidate at each measured value. */
  readonly byPlace: readonly number[];
  readonly changes: readonly WinnerChange[];
}

/** True if the candidate is worse than the best one at a place, beyond doubt. Sizes are exact, so for them every difference counts. */
type IsBehind = (candidate: number, place: number) => boolean;

/**
 * The winners at the values `xs`, in ascending order. A candidate stays the winner until it is behind. Null without contestants.
 */
export function winnersAlong(
  xs: readonly number[],
  contestants: readonly Contestant[],
  scale: SweepScale,
  isBehind: IsBehind = differs(contestants),
): Winners | null {
  if (contestants.length === 0 || xs.length === 0) return null;
  const byPlace: number[] = [];
  const changes: WinnerChange[] = [];
  for (let place = 0; place < xs.length; place += 1) {
    const before = byPlace.at(-1);
    const winner = before !== undefined && !isBehind(before, place) ? before : bestAt(contestants, place);
    byPlace.push(winner);
    if (before !== undefined && before !== winner) {
      const at = crossingBetween(xs, contestants, scale, { from: before, to: winner, after: place });
      changes.push({ from: before, to: winner, before: place - 1, after: place, at });
    }
  }
  return { byPlace, changes };
}

const totalAt = (contestants: readonly Contestant[], candidate: number, place: number) =>
  contestants.find((each) => each.candidate === candidate)?.totals[place] ?? Number.POSITIVE_INFINITY;

const differs =
  (contestants: readonly Contestant[]): IsBehind =>
  (candidate, place) =>
    totalAt(contestants, candidate, place) > totalAt(contestants, bestAt(contestants, place), place);

function bestAt(contestants: readonly Contestant[], place: number): number {
  let [best] = contestants as [Contestant];
  for (const each of contestants) if ((each.totals[place] as number) < (best.totals[place] as number)) best = each;
  return best.candidate;
}

/**
 * Where the straight lines of two candidates cross: as a share of the way from the first to the second value, given their logarithms' or
 * totals' differences there. Null if the second is not above first and below then.
 */
export function crossingShare(before: readonly [number, number], after: readonly [number, number]): number | null {
  const ahead = Math.log(before[1] / before[0]);
  const behind = Math.log(after[0] / after[1]);
  return ahead >= 0 && behind > 0 ? ahead / (ahead + behind) : null;
}

/** The parameter's value at a share of the way between two measured ones. */
export function valueBetween(low: number, high: number, share: number, scale: SweepScale): number {
  return scale === 'log' ? low * (high / low) ** share : low + share * (high - low);
}

function crossingBetween(
  xs: readonly number[],
  contestants: readonly Contestant[],
  scale: SweepScale,
  { from, to, after }: { readonly from: number; readonly to: number; readonly after: number },
): number | null {
  const [low, high] = [xs[after - 1], xs[after]];
  if (scale === 'choices' || low === undefined || high === undefined) return null;
  const pair = (place: number) => [totalAt(contestants, from, place), totalAt(contestants, to, place)] as const;
  const share = crossingShare(pair(after - 1), pair(after));
  if (share === null) return null;
  const heightOf = ({ totals }: Contestant) =>
    (1 - share) * Math.log(totals[after - 1] as number) + share * Math.log(totals[after] as number);
  const crossed = contestants.find(({ candidate }) => candidate === to);
  const height = crossed === undefined ? Number.NaN : heightOf(crossed);
  const isUndercut = contestants.some(
    (each) => each.candidate !== from && each.candidate !== to && heightOf(each) < height - 1e-12,
  );
  return isUndercut ? null : valueBetween(low, high, share, scale);
}
