import { median } from './samples';

/**
 * One-sided p-value of Wilcoxon’s signed-rank test ([Wilcoxon 1945](https://doi.org/10.2307/3001968)) that the differences lie above 0. It is exact, with
 * middle ranks where differences are equal in size; those of 0 are left out. The smallest p of n differences is 2^-n. A few far values weigh no more than
 * near ones, as they would in a test of the mean.
 */
export function signedRankP(differences: readonly number[]): number {
  const nonzero = differences.filter((difference) => difference !== 0);
  const ranks = wholeRanks(nonzero.map(Math.abs));
  const seen = ranks.reduce((sum, rank, index) => sum + ((nonzero[index] ?? 0) > 0 ? rank : 0), 0);
  return sharesOf(ranks)
    .subarray(seen)
    .reduce((total, share) => total + share, 0);
}

/** The middle ranks, or twice them if one is no whole number. */
function wholeRanks(sizes: readonly number[]): number[] {
  const sorted = [...sizes].sort((a, b) => a - b);
  const doubled = sizes.map((size) => sorted.indexOf(size) + sorted.lastIndexOf(size) + 2);
  return doubled.every((rank) => rank % 2 === 0) ? doubled.map((rank) => rank / 2) : doubled;
}

/** The figure that the signed-rank test holds for the likeliest: the median of the means of all pairs ([Hodges and Lehmann 1963](https://doi.org/10.1214/aoms/1177704172)). NaN without differences. */
export const hodgesLehmann = (differences: readonly number[]): number => median(walshAverages(differences));

/**
 * The shifts that the two-sided signed-rank test of 5 % does not reject: the limits of the Hodges–Lehmann figure. Null with fewer than 6 differences, of which none can be
 * rejected.
 */
export function signedRankInterval(
  differences: readonly number[],
): { readonly low: number; readonly high: number } | null {
  const averages = walshAverages(differences).sort((a, b) => a - b);
  const shares = sharesOf(differences.map((_, index) => index + 1));
  let rejected = -1;
  // How many averages lie above a shift is the test’s statistic.
  for (let tail = shares.at(-1) ?? 1; tail <= 0.025; tail += shares.at(-2 - rejected) ?? 1) rejected += 1;
  const low = averages[rejected];
  const high = averages[averages.length - 1 - rejected];
  return low === undefined || high === undefined ? null : { low, high };
}

/** The share of all assignments of signs in which the positive ranks have each sum. */
function sharesOf(ranks: readonly number[]): Float64Array {
  const shares = new Float64Array(ranks.reduce((sum, rank) => sum + rank, 1));
  shares[0] = 1;
  let most = 0;
  for (const rank of ranks) {
    most += rank;
    // From the largest sum on, so that each rank counts once.
    for (let sum = most; sum >= 0; sum -= 1)
      shares[sum] = ((shares[sum] ?? 0) + (sum < rank ? 0 : (shares[sum - rank] ?? 0))) / 2;
  }
  return shares;
}

const walshAverages = (values: readonly number[]): number[] =>
  values.flatMap((value, index) => values.slice(index).map((other) => (value + other) / 2));
