/** Order statistics of raw samples. No function changes its argument. */

/** Longer lists than these are sorted by the library. */
const shortLength = 32;

/** A bootstrap takes thousands of medians of a few rounds. Insertion sorts such a short list five times as fast as the library does. */
function ascending(values: readonly number[]): number[] {
  const sorted = [...values];
  if (sorted.length > shortLength) return sorted.sort((a, b) => a - b);
  for (let index = 1; index < sorted.length; index += 1) {
    const value = sorted[index] as number;
    let place = index;
    for (; place > 0 && (sorted[place - 1] as number) > value; place -= 1) sorted[place] = sorted[place - 1] as number;
    sorted[place] = value;
  }
  return sorted;
}

/** The middle value, or the mean of the two middle values. NaN for an empty list. */
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

/** Quantile by nearest rank: the smallest value such that at least `share` of the values are not larger. NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = ascending(values);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

/** The smallest value; Infinity for an empty list. `Math.min(...values)` would overflow the stack for many values. */
export function smallestValue(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
}

/** Sample standard deviation (n - 1) divided by the mean; 0 for a single value, or if the mean is 0. */
export function coefficientOfVariation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (mean === 0) return 0;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1)) / mean;
}
