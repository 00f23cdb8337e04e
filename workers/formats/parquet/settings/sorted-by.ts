import { bitAt } from '../../../model/bits';
import { type Column, numericTypes } from '../../../model/column';
import type { LaidOutColumn } from '../../../columns/laid-out-column';
import type { OptionValues } from '../../../model/options';

/** The column that the option names, and its direction. */
interface SortedBy {
  readonly column: string;
  readonly descending: boolean;
}

/** `name` or `name descending`, as the option's text says it; null if the file declares no order. */
export function parseSortedBy({ sortedBy: text }: OptionValues): SortedBy | null {
  const trimmed = typeof text === 'string' ? text.trim() : '';
  if (trimmed === '') return null;
  const [, column = trimmed] = /^(.*\S)\s+descending$/su.exec(trimmed) ?? [];
  return { column, descending: column !== trimmed };
}

/** The option's text with another name of the column. */
export function renamedSortedBy(text: string, rename: (column: string) => string): string {
  const sortedBy = parseSortedBy({ sortedBy: text });
  return sortedBy === null ? '' : `${rename(sortedBy.column)}${sortedBy.descending ? ' descending' : ''}`;
}

const sortableTypes: readonly string[] = [
  ...numericTypes,
  ...['bool', 'date', 'timestamp', 'time', 'duration', 'utf8', 'binary'],
];

/** Whether Formatlab can prove the order of a column of this type: not of categories, decimals, half-precision floats, lists and structs. */
export const isSortable = ({ type }: { readonly type: string }): boolean => sortableTypes.includes(type);

/** Where the null rows of a sorted column lie. */
interface ProvedOrder {
  readonly nullsFirst: boolean;
}

/**
 * Proves that the rows are sorted by a column, with its null rows all first or all last, in the order of the Parquet format: numbers by value, texts and bytes by
 * unsigned bytes. Returns a sentence if they are not, or if the order is undefined.
 */
export function proveSorted(column: LaidOutColumn, rowCount: number, { descending }: SortedBy): ProvedOrder | string {
  if (column.type === 'vector' || !isSortable(column))
    return `Formatlab cannot prove an order of the column “${column.name}”, whose type is ${column.type}.`;
  const { name, validity } = column;
  let from = 0;
  let to = rowCount;
  const isNull = (row: number) => validity !== null && bitAt(validity, row) === 0;
  while (from < to && isNull(from)) from += 1;
  const nullsFirst = from > 0;
  if (!nullsFirst) while (to > from && isNull(to - 1)) to -= 1;
  for (let row = from; row < to && validity !== null; row += 1)
    if (isNull(row)) return `The column “${name}” is not sorted: row ${row} is null, between rows with values.`;
  const unordered = firstUnordered(column, from, to, descending);
  if (unordered === null) return { nullsFirst: nullsFirst && from < rowCount };
  if (isNaNAt(column, unordered) || (unordered > from && isNaNAt(column, unordered - 1)))
    return `The column “${name}” holds NaN, which has no place in the order.`;
  return `The column “${name}” is not sorted ${descending ? 'descending' : 'ascending'}: row ${unordered} belongs before row ${unordered - 1}.`;
}

/** The first row that does not follow the row before it; a single NaN counts as such. Null if all do. */
function firstUnordered(column: Column, from: number, to: number, descending: boolean): number | null {
  if ('offsets' in column && 'data' in column) {
    const { data } = column;
    for (let row = from + 1; row < to; row += 1) {
      const order = compareBytes(data, boundsOf(column.offsets, row - 1), boundsOf(column.offsets, row));
      if (descending ? order < 0 : order > 0) return row;
    }
    return null;
  }
  if (!('values' in column)) return from;
  const { values } = column;
  if (to - from === 1 && isNaNAt(column, from)) return from;
  for (let row = from + 1; row < to; row += 1) {
    const before = values[row - 1] as number | bigint;
    const value = values[row] as number | bigint;
    if (!(descending ? before >= value : before <= value)) return row;
  }
  return null;
}

const isNaNAt = (column: Column, row: number): boolean => 'values' in column && Number.isNaN(column.values[row]);

const boundsOf = (offsets: Int32Array, row: number): readonly [from: number, to: number] => [
  offsets[row] ?? 0,
  offsets[row + 1] ?? 0,
];

function compareBytes(
  bytes: Uint8Array,
  [left, leftEnd]: readonly [number, number],
  [right, rightEnd]: readonly [number, number],
): number {
  const length = Math.min(leftEnd - left, rightEnd - right);
  for (let at = 0; at < length; at += 1) {
    const difference = (bytes[left + at] as number) - (bytes[right + at] as number);
    if (difference !== 0) return difference;
  }
  return leftEnd - left - (rightEnd - right);
}
