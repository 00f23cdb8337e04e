import type { Column } from '../model/column';
import { decimalWordCount } from '../model/column';
import { rowCountOf } from '../model/column-rows';
import { isNotNull } from '../model/table-row';

/** A value's number among the distinct values of its column, by row; -1 for nulls. */
interface ValueIds {
  readonly ids: Int32Array;
  readonly count: number;
}

/** The bytes of each value. Null for types of several parts: lists and structs. */
function byteRanges(column: Column): { bytes: Uint8Array; rangeOf: (row: number) => readonly [number, number] } | null {
  const fixed = (buffer: ArrayBufferView, width: number) => ({
    bytes: new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength),
    rangeOf: (row: number) => [row * width, (row + 1) * width] as const,
  });
  switch (column.type) {
    case 'list':
    case 'struct':
      return null;
    case 'utf8':
    case 'binary':
    case 'json': {
      const { offsets, data } = column;
      return { bytes: data, rangeOf: (row) => [offsets[row] ?? 0, offsets[row + 1] ?? 0] };
    }
    case 'fixedBinary':
      return fixed(column.data, column.width);
    case 'category':
      return fixed(column.indices, column.indices.BYTES_PER_ELEMENT);
    case 'decimal':
      return fixed(column.values, decimalWordCount(column.precision) * column.values.BYTES_PER_ELEMENT);
    default:
      return fixed(column.values, column.values.BYTES_PER_ELEMENT);
  }
}

/**
 * Numbers the distinct values of a column in the order of their first rows, by their bytes, as a dictionary of a file does. Null for lists and
 * structs. The hash is FNV-1a of 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/), in a table with open addressing.
 */
export function valueIds(column: Column): ValueIds | null {
  const ranges = byteRanges(column);
  if (ranges === null) return null;
  const { bytes, rangeOf } = ranges;
  const rows = rowCountOf(column, 0);
  const ids = new Int32Array(rows).fill(-1);
  const mask = 2 ** Math.ceil(Math.log2(Math.max(2, rows * 2))) - 1;
  /** The first row of the value in each place, plus 1; 0 if the place is empty. */
  const places = new Int32Array(mask + 1);
  let count = 0;
  for (let row = 0; row < rows; row += 1) {
    if (!isNotNull(column, row)) continue;
    const [start, end] = rangeOf(row);
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    // The low bits of FNV-1a of similar numbers differ little.
    let place = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const first = places[place] as number;
      if (first === 0) {
        places[place] = row + 1;
        ids[row] = count;
        count += 1;
        break;
      }
      const [from, to] = rangeOf(first - 1);
      if (areEqual(bytes, start, end, from, to)) {
        ids[row] = ids[first - 1] as number;
        break;
      }
      place = (place + 1) & mask;
    }
  }
  return { ids, count };
}

function areEqual(bytes: Uint8Array, start: number, end: number, from: number, to: number): boolean {
  if (end - start !== to - from) return false;
  for (let at = 0; at < end - start; at += 1) if (bytes[start + at] !== bytes[from + at]) return false;
  return true;
}

/** Of the rows that are not null: how many there are, and how many distinct values they have. */
interface ValueCounts {
  readonly rows: number;
  readonly distinct: number;
}

/** Counts the values of ranges of rows, all ranges of a call together. */
export function valueCounter({
  ids,
  count,
}: ValueIds): (ranges: readonly { readonly from: number; readonly to: number }[]) => ValueCounts {
  const seenIn = new Int32Array(count);
  let turn = 0;
  return (ranges) => {
    turn += 1;
    let [rows, distinct] = [0, 0];
    for (const { from, to } of ranges)
      for (let row = from; row < to; row += 1) {
        const id = ids[row] ?? -1;
        if (id < 0) continue;
        rows += 1;
        if (seenIn[id] === turn) continue;
        seenIn[id] = turn;
        distinct += 1;
      }
    return { rows, distinct };
  };
}
