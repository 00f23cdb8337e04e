import { type FixedWidthType, numericConstructor, type NumericType, storageType, type TimeUnit } from '../model/column';

/** An Arrow type, as all readers of Arrow describe it (C data interface, IPC, apache-arrow's Data). */
export type ArrowType =
  | { readonly kind: 'fixed'; readonly columnType: Exclude<FixedWidthType, 'bool'> }
  /** Booleans have one bit for each value. */
  | { readonly kind: 'bool' }
  | { readonly kind: 'variable'; readonly columnType: 'utf8' | 'binary' }
  | { readonly kind: 'float16' }
  | { readonly kind: 'timestamp'; readonly unit: TimeUnit; readonly timeZone: string | null }
  /** Values in s and ms have 32 bits if they are times; all others have 64. */
  | { readonly kind: 'time' | 'duration'; readonly unit: TimeUnit }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number; readonly bytes: DecimalBytes }
  | { readonly kind: 'fixedBinary'; readonly width: number }
  /** Indices into a dictionary, whose values have the type `item`. */
  | {
      readonly kind: 'category';
      readonly ordered: boolean;
      readonly indexType: NumericType;
      readonly item: ArrowType;
    }
  /** `length` is null if the rows differ in length. */
  | { readonly kind: 'list'; readonly item: ArrowType; readonly length: number | null }
  | { readonly kind: 'struct'; readonly fields: readonly { readonly name: string; readonly type: ArrowType }[] }
  /** Lists of numbers that become one {@link LaidOutColumn} of vectors. All rows must have the same length, even if `length` is null. */
  | { readonly kind: 'vector'; readonly elementType: NumericType; readonly length: number | null };

/** Bytes of an Arrow decimal: decimal32, decimal64, decimal128 or decimal256. */
export type DecimalBytes = 4 | 8 | 16 | 32;

/** Bytes of one value: 4 for times in s or ms, else 8. */
export const bytesPerTick = ({ kind, unit }: Extract<ArrowType, { kind: 'time' | 'duration' }>) =>
  kind === 'time' && (unit === 's' || unit === 'ms') ? 4 : 8;

/** Bytes of one row of a fixed-width type. */
export function bytesPerRow(
  type: Extract<
    ArrowType,
    { kind: 'fixed' | 'float16' | 'timestamp' | 'time' | 'duration' | 'decimal' | 'fixedBinary' }
  >,
): number {
  switch (type.kind) {
    case 'fixed':
      return numericConstructor(storageType[type.columnType]).BYTES_PER_ELEMENT;
    case 'float16':
      return 2;
    case 'timestamp':
      return 8;
    case 'time':
    case 'duration':
      return bytesPerTick(type);
    case 'decimal':
      return type.bytes;
    case 'fixedBinary':
      return type.width;
  }
}

/** The part of a column that belongs to one record batch. */
export interface ArrowRun {
  readonly rowCount: number;
  /** Rows to skip at the start of every buffer. */
  readonly offset: number;
  /** Bitmap, least significant bit first; null if no row is null. */
  readonly validity: Uint8Array | null;
  /** For `variable`, `list`, and `vector` without a fixed length: at least offset + rowCount + 1 offsets, counted in bytes or elements. */
  readonly offsets: Int32Array | BigInt64Array | null;
  /** Bytes of the values, the bits, the indices, or the elements of vectors. */
  readonly values: Uint8Array;
  /** The items of a list, or the fields of a struct: all rows of their buffers, each child with its own offset. */
  readonly children?: readonly ArrowRun[];
  /** The dictionary of a category, in one run or several. Batches that share a dictionary share this array. */
  readonly dictionary?: readonly ArrowRun[];
}
