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

/** What a dataset is made of, without its values. `titles` is true where at least one molecule has a title. */
export const datasetSchemaSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('table'),
    columns: v.pipe(
      v.array(columnSchemaSchema),
      v.maxLength(maxColumns),
      v.check(
        (columns) => columns.every((column) => columnDepth(column) <= maxColumnDepth),
        `Columns may be nested ${maxColumnDepth} deep at most.`,
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
