import { type ArrowType, bytesPerTick } from './arrow-type';
import { bitsBetween, countBits } from '../model/bits';
import type { LaidOutColumn } from './laid-out-column';
import { rowCountOf } from '../model/column-rows';
import {
  type CategoryColumn,
  decimalWordCount,
  isVariableWidth,
  listItemColumnName,
  timestampParameters,
} from '../model/column';
import { FormatlabError } from '../model/errors';

/**
 * One Arrow array with its buffers, for all writers of Arrow. A buffer is a view of the column's own buffer if both have the same layout.
 */
export interface ArrowArray {
  readonly name: string;
  readonly type: ArrowType;
  readonly nullable: boolean;
  readonly rowCount: number;
  readonly nullCount: number;
  /** The validity bitmap. Null if no row is null. */
  readonly validity: Uint8Array | null;
  /** For texts, bytes and lists: rowCount + 1 offsets, the first 0. */
  readonly offsets: Int32Array | null;
  /** The values. Null for lists and structs. */
  readonly values: ArrayBufferView | null;
  readonly children: readonly ArrowArray[];
  /** The whole dictionary of a category. All arrays of a column share this object. */
  readonly dictionary: ArrowArray | null;
}

/**
 * The Arrow type of a column. JSON becomes text.
 * @throws `unsupported` if Arrow has no such type.
 */
export function arrowTypeOf(column: LaidOutColumn): ArrowType {
  switch (column.type) {
    case 'vector':
      return { kind: 'vector', elementType: column.elementType, length: column.length };
    case 'utf8':
    case 'json':
      return { kind: 'variable', columnType: 'utf8' };
    case 'binary':
      return { kind: 'variable', columnType: 'binary' };
    case 'bool':
    case 'float16':
      return { kind: column.type };
    case 'timestamp':
      return { kind: 'timestamp', ...timestampParameters(column) };
    case 'time':
    case 'duration':
      return { kind: column.type, unit: column.unit };
    case 'decimal': {
      const { precision, scale } = column;
      // Many readers support decimals of 128 and 256 bits only.
      return { kind: 'decimal', precision, scale, bytes: precision <= 38 ? 16 : 32 };
    }
    case 'fixedBinary':
      return { kind: 'fixedBinary', width: column.width };
    case 'category':
      return { kind: 'category', ordered: column.ordered, indexType: 'int32', item: arrowTypeOf(column.categories) };
    case 'list':
      return { kind: 'list', item: arrowTypeOf(column.item), length: null };
    case 'struct':
      return {
        kind: 'struct',
        fields: column.fields.map((field) => ({ name: field.name, type: arrowTypeOf(field) })),
      };
    default:
      return { kind: 'fixed', columnType: column.type };
  }
}

/** Converts columns to Arrow arrays. It converts each dictionary once. */
export class ArrowArrayConverter {
  readonly #dictionaries = new Map<CategoryColumn, ArrowArray>();

