import { compareBytes } from './byte-order';
import { type Column, type TimeUnit, timestampParameters } from './column';
import type { Table } from './dataset';
import { isNotNull } from './table-row';
import { ticksPerSecond } from './time-text';

/** What all values of a column have in common, which no metadata of a file says. Nulls are left aside. */
export interface ValueFacts {
  readonly name: string;
  /** The order in which the values stand, if they differ and there are enough. */
  readonly order: 'ascending' | 'descending' | null;
  /** The unit of a timestamp, and a coarser one of which every value is a whole number. */
  readonly whole: { readonly unit: TimeUnit; readonly coarser: CoarserUnit } | null;
}

const coarserUnits = ['day', 's', 'ms', 'us'] as const;
export type CoarserUnit = (typeof coarserUnits)[number];

/** The order of fewer values is not worth a sentence. */
const leastOrdered = 100;

/** Rows that follow each other, from `from` up to but without `to`. */
interface Rows {
  readonly from: number;
  readonly to: number;
}

/** The columns of which there is something to say. */
export const valueFactsOf = ({ columns, rowCount }: Table, rows: Rows = { from: 0, to: rowCount }): ValueFacts[] =>
  columns
    .map((column) => ({ name: column.name, order: orderOf(column, rows), whole: wholeUnitOf(column, rows) }))
    .filter(({ order, whole }) => order !== null || whole !== null);

/** The same for each file of a table whose rows are those of several files, one after the other. */
export function valueFactsOfFiles(table: Table, rowCounts: readonly number[]): ValueFacts[][] {
  let from = 0;
  return rowCounts.map((count) => {
    const rows = { from, to: from + count };
    from = rows.to;
    return valueFactsOf(table, rows);
  });
}

function orderOf(column: Column, { from, to }: Rows): ValueFacts['order'] {
  const compare = comparisonOf(column);
  if (compare === null) return null;
  let [mayAscend, mayDescend] = [true, true];
  let [last, count] = [-1, 0];
  for (let row = from; row < to; row += 1) {
    if (!isNotNull(column, row)) continue;
    count += 1;
    const compared = last < 0 ? 0 : compare(last, row);
    last = row;
    if (compared > 0) mayAscend = false;
    else if (compared < 0) mayDescend = false;
    if (!mayAscend && !mayDescend) return null;
  }
  // Values that are all equal ascend and descend.
  return count < leastOrdered || mayAscend === mayDescend ? null : mayAscend ? 'ascending' : 'descending';
}

/** Compares the values of two rows. Null for types that Parquet has no delta encoding for. */
function comparisonOf(column: Column): ((one: number, other: number) => number) | null {
  switch (column.type) {
    case 'utf8':
    case 'binary': {
      const { data, offsets } = column;
      const at = (row: number) => offsets[row] ?? 0;
      return (one, other) => compareBytes(data, at(one), at(one + 1), data, at(other), at(other + 1));
    }
    case 'int8':
    case 'int16':
    case 'int32':
    case 'uint8':
    case 'uint16':
    case 'uint32':
    case 'date': {
      const { values } = column;
      return (one, other) => (values[one] ?? 0) - (values[other] ?? 0);
    }
    case 'int64':
    case 'timestamp':
    case 'time':
      return comparisonOfHalves(halves(column.values), signedHalves(column.values));
    case 'uint64':
      return comparisonOfHalves(halves(column.values), halves(column.values));
    default:
      return null;
  }
}

const halves = ({ buffer, byteOffset, length }: BigInt64Array | BigUint64Array) =>
  new Uint32Array(buffer, byteOffset, 2 * length);
const signedHalves = ({ buffer, byteOffset, length }: BigInt64Array) => new Int32Array(buffer, byteOffset, 2 * length);

/** Compares integers of 64 bits by their halves, of which the second is the high one. Each BigInt would be an object of its own. */
const comparisonOfHalves =
  (low: Uint32Array, high: Uint32Array | Int32Array) =>
  (one: number, other: number): number =>
    (high[2 * one + 1] ?? 0) - (high[2 * other + 1] ?? 0) || (low[2 * one] ?? 0) - (low[2 * other] ?? 0);

/** Half of the numbers that a float64 counts one by one. */
const countedByFloat = 2 ** 52;

/** The coarsest unit of which each point in time is a whole number. Null if there is no coarser one, or all points are 0. */
function wholeUnitOf(column: Column, { from, to }: Rows): ValueFacts['whole'] {
  if (column.type !== 'timestamp') return null;
  const { unit } = timestampParameters(column);
  const { values } = column;
  const [low, high] = [halves(values), signedHalves(values)];
  for (const coarser of coarserUnits) {
    const factor = coarser === 'day' ? ticksPerSecond[unit] * 86_400n : ticksPerSecond[unit] / ticksPerSecond[coarser];
    if (factor <= 1n) continue;
    const step = Number(factor);
    let hasValue = false;
    let row = from;
    for (; row < to; row += 1) {
      if (!isNotNull(column, row)) continue;
      const value = (high[2 * row + 1] ?? 0) * 2 ** 32 + (low[2 * row] ?? 0);
      const isWhole =
        Math.abs(value) < countedByFloat
          ? Math.round(value / step) * step === value
          : (values[row] ?? 0n) % factor === 0n;
      if (!isWhole) break;
      hasValue ||= value !== 0;
    }
    if (row === to) return hasValue ? { unit, coarser } : null;
  }
  return null;
}
