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
 * The plain types, which have no parameters. `bool`: one byte for each value (0 or 1). `date`: int32 days, and `timestamp`: int64
 * microseconds, since 1970-01-01T00:00 without a zone. `utf8` and `binary`: bytes with offsets. `json`: utf8 with one JSON value in each
 * row (nested values of the user's files).
 */
export const columnTypes = [...numericTypes, 'bool', 'date', 'timestamp', 'utf8', 'binary', 'json'] as const;
export const columnTypeSchema = v.picklist(columnTypes);
export type ColumnType = v.InferOutput<typeof columnTypeSchema>;

export const timeUnits = ['s', 'ms', 'us', 'ns'] as const;
export const timeUnitSchema = v.picklist(timeUnits);
export type TimeUnit = v.InferOutput<typeof timeUnitSchema>;

/** The typed array of each numeric type. */
interface NumericArrays {
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

/** The numeric type that stores each fixed-width column type. */
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
  /**
   * Bitmap, least significant bit first as in Arrow: bit i is 1 if row i holds a value. Null if no row is null. Null rows hold 0 or
   * nothing.
   */
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

/** A column of one of the {@link columnTypes}. Every format supports them or says why not. */
export type PlainColumn = FixedWidthColumn | VariableWidthColumn;

/** IEEE 754 binary16 as raw bits, since not every JavaScript engine has Float16Array. */
interface Float16Column extends ColumnBase {
  readonly type: 'float16';
  readonly values: Uint16Array;
}

/**
 * Ticks since 1970-01-01T00:00. They count UTC if the column has a time zone (an IANA name or an offset such as +02:00), else local time.
 */
interface TimestampColumn extends ColumnBase {
  readonly type: 'timestamp';
  readonly unit: TimeUnit;
  readonly timeZone: string | null;
  readonly values: BigInt64Array;
}

/** `time`: ticks since midnight. `duration`: ticks, positive or negative. */
interface TicksColumn extends ColumnBase {
  readonly type: 'time' | 'duration';
  readonly unit: TimeUnit;
  readonly values: BigInt64Array;
}

/** Integers in units of 10^−scale, in two's complement: {@link decimalWordCount} int64 words for each row, the least significant first. */
export interface DecimalColumn extends ColumnBase {
  readonly type: 'decimal';
  readonly precision: number;
  readonly scale: number;
  readonly values: BigInt64Array;
}

/** Each row holds `width` bytes. */
export interface FixedBinaryColumn extends ColumnBase {
  readonly type: 'fixedBinary';
  readonly width: number;
  readonly data: Uint8Array;
}

/** Each row is an index into `categories`. The categories keep their order, and some may not occur. */
export interface CategoryColumn extends ColumnBase {
  readonly type: 'category';
  /** True if the order of the categories has a meaning. */
  readonly ordered: boolean;
  readonly indices: Int32Array;
  /** No category is null. */
  readonly categories: PlainColumn;
}

/** Row i has the items [offsets[i], offsets[i + 1]). A null row has no items. */
export interface ListColumn extends ColumnBase {
  readonly type: 'list';
  readonly offsets: Int32Array;
  /** Its name is {@link listItemColumnName}. */
  readonly item: Column;
}

/** Under a null row, each field holds 0 or nothing and is not null. */
export interface StructColumn extends ColumnBase {
  readonly type: 'struct';
  readonly fields: readonly Column[];
}

/** A column whose type has parameters or parts. A format declares in `holds` which of them it supports. */
type NonPlainColumn =
  | Float16Column
  | TimestampColumn
  | TicksColumn
  | DecimalColumn
  | FixedBinaryColumn
  | CategoryColumn
  | ListColumn
  | StructColumn;

export type Column = PlainColumn | NonPlainColumn;

/** The name of the column that holds a list's items. */
export const listItemColumnName = 'item';
/** The maximum number of digits of a decimal, as in Arrow's decimal256. */
export const maxDecimalPrecision = 76;

/** int64 words for each decimal of the given precision. The limits follow from 10^18 < 2^63, 10^38 < 2^127 and 10^76 < 2^255. */
export const decimalWordCount = (precision: number) => (precision <= 18 ? 1 : precision <= 38 ? 2 : 4);

export function isVariableWidth(column: Column): column is VariableWidthColumn {
  return column.type === 'utf8' || column.type === 'binary' || column.type === 'json';
}

/** Unit and time zone of a timestamp column, with the defaults of a plain one. */
export function timestampParameters(column: Extract<Column, { type: 'timestamp' }>): {
  readonly unit: TimeUnit;
  readonly timeZone: string | null;
} {
  return 'unit' in column ? { unit: column.unit, timeZone: column.timeZone } : { unit: 'us', timeZone: null };
}

/**
 * The value of one row in JavaScript: bigint for int64, uint64 and ticks; string for utf8, json and decimals (`-0.50`); number of days for
 * dates; the category's value for categories; arrays for lists and structs.
 */
export type CellValue = number | bigint | string | boolean | Uint8Array | null | readonly CellValue[];
