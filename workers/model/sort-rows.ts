import { bitAt } from './bits';
import { type Column, numericTypes, type PlainColumn } from './column';
import { takeRows } from './column-rows';
import type { Table } from './dataset';

/**
 * Sorts the rows of a table by columns, each ascending or descending, and stable: rows with equal keys keep their order. Numbers are sorted by value,
 * texts and bytes by unsigned bytes, categories by the category's value. In both directions NaN comes after all numbers, and nulls come last.
 * pyarrow's `sort_by` gives the same order.
 */

/** A column that rows are sorted by. */
export interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}

const sortedTypes: readonly string[] = [
  ...numericTypes,
  ...['bool', 'date', 'timestamp', 'time', 'duration', 'utf8', 'binary', 'category'],
];

/** Whether rows can be sorted by a column of this type: not by half-precision floats, decimals, JSON, lists and structs. */
export const isSortKey = ({ type }: { readonly type: string }): boolean => sortedTypes.includes(type);

/** The ranks of the rows of a column: equal values have equal ranks from 0 on, and a greater value has a greater rank. */
export interface Ranks {
  readonly ofRow: Int32Array;
  /** The number of ranks; nulls have one of their own. */
  readonly count: number;
  /** How many of the highest ranks are last in both directions: those of NaN and of nulls. */
  readonly last: number;
}

/** @throws RangeError if the type of the column has no order: see {@link isSortKey} */
export function ranksOf(column: Column, rowCount: number): Ranks {
  const ranks = valueRanks(column, rowCount);
  const { validity } = column;
  if (validity === null) return ranks;
  const ofRow = Int32Array.from(ranks.ofRow);
  for (let row = 0; row < rowCount; row += 1) if (bitAt(validity, row) === 0) ofRow[row] = ranks.count;
  return { ofRow, count: ranks.count + 1, last: ranks.last + 1 };
}

/** The ranks for the other direction, in which a greater value has a lower rank. */
export function descendingRanks({ ofRow, count, last }: Ranks): Ranks {
  const values = count - last;
  return { ofRow: ofRow.map((rank) => (rank < values ? values - 1 - rank : rank)), count, last };
}

function valueRanks(column: Column, rowCount: number): Ranks {
  switch (column.type) {
    case 'utf8':
    case 'binary':
      return textRanks(column.offsets, column.data, rowCount);
    case 'category': {
      const { indices, categories } = column;
      const { ofRow, count, last } = valueRanks(categories, categoryCount(categories));
      return { ofRow: Int32Array.from({ length: rowCount }, (_, row) => ofRow[indices[row] ?? 0] ?? 0), count, last };
    }
    case 'int64':
    case 'uint64':
    case 'timestamp':
    case 'time':
    case 'duration':
      return bigintRanks(column.values);
    case 'json':
    case 'float16':
    case 'decimal':
    case 'fixedBinary':
    case 'list':
    case 'struct':
      throw new RangeError(`Rows cannot be sorted by the column “${column.name}”, whose type is ${column.type}.`);
    default:
      return numberRanks(column.values);
  }
}

const categoryCount = (categories: PlainColumn): number =>
  'offsets' in categories ? categories.offsets.length - 1 : categories.values.length;

function numberRanks(values: ArrayLike<number>): Ranks {
  // −0 and 0 are equal values.
  const numbers = Float64Array.from(values, (value) => value + 0);
  const sorted = distinct(numbers.slice().sort());
  // The sort places all NaN last, and each differs from the one before: they share one rank.
  const firstNaN = sorted.findIndex(Number.isNaN);
  const plain = firstNaN < 0 ? sorted : sorted.subarray(0, firstNaN);
  return {
    ofRow: Int32Array.from(numbers, (value) => (Number.isNaN(value) ? plain.length : placeOf(plain, value))),
    count: plain.length + (firstNaN < 0 ? 0 : 1),
    last: firstNaN < 0 ? 0 : 1,
  };
}

function bigintRanks(values: BigInt64Array | BigUint64Array): Ranks {
  const sorted = distinct(values.slice().sort());
  const ofRow = new Int32Array(values.length);
  for (let row = 0; row < values.length; row += 1) ofRow[row] = placeOf(sorted, values[row] as bigint);
  return { ofRow, count: sorted.length, last: 0 };
}

