import type { ByteStrings } from './byte-strings';
import * as v from 'valibot';
import { FormatlabError } from './errors';
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

export function isPlain(column: Column): column is PlainColumn {
  return isPlainSchema(columnSchemaOf(column));
}

/** The columns of a table for a format that holds plain ones only. Throws `unsupported`: `unsupportedReason` has said no before. */
export function plainColumns({ columns }: Table): readonly PlainColumn[] {
  return columns.map((column) => {
    if (isPlain(column)) return column;
    throw notPlain(column.name, column.type);
  });
}

const notPlain = (name: string, type: string) =>
  new FormatlabError({
    tag: 'unsupported',
    stage: 'encode',
    message: `The column “${name}” is of type ${type}, for which there is no place here.`,
  });

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

/** A column without its values: {@link Column} has what its fields mean. Absent parameters of a timestamp: microseconds, no time zone. */
export type ColumnSchema = { readonly name: string; readonly nullable: boolean } & (
  | { readonly type: Exclude<ColumnType, 'timestamp'> | 'float16' }
  | { readonly type: 'timestamp'; readonly unit?: TimeUnit; readonly timeZone?: string }
  | { readonly type: 'time' | 'duration'; readonly unit: TimeUnit }
  | { readonly type: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly type: 'fixedBinary'; readonly width: number }
  | {
      readonly type: 'category';
      readonly ordered: boolean;
      /** How many categories there are. */
      readonly categories: number;
      readonly item: ColumnSchema;
    }
  | { readonly type: 'list'; readonly item: ColumnSchema }
  | { readonly type: 'struct'; readonly fields: readonly ColumnSchema[] }
);

const columnPlace = { name: v.pipe(v.string(), v.maxLength(1_000)), nullable: v.boolean() };
const positive = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const maxColumns = 10_000;
/** Deeper nesting is refused: what shows and writes columns calls itself once a level. */
export const maxColumnDepth = 32;

export const columnSchemaSchema: v.GenericSchema<ColumnSchema> = v.lazy(() =>
  v.variant('type', [
    v.strictObject({
      name: columnPlace.name,
      type: v.picklist([...columnTypes.filter((type) => type !== 'timestamp'), 'float16'] as const),
      nullable: columnPlace.nullable,
    }),
    v.strictObject({
      name: columnPlace.name,
      type: v.literal('timestamp'),
      nullable: columnPlace.nullable,
      unit: v.exactOptional(timeUnitSchema),
      timeZone: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
    }),
    v.strictObject({ ...columnPlace, type: v.picklist(['time', 'duration']), unit: timeUnitSchema }),
    v.strictObject({
      ...columnPlace,
      type: v.literal('decimal'),
      precision: v.pipe(positive, v.maxValue(maxDecimalPrecision)),
      scale: v.pipe(v.number(), v.integer(), v.minValue(-128), v.maxValue(128)),
    }),
    v.strictObject({
      ...columnPlace,
      type: v.literal('fixedBinary'),
      width: v.pipe(positive, v.maxValue(2 ** 31 - 1)),
    }),
    v.strictObject({
      ...columnPlace,
      type: v.literal('category'),
      ordered: v.boolean(),
      categories: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      item: v.pipe(columnSchemaSchema, v.check(isPlainSchema, 'Categories are of a type without parameters.')),
    }),
    v.strictObject({ ...columnPlace, type: v.literal('list'), item: columnSchemaSchema }),
    v.strictObject({
      ...columnPlace,
      type: v.literal('struct'),
      fields: v.pipe(v.array(columnSchemaSchema), v.maxLength(maxColumns)),
    }),
  ]),
);

/** Whether the type is one of {@link columnTypes}, without parameters. */
export function isPlainSchema(column: ColumnSchema): boolean {
  if (column.type === 'timestamp') return column.unit === undefined && column.timeZone === undefined;
  return (columnTypes as readonly string[]).includes(column.type);
}

export type PlainColumnSchema = { readonly name: string; readonly type: ColumnType; readonly nullable: boolean };

