import * as v from 'valibot';
import type { ByteStrings } from './byte-strings';
import { numericTypeSchema, type NumericType, type NumericValues, type Column, type CellValue } from './column';
import {
  positiveSchema,
  maxColumns,
  maxColumnDepth,
  columnSchemaSchema,
  columnDepth,
  columnSchemaOf,
} from './column-schema';
import type { Molecules } from './molecules/molecules';

/**
 * The kinds of dataset. Inside a worker, a dataset has the natural in-memory form that a program holds before it calls a writer. Between
 * workers, it is a Blob in the canonical byte form (see `canonical.ts`).
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
const datasetKindSchema = v.picklist(datasetKinds);
export type DatasetKind = v.InferOutput<typeof datasetKindSchema>;

export interface Table {
  readonly kind: 'table';
  readonly rowCount: number;
  readonly columns: readonly Column[];
}

/** A map from id to vector, all vectors of the same length, as Johin (2024) keeps embeddings. Each vector is its own array object. */
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

/** A one-dimensional array of texts, as in NumPy and Julia. Every text is well-formed Unicode. */
export interface StringArray {
  readonly kind: 'stringArray';
  readonly values: readonly string[];
}

/** The types of the values of lists and dictionaries. */
export const scalarTypes = ['float64', 'int64', 'utf8'] as const;
export const scalarTypeSchema = v.picklist(scalarTypes);
export type ScalarType = v.InferOutput<typeof scalarTypeSchema>;
export interface ScalarColumnData {
  float64: number;
  int64: bigint;
  utf8: string;
}

/** A list of separate objects, all of one type, like Python's list; not an array of numbers. */
export type List = {
  [T in ScalarType]: {
    readonly kind: 'list';
    readonly elementType: T;
    readonly values: readonly ScalarColumnData[T][];
  };
}[ScalarType];

export const dictKeyTypes = ['utf8', 'int64'] as const;
export type DictKeyType = (typeof dictKeyTypes)[number];

/** A dictionary of scalars. All keys have one type, and all values have one type. It keeps the insertion order. */
export type Dict = {
  [K in DictKeyType]: {
    [V in ScalarType]: {
      readonly kind: 'dict';
      readonly keyType: K;
      readonly valueType: V;
      readonly entries: ReadonlyMap<ScalarColumnData[K], ScalarColumnData[V]>;
    };
  }[ScalarType];
}[DictKeyType];

/** The contents of a key-value store: distinct keys in ascending order of their bytes, each with a UTF-8 text, usually JSON. */
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

/** The schema of a dataset: its kind and types, without values. `titles` is true if at least one molecule has a title. */
export const datasetSchemaSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('table'),
    columns: v.pipe(
      v.array(columnSchemaSchema),
      v.maxLength(maxColumns),
      v.check(
        (columns) => columns.every((column) => columnDepth(column) <= maxColumnDepth),
        `Columns can be nested at most ${maxColumnDepth} deep.`,
      ),
    ),
  }),
  v.strictObject({
    kind: v.literal('keyedVectors'),
    elementType: v.picklist(['float32', 'float64']),
    dimension: positiveSchema,
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

/** Kinds with numeric values in columns, vectors or an array, for which formats with typed columns are made. */
type NumericKind = 'table' | 'keyedVectors' | 'array';
type NumericSchema = Extract<DatasetSchema, { kind: NumericKind }>;

export function isNumericSchema(schema: DatasetSchema): schema is NumericSchema {
  return schema.kind === 'table' || schema.kind === 'keyedVectors' || schema.kind === 'array';
}

/** The noun for each kind, used in sentences that say why a format does not support it. */
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

/** The schema of a dataset. `nullable` is true if at least one row is null. */
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

/** The number of items: rows of a table, vectors, entries of a dictionary, records, molecules, elements of an array or list, or bytes. */
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

/** The key of a look-up: a row number, or a key of a dictionary (for records, as text). */
export type LookupKey = number | string | bigint;
/** The result of `lookup`: one row of a table, one vector or scalar of a dictionary, or the bytes of one record's value. */
export type LookupValue = readonly CellValue[] | Float64Array | Float32Array | Uint8Array | number | bigint | string;
