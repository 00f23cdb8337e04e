import * as v from 'valibot';
import type { Molecules } from './molecules/molecules';

/**
 * A dataset is one of a few kinds. Inside a worker it is the natural in-memory form that a program would hold before
 * it calls a writer; between workers it is a Blob in the canonical byte form (see `canonical.ts`).
 */
export const datasetKinds = [
  'table',
  'keyedVectors',
  'array',
  'stringArray',
  'list',
  'dict',
  'records',
  'molecules',
  'bytes',
] as const;
export const datasetKindSchema = v.picklist(datasetKinds);
export type DatasetKind = v.InferOutput<typeof datasetKindSchema>;

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
 * `bool` is one byte a value (0 or 1); `date` int32 days and `timestamp` int64 microseconds since 1970-01-01T00:00
 * without a zone; `utf8` and `binary` are bytes with offsets; `json` is utf8 that holds one JSON value a row (nested values of own files).
 */
export const columnTypes = [...numericTypes, 'bool', 'date', 'timestamp', 'utf8', 'binary', 'json'] as const;
export const columnTypeSchema = v.picklist(columnTypes);
export type ColumnType = v.InferOutput<typeof columnTypeSchema>;

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

export type Column = FixedWidthColumn | VariableWidthColumn;

export function isVariableWidth(column: Column): column is VariableWidthColumn {
  return column.type === 'utf8' || column.type === 'binary' || column.type === 'json';
}

export interface Table {
  readonly kind: 'table';
  readonly rowCount: number;
  readonly columns: readonly Column[];
}

/** A dictionary of id → vector of equal length, as source 000 keeps its embeddings; each value is its own array object. */
export interface KeyedVectors {
  readonly kind: 'keyedVectors';
  readonly elementType: 'float32' | 'float64';
  readonly dimension: number;
  readonly entries: Map<string, Float64Array> | Map<string, Float32Array>;
}

/** An n-dimensional numeric array in C order. */
export interface NumericArray {
  readonly kind: 'array';
  readonly elementType: NumericType;
  readonly shape: readonly number[];
  readonly values: NumericValues;
}

/** A one-dimensional array of texts, as NumPy and Julia have them. Every text is well-formed Unicode. */
export interface StringArray {
  readonly kind: 'stringArray';
  readonly values: readonly string[];
}

/** The types that lists and dictionaries hold, each as JavaScript has it. */
export const scalarTypes = ['float64', 'int64', 'utf8'] as const;
export const scalarTypeSchema = v.picklist(scalarTypes);
export type ScalarType = v.InferOutput<typeof scalarTypeSchema>;
export interface Scalars {
  float64: number;
  int64: bigint;
  utf8: string;
}

/** A list whose elements are objects of their own, all of one type: Python's, not an array of numbers. */
export type List = {
  [T in ScalarType]: { readonly kind: 'list'; readonly elementType: T; readonly values: readonly Scalars[T][] };
}[ScalarType];

export const dictKeyTypes = ['utf8', 'int64'] as const;
export type DictKeyType = (typeof dictKeyTypes)[number];

/** A dictionary of scalars, keys all of one type, values too; it keeps the order in which its entries came. */
export type Dict = {
  [K in DictKeyType]: {
    [V in ScalarType]: {
      readonly kind: 'dict';
      readonly keyType: K;
      readonly valueType: V;
      readonly entries: ReadonlyMap<Scalars[K], Scalars[V]>;
    };
  }[ScalarType];
}[DictKeyType];

/** Byte strings one behind the other: the i-th is data[offsets[i], offsets[i + 1]). */
export interface ByteStrings {
  /** Count + 1 offsets into `data`, the first 0. */
  readonly offsets: Int32Array;
  readonly data: Uint8Array;
}

/** What a key-value store holds: keys that differ, in ascending order of their bytes, each with a text (UTF-8, mostly JSON). */
export interface Records {
  readonly kind: 'records';
  readonly recordCount: number;
  readonly keys: ByteStrings;
  readonly values: ByteStrings;
}

export interface Bytes {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array;
}

export type Dataset = Table | KeyedVectors | NumericArray | StringArray | List | Dict | Records | Molecules | Bytes;