/** The values that differ from the one before, at the array's start. */
function distinct<T extends Float64Array | BigInt64Array | BigUint64Array>(sorted: T): T {
  let count = 0;
  for (let at = 0; at < sorted.length; at += 1) {
    if (at > 0 && sorted[at] === sorted[count - 1]) continue;
    sorted[count] = sorted[at] as never;
    count += 1;
  }
  return sorted.subarray(0, count) as T;
}

function placeOf<T extends number | bigint>(sorted: ArrayLike<T>, value: T): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = sorted[middle] as T;
    if (found < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const latin1 = new TextDecoder('latin1');

function textRanks(offsets: Int32Array, data: Uint8Array, rowCount: number): Ranks {
  const idOfText = new Map<string, number>();
  const ids = new Int32Array(rowCount);
  for (let row = 0; row < rowCount; row += 1) {
    // Each byte becomes one character in the order of bytes: windows-1252, which this decoder is, would change the order of some.
    const text = bytesAsText(data, offsets[row] ?? 0, offsets[row + 1] ?? 0);
    let id = idOfText.get(text);
    if (id === undefined) {
      id = idOfText.size;
      idOfText.set(text, id);
    }
    ids[row] = id;
  }
  const rankOfId = new Int32Array(idOfText.size);
  const sorted = [...idOfText].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  for (const [rank, [, id]] of sorted.entries()) rankOfId[id] = rank;
  return { ofRow: ids.map((id) => rankOfId[id] ?? 0), count: rankOfId.length, last: 0 };
}

/** A text with one character for each byte. */
function bytesAsText(data: Uint8Array, from: number, to: number): string {
  let isAscii = true;
  for (let at = from; at < to && isAscii; at += 1) isAscii = (data[at] ?? 0) < 0x80;
  if (isAscii) return latin1.decode(data.subarray(from, to));
  let text = '';
  for (let at = from; at < to; at += 4_096) text += String.fromCharCode(...data.subarray(at, Math.min(to, at + 4_096)));
  return text;
}

/** The rows in the order of the keys, the first key first. Each row occurs once. */
export function sortedRows(keys: readonly Ranks[], rowCount: number): Int32Array {
  let rows = Int32Array.from({ length: rowCount }, (_, row) => row);
  // Each pass is stable, so that the last key may be sorted first.
  for (const { ofRow, count } of [...keys].reverse()) {
    const starts = new Int32Array(count + 1);
    for (const rank of ofRow) starts[rank + 1] = (starts[rank + 1] ?? 0) + 1;
    for (let rank = 0; rank < count; rank += 1) starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0);
    const next = new Int32Array(rowCount);
    for (const row of rows) {
      const rank = ofRow[row] ?? 0;
      const at = starts[rank] ?? 0;
      next[at] = row;
      starts[rank] = at + 1;
    }
    rows = next;
  }
  return rows;
}

/**
 * Sorts by the columns of these names, the first first. `rows` are the rows of `table` in the new order.
 * @throws RangeError if the table has no such column, or none that can be sorted by
 */
export function sortTable(
  table: Table,
  order: readonly SortKey[],
): { readonly table: Table; readonly rows: Int32Array } {
  const rows = rowsInOrder(table, order);
  return { table: { ...table, columns: table.columns.map((column) => takeRows(column, rows)) }, rows };
}

/** The rows of a table in the order of these columns, the first first. @throws RangeError as {@link sortTable} */
export function rowsInOrder({ columns, rowCount }: Table, order: readonly SortKey[]): Int32Array {
  const keys = order.map(({ column: name, descending }) => {
    const column = columns.find((each) => each.name === name);
    if (column === undefined) throw new RangeError(`The data has no column “${name}”, by which it would be sorted.`);
    const ranks = ranksOf(column, rowCount);
    return descending ? descendingRanks(ranks) : ranks;
  });
  return sortedRows(keys, rowCount);
}

/** The rows that undo an order: `takeRows(takeRows(column, rows), inverseOf(rows))` is the column. @throws RangeError if `rows` is no order of all rows */
export function inverseOf(rows: Int32Array): Int32Array {
  const inverse = new Int32Array(rows.length).fill(-1);
  for (const [at, row] of rows.entries()) {
    if (inverse[row] !== -1)
      throw new RangeError(`The order of rows holds row ${row} twice, or a row that does not exist.`);
    inverse[row] = at;
  }
  return inverse;
}