/** As {@link plainColumns}, of schemas. */
export function plainColumnSchemas(columns: readonly ColumnSchema[]): readonly PlainColumnSchema[] {
  return columns.map(({ name, type, nullable }, index) => {
    const column = columns[index] as ColumnSchema;
    if (!isPlainSchema(column)) throw notPlain(name, type);
    return { name, type: type as ColumnType, nullable };
  });
}

/** The columns that a column is made of: of a list its items, of a category its categories, of a struct its fields. */
export function partsOf(column: ColumnSchema): readonly ColumnSchema[] {
  if (column.type === 'list' || column.type === 'category') return [column.item];
  return column.type === 'struct' ? column.fields : [];
}

/** The columns and what they are made of, to any depth. */
export function withParts(columns: readonly ColumnSchema[]): readonly ColumnSchema[] {
  return columns.flatMap((column) => [column, ...withParts(partsOf(column))]);
}

/** Whether two columns, or two fields of one struct, have the same name, which no object or dictionary can hold. */
export function repeatsName(columns: readonly ColumnSchema[]): boolean {
  return (
    new Set(columns.map(({ name }) => name)).size !== columns.length ||
    withParts(columns).some((column) => column.type === 'struct' && repeatsName(column.fields))
  );
}

const depthOf = (column: ColumnSchema): number => 1 + Math.max(0, ...partsOf(column).map(depthOf));

/** What a dataset is made of, without its values. `titles` is true where at least one molecule has a title. */
export const datasetSchemaSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('table'),
    columns: v.pipe(
      v.array(columnSchemaSchema),
      v.maxLength(maxColumns),
      v.check(
        (columns) => columns.every((column) => depthOf(column) <= maxColumnDepth),
        `Columns may be nested ${maxColumnDepth} deep at most.`,
      ),
    ),
  }),
  v.strictObject({
    kind: v.literal('keyedVectors'),
    elementType: v.picklist(['float32', 'float64']),
    dimension: positive,
  }),
  v.strictObject({
    kind: v.literal('array'),
    elementType: numericTypeSchema,
    shape: v.pipe(v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(0))), v.maxLength(32)),
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

/** The schema of a column, with its keys in the order in which the canonical form has them. */
export function columnSchemaOf(column: Column): ColumnSchema {
  const { name } = column;
  const nullable = column.validity !== null;
  switch (column.type) {
    case 'timestamp': {
      const { unit, timeZone } = timestampParameters(column);
      if (unit === 'us' && timeZone === null) return { name, type: 'timestamp', nullable };
      return { name, type: 'timestamp', nullable, unit, ...(timeZone === null ? {} : { timeZone }) };
    }
    case 'time':
    case 'duration':
      return { name, type: column.type, nullable, unit: column.unit };
    case 'decimal':
      return { name, type: 'decimal', nullable, precision: column.precision, scale: column.scale };
    case 'fixedBinary':
      return { name, type: 'fixedBinary', nullable, width: column.width };
    case 'category': {
      const { ordered, categories } = column;
      const count = isVariableWidth(categories) ? categories.offsets.length - 1 : categories.values.length;
      return { name, type: 'category', nullable, ordered, categories: count, item: columnSchemaOf(categories) };
    }
    case 'list':
      return { name, type: 'list', nullable, item: columnSchemaOf(column.item) };
    case 'struct':
      return { name, type: 'struct', nullable, fields: column.fields.map(columnSchemaOf) };
    default:
      return { name, type: column.type, nullable };
  }
}

/** The schema of a dataset. `nullable` is true where at least one row is null. */
export function schemaOf(dataset: Dataset): DatasetSchema {
  switch (dataset.kind) {
    case 'table':
      return {
        kind: 'table',
        columns: dataset.columns.map(columnSchemaOf),
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
/**
 * A value of a row as JavaScript has it: int64 and uint64 and all ticks as bigint, utf8, json and decimals (`-0.50`) as string, dates as days, a category as what it names,
 * lists and structs as arrays.
 */
export type CellValue = number | bigint | string | boolean | Uint8Array | null | readonly CellValue[];