  /**
   * Converts rows `from` (inclusive) to `to` (exclusive) of a column.
   * @throws `unsupported` if a time of day does not fit the 32 bits that Arrow gives it.
   */
  of(column: LaidOutColumn, from: number, to: number): ArrowArray {
    const rowCount = to - from;
    const type = arrowTypeOf(column);
    const plain = { name: column.name, type, rowCount, children: [], dictionary: null };
    if (column.type === 'vector') {
      const { elementType, length } = column;
      const values = column.values.subarray(from * length, to * length);
      const item = { kind: 'fixed', columnType: elementType } as const;
      const child = {
        ...plain,
        ...noNulls,
        name: listItemColumnName,
        type: item,
        rowCount: values.length,
        offsets: null,
        values,
      };
      return { ...plain, ...noNulls, offsets: null, values: null, children: [child] };
    }
    const validity = column.validity === null ? null : bitsBetween(column.validity, from, to);
    const nullCount = validity === null ? 0 : rowCount - countBits(validity);
    const base = { ...plain, nullable: validity !== null, nullCount, validity, offsets: null, values: null };
    if (isVariableWidth(column) || column.type === 'list') {
      const [start = 0, end = 0] = [column.offsets[from], column.offsets[to]];
      const offsets =
        start === 0 && from === 0 ? column.offsets.subarray(0, to + 1) : offsetsFrom(column.offsets, from, to, start);
      if (column.type === 'list') return { ...base, offsets, children: [this.of(column.item, start, end)] };
      return { ...base, offsets, values: column.data.subarray(start, end) };
    }
    switch (column.type) {
      case 'bool':
        return { ...base, values: packBits(column.values.subarray(from, to)) };
      case 'struct':
        return { ...base, children: column.fields.map((field) => this.of(field, from, to)) };
      case 'category':
        return {
          ...base,
          values: column.indices.subarray(from, to),
          dictionary: this.#dictionaryOf(column),
        };
      case 'fixedBinary':
        return { ...base, values: column.data.subarray(from * column.width, to * column.width) };
      case 'decimal': {
        const words = decimalWordCount(column.precision);
        return { ...base, values: wide(column.values.subarray(from * words, to * words), words) };
      }
      case 'time': {
        const ticks = column.values.subarray(from, to);
        const is32 = type.kind === 'time' && bytesPerTick(type) === 4;
        return { ...base, values: is32 ? narrowed(column.name, ticks) : ticks };
      }
      default:
        return { ...base, values: column.values.subarray(from, to) };
    }
  }

  /** Columns that share their categories still get one dictionary each, so that equal columns make equal files. */
  #dictionaryOf(column: CategoryColumn): ArrowArray {
    const { categories } = column;
    const known = this.#dictionaries.get(column) ?? this.of(categories, 0, rowCountOf(categories, 0));
    this.#dictionaries.set(column, known);
    return known;
  }
}

const noNulls = { nullable: false, nullCount: 0, validity: null } as const;

/** The offsets of rows `from` to `to`, counted from `start`. */
function offsetsFrom(all: Int32Array, from: number, to: number, start: number): Int32Array {
  const offsets = all.slice(from, to + 1);
  for (let row = 0; row < offsets.length; row += 1) offsets[row] = (offsets[row] as number) - start;
  return offsets;
}

/** Every value is 0 or 1. */
function packBits(values: Uint8Array): Uint8Array {
  const bits = new Uint8Array((values.length + 7) >> 3);
  const whole = values.length & ~7;
  for (let row = 0; row < whole; row += 8) {
    let byte = 0;
    for (let bit = 0; bit < 8; bit += 1) byte |= (values[row + bit] as number) << bit;
    bits[row >> 3] = byte;
  }
  for (let row = whole; row < values.length; row += 1)
    if (values[row] !== 0) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  return bits;
}

/** Widens decimals of at most 18 digits from 64 to 128 bits. Longer decimals already have 128 or 256 bits. */
function wide(values: BigInt64Array, words: number): ArrayBufferView {
  if (words > 1) return values;
  const narrow = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  const result = new Int32Array(values.length * 4);
  for (let row = 0; row < values.length; row += 1) {
    const high = narrow[2 * row + 1] ?? 0;
    result[4 * row] = narrow[2 * row] ?? 0;
    result[4 * row + 1] = high;
    result[4 * row + 2] = high >> 31;
    result[4 * row + 3] = high >> 31;
  }
  return result;
}

/** Narrows times of day in seconds or milliseconds from 64 to 32 bits. */
function narrowed(name: string, ticks: BigInt64Array): Int32Array {
  const halves = new Int32Array(ticks.buffer, ticks.byteOffset, ticks.length * 2);
  const result = new Int32Array(ticks.length);
  for (let row = 0; row < ticks.length; row += 1) {
    const low = halves[2 * row] ?? 0;
    if (halves[2 * row + 1] !== low >> 31)
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'encode',
        message: `The column “${name}” holds the time ${ticks[row]}, which does not fit Arrow’s 32-bit time of day.`,
      });
    result[row] = low;
  }
  return result;
}
