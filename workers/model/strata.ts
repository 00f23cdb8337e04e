import { seededRandom } from './random';

/** Rows `from` (inclusive) to `to` (exclusive) of a file. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Draws `take` of `unitCount` units, one of each stratum: the strata are as many runs of neighbouring units, whose lengths differ by at most one.
 * Returns the numbers of the units in ascending order. All of them, if `take` is at least `unitCount`.
 */
export function drawUnits(unitCount: number, take: number, seed: number): number[] {
  const strata = Math.min(Math.max(1, take), unitCount);
  const random = seededRandom(seed);
  return Array.from({ length: strata }, (_, stratum) => {
    const from = Math.floor((stratum * unitCount) / strata);
    const to = Math.floor(((stratum + 1) * unitCount) / strata);
    return from + random.below(to - from);
  });
}

/**
 * Draws `take` ranges of `rows` rows, one of each stratum of `rowCount / take` rows, within which it begins anywhere. If the ranges fill their strata,
 * they are the strata.
 */
export function drawRanges(rowCount: number, take: number, rows: number, seed: number): RowRange[] {
  const strata = Math.min(Math.max(1, take), rowCount);
  const random = seededRandom(seed);
  return Array.from({ length: strata }, (_, stratum) => {
    const low = Math.floor((stratum * rowCount) / strata);
    const high = Math.floor(((stratum + 1) * rowCount) / strata);
    const length = Math.min(Math.max(1, rows), high - low);
    const from = low + Math.floor(random.next() * (high - low - length + 1));
    return { from, to: from + length };
  });
}
