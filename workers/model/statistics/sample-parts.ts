import type { Dataset } from '../dataset';
import type { FormatMeta } from '../entry';
import { type Candidate, wrappingCodec } from '../plan';

/** Items `from` (inclusive) to `to` (exclusive) of a sample. */
export interface PartRange {
  readonly from: number;
  readonly to: number;
}

/** The most parts of a sample that are encoded alone. */
export const maxParts = 8;

/**
 * Where the units of a sample are in it. A sample of a single unit is cut into 8 equal pieces.
 * @param unitItems the items of each unit, in the order of the sample. They are scaled to `itemCount`: a slow candidate measures an evenly spread
 * share of the sample.
 */
export function unitRanges(unitItems: readonly number[], itemCount: number): PartRange[] {
  const filled = unitItems.filter((items) => items > 0);
  const pieces = filled.length < 2 ? Array.from({ length: maxParts }, () => 1) : filled;
  const total = pieces.reduce((sum, items) => sum + items, 0);
  let sum = 0;
  return pieces
    .map((items) => {
      const from = Math.round((sum / total) * itemCount);
      sum += items;
      return { from, to: Math.round((sum / total) * itemCount) };
    })
    .filter(({ from, to }) => to > from);
}

/** With fewer parts, little is known of their spread: then parts of unequal numbers of units are the better choice. */
const fewestAlike = 4;

/**
 * The parts of a sample that are encoded alone: at most 8 groups of neighbouring units, of as many units each if at least 4 groups can be. What is not
 * known of the file is the spread between units, so no part ends within one.
 */
export function partRanges(unitItems: readonly number[], itemCount: number): PartRange[] {
  const units = unitRanges(unitItems, itemCount);
  const most = Math.min(maxParts, units.length);
  const alike = Array.from({ length: most }, (_, index) => most - index).find((parts) => units.length % parts === 0);
  const parts = alike === undefined || alike < fewestAlike ? most : alike;
  return Array.from({ length: parts }, (_, part) => {
    const first = units[Math.floor((part * units.length) / parts)] as PartRange;
    const last = units[Math.floor(((part + 1) * units.length) / parts) - 1] as PartRange;
    return { from: first.from, to: last.to };
  });
}

/** The halves of the units, in an order in which no half follows the one that it follows in the file: all first halves, then all second ones. */
export function brokenUnits(unitItems: readonly number[], itemCount: number): PartRange[] {
  const halves = unitRanges(unitItems, itemCount).map(
    ({ from, to }) => [from, Math.ceil((from + to) / 2), to] as const,
  );
  return [
    ...halves.map(([from, middle]) => ({ from, to: middle })),
    ...halves.map(([, middle, to]) => ({ from: middle, to })),
  ].filter(({ from, to }) => to > from);
}

/** True if the items can't be in another order: a store's records are sorted by key, and a Parquet file may declare that its rows are sorted. */
export const needsOrder = (kind: Dataset['kind'], { options }: Pick<Candidate, 'options'>): boolean =>
  kind === 'records' || (options.sortedBy !== undefined && options.sortedBy !== '');

/**
 * How many times as long as encoding the sample its parts take, at most: the parts together, the broken units, and where columns have dictionaries the
 * counts of values and a file without dictionaries.
 */
export function timesOfParts(
  candidate: Candidate,
  kind: Dataset['kind'],
  format: Pick<FormatMeta, 'hasDictionaries'> | undefined,
): number {
  const ofDictionaries = format?.hasDictionaries === true && wrappingCodec(candidate) === null ? 2 : 0;
  return 1 + (needsOrder(kind, candidate) ? 0 : 1) + ofDictionaries;
}
