import type { CellValue } from '../model/column';

/** Estimates of single parameters of the workload “Table”, from the values of one column without nulls and repeated rows. */

export const wordsOf = (text: string): number => text.split(/\s+/u).filter(Boolean).length;

/** The mean number of rows after which a value is drawn anew: a new draw is another value with the probability 1 − Σp². */
export function runLengthOf(values: readonly CellValue[], follows: readonly boolean[]): number {
  const counts = new Map<CellValue, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const changing = 1 - [...counts.values()].reduce((sum, count) => sum + (count / values.length) ** 2, 0);
  let [pairs, changes] = [0, 0];
  for (let row = 1; row < values.length; row += 1) {
    if (follows[row] !== true) continue;
    pairs += 1;
    if (values[row] !== values[row - 1]) changes += 1;
  }
  return changes === 0 ? Math.max(1, pairs) : Math.max(1, (changing * pairs) / changes);
}

/** The digits after the decimal point that 99 % of the finite values need at most, from 0 to 9. */
export function decimalDigitsOf(values: readonly CellValue[]): number {
  const needed = new Uint32Array(10);
  let finite = 0;
  for (const value of values) {
    const number = Number(value);
    if (!Number.isFinite(number)) continue;
    finite += 1;
    let digits = 0;
    while (digits < 9 && Math.round(number * 10 ** digits) / 10 ** digits !== number) digits += 1;
    needed[digits] = (needed[digits] ?? 0) + 1;
  }
  let [digits, within] = [0, needed[0] ?? 0];
  while (digits < 9 && within < 0.99 * finite) {
    digits += 1;
    within += needed[digits] ?? 0;
  }
  return digits;
}

/** The share of values that are in order, ascending or descending: the longest sorted subsequence of each block. */
export function sortednessOf(values: readonly CellValue[], blockRows: number): number {
  if (values.length === 0) return 1;
  let [ascending, descending] = [0, 0];
  for (let start = 0; start < values.length; start += blockRows) {
    const block = values.slice(start, start + blockRows).map(Number);
    ascending += longestAscending(block);
    descending += longestAscending(block.map((value) => -value));
  }
  return Math.max(ascending, descending) / values.length;
}

/** The length of the longest subsequence that never falls. */
function longestAscending(values: readonly number[]): number {
  /** The smallest last value of a subsequence of each length. */
  const lasts: number[] = [];
  for (const value of values) {
    let [low, high] = [0, lasts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lasts[middle] as number) <= value) low = middle + 1;
      else high = middle;
    }
    lasts[low] = value;
  }
  return lasts.length;
}

/** The workload has so many standard sentences. */
const standardSentences = 64;

/** The share of sentences that are among the most frequent ones, beyond what the next ones have by chance. */
export function repeatedSentenceShare(values: readonly CellValue[]): number {
  const counts = new Map<string, number>();
  let all = 0;
  for (const value of values)
    for (const sentence of String(value).split(/(?<=[.!?])\s+/u)) {
      counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
      all += 1;
    }
  if (all === 0) return 0;
  const sorted = [...counts.values()].sort((a, b) => b - a);
  const sumOf = (from: number, to: number) => sorted.slice(from, to).reduce((sum, count) => sum + count, 0);
  // A sentence that occurs once repeats nothing.
  const frequent = sorted.slice(0, standardSentences).reduce((sum, count) => sum + (count > 1 ? count : 0), 0);
  return Math.max(0, (frequent - sumOf(standardSentences, 2 * standardSentences)) / all);
}

/** Where rows are missing and times are less regular than this, the method can't tell them from irregular ones. */
const leastRegularityWithGaps = 0.35;

/**
 * How regular instants are. Each is late by a uniform part of the interval: by J, their differences have a variance of J² ÷ 6. Where rows
 * are missing, a difference is several intervals, and what is left beyond whole intervals counts.
 */
export function regularityOf(values: readonly CellValue[]): number {
  const sorted = values.map(Number).sort((a, b) => a - b);
  const differences = sorted.slice(1).map((value, index) => value - (sorted[index] as number));
  if (differences.length < 2) return 1;
  const ordered = [...differences].sort((a, b) => a - b);
  const middle = ordered[ordered.length >> 1] as number;
  const near = differences.filter((difference) => difference < 2 * middle);
  if (near.length >= 0.98 * differences.length) {
    const interval = mean(near);
    const variance = mean(near.map((difference) => (difference - interval) ** 2));
    return Math.max(0, 1 - Math.sqrt(6 * variance) / interval);
  }
  let interval = 1.2 * (ordered[ordered.length >> 2] as number);
  if (interval <= 0) return 0;
  for (let round = 0; round < 8; round += 1) {
    const limit = 1.5 * interval;
    const single = differences.filter((difference) => difference > 0 && difference < limit);
    if (single.length === 0) return 0;
    interval = mean(single);
  }
  const variance = mean(
    differences.map((difference) => (difference - Math.max(1, Math.round(difference / interval)) * interval) ** 2),
  );
  const regularity = 1 - Math.sqrt(6 * variance) / interval;
  return regularity < leastRegularityWithGaps ? 0 : regularity;
}

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The share of rows that bring a new value. `rows` counts repeated rows too: a value that such a row would have brought is lost, unless it
 * returns, which values do as often as those that are seen more than once.
 */
export function distinctShareOf(values: readonly CellValue[], rows: number): number {
  const counts = new Map<CellValue, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let returning = 0;
  for (const count of counts.values()) if (count > 1) returning += 1;
  const lost = Math.max(0, rows - values.length) * (1 - returning / Math.max(1, counts.size));
  return counts.size / Math.max(1, rows - lost);
}
