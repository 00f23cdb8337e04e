import * as v from 'valibot';

export const numericTypes = [
  'int8',
  'int16',
  'int32',
  'int64',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'float32',
  'float64',
] as const;
export const numericTypeSchema = v.picklist(numericTypes);
export type NumericType = v.InferOutput<typeof numericTypeSchema>;

/**
 * The plain types, which need no parameters. `bool` is one byte a value (0 or 1); `date` int32 days and `timestamp` int64 microseconds since 1970-01-01T00:00
 * without a zone; `utf8` and `binary` are bytes with offsets; `json` is utf8 that holds one JSON value a row (nested values of own files).
 */
export const columnTypes = [...numericTypes, 'bool', 'date', 'timestamp', 'utf8', 'binary', 'json'] as const;
export const columnTypeSchema = v.picklist(columnTypes);
export type ColumnType = v.InferOutput<typeof columnTypeSchema>;

export const timeUnits = ['s', 'ms', 'us', 'ns'] as const;
export const timeUnitSchema = v.picklist(timeUnits);
export type TimeUnit = v.InferOutput<typeof timeUnitSchema>;

export interface NumericArrays {
  int8: Int8Array;
  int16: Int16Array;
  int32: Int32Array;
  int64: BigInt64Array;
  uint8: Uint8Array;
  uint16: Uint16Array;
  uint32: Uint32Array;
  uint64: BigUint64Array;
  float32: Float32Array;
  float64: Float64Array;
}

export type NumericValues = NumericArrays[NumericType];

/** Storage of each fixed-width column type. */
export const storageType = {
  int8: 'int8',
  int16: 'int16',
  int32: 'int32',
  int64: 'int64',
  uint8: 'uint8',
  uint16: 'uint16',
  uint32: 'uint32',
  uint64: 'uint64',
  float32: 'float32',
  float64: 'float64',
  bool: 'uint8',
  date: 'int32',
  timestamp: 'int64',
} as const satisfies Record<Exclude<ColumnType, 'utf8' | 'binary' | 'json'>, NumericType>;

export type FixedWidthType = keyof typeof storageType;
export type VariableWidthType = Exclude<ColumnType, FixedWidthType>;

const constructors = {
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
} as const;

/** The typed-array constructor of a numeric type. */
export function numericConstructor<T extends NumericType>(type: T): (typeof constructors)[T] {
  return constructors[type];
}

interface ColumnBase {
  readonly name: string;
  /** Bit i (least significant first, as in Arrow) is 1 where row i holds a value; null where no row is null. Values of null rows are 0 or empty. */
  readonly validity: Uint8Array | null;
}

export type FixedWidthColumn = {
  [T in FixedWidthType]: ColumnBase & { readonly type: T; readonly values: NumericArrays[(typeof storageType)[T]] };
}[FixedWidthType];

export interface VariableWidthColumn extends ColumnBase {
  readonly type: VariableWidthType;
  /** rowCount + 1 byte offsets into `data`, the first 0. */
  readonly offsets: Int32Array;
  readonly data: Uint8Array;
}

/** A column of one of the {@link columnTypes}: every format has a place for it, or says why not. */
export type PlainColumn = FixedWidthColumn | VariableWidthColumn;

/** IEEE 754 binary16, as its bits: not every JavaScript engine has an array of them. */
export interface Float16Column extends ColumnBase {
  readonly type: 'float16';
  readonly values: Uint16Array;
}

/** Ticks since 1970-01-01T00:00: of UTC where there is a time zone (an IANA name or an offset like +02:00), else of the local clock. */
export interface TimestampColumn extends ColumnBase {
  readonly type: 'timestamp';
  readonly unit: TimeUnit;
  readonly timeZone: string | null;
  readonly values: BigInt64Array;
}

/** `time`: ticks since midnight. `duration`: ticks, of either sign. */
export interface TicksColumn extends ColumnBase {
  readonly type: 'time' | 'duration';
  readonly unit: TimeUnit;
  readonly values: BigInt64Array;
}

/** Whole numbers of 10^−scale, in two's complement: {@link decimalWords} int64 words a row, the least significant first. */
export interface DecimalColumn extends ColumnBase {
  readonly type: 'decimal';
  readonly precision: number;
  readonly scale: number;
  readonly values: BigInt64Array;
}

/** `width` bytes a row. */
export interface FixedBinaryColumn extends ColumnBase {
  readonly type: 'fixedBinary';
  readonly width: number;
  readonly data: Uint8Array;
}

/** Each row is one of `categories`, by its index; the categories keep their order, and need not all occur. */
export interface CategoryColumn extends ColumnBase {
  readonly type: 'category';
  /** Whether the order of the categories means something. */
  readonly ordered: boolean;
  readonly indices: Int32Array;
  /** None is null. */
  readonly categories: PlainColumn;
}

/** Row i is items [offsets[i], offsets[i + 1]); a null row has none. */
export interface ListColumn extends ColumnBase {
  readonly type: 'list';
  readonly offsets: Int32Array;
  /** Named {@link itemName}. */
  readonly item: Column;
}

/** Under a null row, the fields hold 0 or nothing and are not null themselves. */
export interface StructColumn extends ColumnBase {
  readonly type: 'struct';
  readonly fields: readonly Column[];
}

/** A column whose type has parameters or parts. Formats must say that they have a place for it: see `holds` of their metadata. */
export type RichColumn =
  | Float16Column
  | TimestampColumn
  | TicksColumn
  | DecimalColumn
  | FixedBinaryColumn
  | CategoryColumn
  | ListColumn
  | StructColumn;

export type Column = PlainColumn | RichColumn;

export const itemName = 'item';
export const maxDecimalPrecision = 76;

/** int64 words that hold each decimal of so many digits: 10^18 < 2^63, 10^38 < 2^127, 10^76 < 2^255. */
export const decimalWords = (precision: number) => (precision <= 18 ? 1 : precision <= 38 ? 2 : 4);

export function isVariableWidth(column: Column): column is VariableWidthColumn {
  return column.type === 'utf8' || column.type === 'binary' || column.type === 'json';
}

/** Unit and zone of a timestamp, plain or not. */
export function timestampParameters(column: Extract<Column, { type: 'timestamp' }>): {
  readonly unit: TimeUnit;
  readonly timeZone: string | null;
} {
  return 'unit' in column ? { unit: column.unit, timeZone: column.timeZone } : { unit: 'us', timeZone: null };
}

/**
 * A value of a row as JavaScript has it: int64 and uint64 and all ticks as bigint, utf8, json and decimals (`-0.50`) as string, dates as days, a category as what it names,
 * lists and structs as arrays.
 */
export type CellValue = number | bigint | string | boolean | Uint8Array | null | readonly CellValue[];
