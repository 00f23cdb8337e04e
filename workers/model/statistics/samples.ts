/** Order statistics of raw samples. All of them leave their argument untouched. */

function ascending(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

/** The middle value, or the mean of the two in the middle; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** Median absolute deviation from `centre`. */
export function medianAbsoluteDeviation(values: readonly number[], centre = median(values)): number {
  return median(values.map((value) => Math.abs(value - centre)));
}

/** Nearest rank: the smallest value that at least `share` of the values do not exceed; NaN of nothing. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = ascending(values);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

/** Smallest value; Infinity of nothing. (`Math.min(...values)` would overflow the stack on many.) */
export function smallest(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
}

/** Sample standard deviation (n - 1) over the mean; 0 where there is one value, or the mean is 0. */
export function coefficientOfVariation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (mean === 0) return 0;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1)) / mean;
}