/** What a dataset is made of, without its values. `titles` is true where at least one molecule has a title. */
export const datasetSchemaSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('table'),
    columns: v.pipe(
      v.array(
        v.strictObject({ name: v.pipe(v.string(), v.maxLength(1_000)), type: columnTypeSchema, nullable: v.boolean() }),
      ),
      v.maxLength(10_000),
    ),
  }),
  v.strictObject({
    kind: v.literal('keyedVectors'),
    elementType: v.picklist(['float32', 'float64']),
    dimension: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
  v.strictObject({
    kind: v.literal('array'),
    elementType: numericTypeSchema,
    shape: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(32)),
  }),
  v.strictObject({ kind: v.literal('stringArray') }),
  v.strictObject({ kind: v.literal('list'), elementType: scalarTypeSchema }),
  v.strictObject({ kind: v.literal('dict'), keyType: v.picklist(dictKeyTypes), valueType: scalarTypeSchema }),
  v.strictObject({ kind: v.literal('records') }),
  v.strictObject({ kind: v.literal('molecules'), coordinates: v.boolean(), titles: v.boolean() }),
  v.strictObject({ kind: v.literal('bytes') }),
]);
export type DatasetSchema = v.InferOutput<typeof datasetSchemaSchema>;

/** Numeric values in columns, vectors or an array: what formats of typed columns are made for. */
export type NumericKind = 'table' | 'keyedVectors' | 'array';
export type NumericSchema = Extract<DatasetSchema, { kind: NumericKind }>;

export function isNumericSchema(schema: DatasetSchema): schema is NumericSchema {
  return schema.kind === 'table' || schema.kind === 'keyedVectors' || schema.kind === 'array';
}

/** What a dataset of each kind is, in a sentence that says why a format has no place for it. */
export const kindNames: Readonly<Record<DatasetKind, string>> = {
  table: 'a table',
  keyedVectors: 'vectors by id',
  array: 'an array of numbers',
  stringArray: 'an array of texts',
  list: 'a list',
  dict: 'a dictionary',
  records: 'keyed records',
  molecules: 'molecules',
  bytes: 'a file',
};

/** The schema of a dataset. `nullable` is true where at least one row is null. */
export function schemaOf(dataset: Dataset): DatasetSchema {
  switch (dataset.kind) {
    case 'table':
      return {
        kind: 'table',
        columns: dataset.columns.map(({ name, type, validity }) => ({ name, type, nullable: validity !== null })),
      };
    case 'keyedVectors':
      return { kind: 'keyedVectors', elementType: dataset.elementType, dimension: dataset.dimension };
    case 'array':
      return { kind: 'array', elementType: dataset.elementType, shape: [...dataset.shape] };
    case 'stringArray':
      return { kind: 'stringArray' };
    case 'list':
      return { kind: 'list', elementType: dataset.elementType };
    case 'dict':
      return { kind: 'dict', keyType: dataset.keyType, valueType: dataset.valueType };
    case 'records':
      return { kind: 'records' };
    case 'molecules':
      return {
        kind: 'molecules',
        coordinates: dataset.coordinates !== null,
        titles: (dataset.titles.offsets.at(-1) ?? 0) > 0,
      };
    case 'bytes':
      return { kind: 'bytes' };
  }
}

/** Rows of a table, vectors, entries or records of a dictionary, molecules, elements of an array or list, bytes of a file. */
export function itemCount(dataset: Dataset): number {
  switch (dataset.kind) {
    case 'table':
      return dataset.rowCount;
    case 'keyedVectors':
    case 'dict':
      return dataset.entries.size;
    case 'array':
    case 'stringArray':
    case 'list':
      return dataset.values.length;
    case 'records':
      return dataset.recordCount;
    case 'molecules':
      return dataset.moleculeCount;
    case 'bytes':
      return dataset.bytes.length;
  }
}

/** What a look-up is asked by: the number of a row, or a key of a dictionary (of records as text). */
export type LookupKey = number | string | bigint;
/** What `lookup` returns: one row of a table, one vector or scalar of a dictionary, the bytes of one record's value. */
export type LookupValue = readonly CellValue[] | Float64Array | Float32Array | Uint8Array | number | bigint | string;
/** A value of a row as JavaScript has it: int64 and uint64 and timestamps as bigint, utf8 and json as string, dates as days. */
export type CellValue = number | bigint | string | boolean | Uint8Array | null;
