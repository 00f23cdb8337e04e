import { toCategories } from './categories';
import {
  type Column,
  numericConstructor,
  type NumericType,
  type PlainColumn,
  type VariableWidthColumn,
  type VariableWidthType,
} from '../model/column';
import { rowCountOf } from '../model/column-rows';
import type { ColumnSchema } from '../model/column-schema';
import type { FormatlabError } from '../model/errors';
import { float16NaN, numberToFloat16 } from '../model/float16';
import type { ScalarSchema } from './text-columns';

/** Decoded JavaScript values, one for each row of a column. null stands for null, {@link emptyFieldValue} for an empty field. */
export type DecodedValues = readonly unknown[];

/** Stands for a field under a null struct: 0 or nothing, which is not null. */
export const emptyFieldValue = Symbol('empty');

/** Reads the values that a format's decoder returns. */
export interface ValueReader {
  /** The items of a list; null if the value is not a list. */
  readonly items: (value: unknown) => DecodedValues | null;
  /** The fields of a struct, in the schema's order; null if the value is not a struct with exactly these fields. */
  readonly fields: (value: unknown, fields: readonly ColumnSchema[]) => DecodedValues | null;
  /** A column of a type that is not a list, struct or category. `place` names the column in error messages: `items.price`. */
  readonly scalars: (
    values: DecodedValues,
    schema: Exclude<ScalarSchema, { type: 'category' }>,
    place: string,
  ) => Column;
  readonly malformed: (message: string) => FormatlabError;
}

/**
 * Builds a column from the values.
 * @throws The error of `malformed` if a value does not have the column's type.
 */
export function columnOfValues(
  values: DecodedValues,
  schema: ColumnSchema,
  reader: ValueReader,
  place = schema.name,
): Column {
  switch (schema.type) {
    case 'list':
      return listOf(values, schema, reader, place);
    case 'struct':
      return structOf(values, schema, reader, place);
    case 'category':
      return categoryOf(values, schema, reader, place);
    default:
      return reader.scalars(values, schema, place);
  }
}

const negativeZero = Symbol('-0');

/** Reads values that are the same JavaScript object only once. */
function categoryOf(
  values: DecodedValues,
  schema: Extract<ColumnSchema, { type: 'category' }>,
  reader: ValueReader,
  place: string,
): Column {
  const places = new Map<unknown, number>();
  const distinct: unknown[] = [];
  const indices = new Int32Array(values.length);
  forEachValue(values, (value, row) => {
    const key = Object.is(value, -0) ? negativeZero : value;
    let index = places.get(key);
    if (index === undefined) {
      index = distinct.length;
      places.set(key, index);
      distinct.push(value);
    }
    indices[row] = index;
  });
  const validity = validityOfValues(values, schema, reader, place);
  return categoriesOf({ distinct, indices, validity }, schema, reader, place);
}

/** Builds a category column of the values in `distinct`, which may be equal: `indices` says which of them each row has. */
export function categoriesOf(
  {
    distinct,
    indices,
    validity,
  }: { readonly distinct: DecodedValues; readonly indices: Int32Array; readonly validity: Uint8Array | null },
  { name, ordered, item }: Extract<ColumnSchema, { type: 'category' }>,
  reader: ValueReader,
  place = name,
): Column {
  const named = columnOfValues(distinct, { ...item, name, nullable: false }, reader, place) as PlainColumn;
  const merged = toCategories(named, ordered, distinct.length);
  // If all differ, their order is kept.
  const isSame = rowCountOf(merged.categories, 0) === distinct.length;
  return { ...merged, validity, indices: isSame ? indices : indices.map((index) => merged.indices[index] ?? 0) };
}

function listOf(
  values: DecodedValues,
  schema: Extract<ColumnSchema, { type: 'list' }>,
  reader: ValueReader,
  place: string,
): Column {
  const offsets = new Int32Array(values.length + 1);
  const items: unknown[] = [];
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (value !== null && value !== emptyFieldValue)
      for (const item of reader.items(value) ?? throwWrongValue(reader, place, 'list', row)) items.push(item);
    offsets[row + 1] = items.length;
  }
  const validity = validityOfValues(values, schema, reader, place);
  const item = columnOfValues(items, schema.item, reader, `${place}.${schema.item.name}`);
  return { name: schema.name, type: 'list', validity, offsets, item };
}

function structOf(
  values: DecodedValues,
  schema: Extract<ColumnSchema, { type: 'struct' }>,
  reader: ValueReader,
  place: string,
): Column {
  const { name, fields } = schema;
  const columns = fields.map(() => new Array<unknown>(values.length).fill(emptyFieldValue));
  forEachValue(values, (value, row) => {
    const found = reader.fields(value, fields) ?? throwWrongValue(reader, place, 'struct of these fields', row);
    for (let index = 0; index < fields.length; index += 1) (columns[index] as unknown[])[row] = found[index];
  });
  return {
    name,
    type: 'struct',
    validity: validityOfValues(values, schema, reader, place),
    fields: fields.map((field, index) =>
      columnOfValues(columns[index] as DecodedValues, field, reader, `${place}.${field.name}`),
    ),
  };
}

/** Calls `take` for every value that is not null or empty. */
export function forEachValue(values: DecodedValues, take: (value: unknown, row: number) => void): void {
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (value !== null && value !== emptyFieldValue) take(value, row);
  }
}

/** The error for a value that does not have the column's type. */
export function throwWrongValue({ malformed }: ValueReader, place: string, type: string, row: number): never {
  throw malformed(`value ${row} of “${place}” is no ${type}.`);
}

/** The validity bitmap; null if the schema allows no nulls. */
export function validityOfValues(
  values: DecodedValues,
  { type, nullable }: ColumnSchema,
  reader: ValueReader,
  place: string,
): Uint8Array | null {
  if (!nullable) {
    const row = values.indexOf(null);
    return row < 0 ? null : throwWrongValue(reader, place, type, row);
  }
  const validity = new Uint8Array(Math.ceil(values.length / 8));
  for (let row = 0; row < values.length; row += 1)
    if (values[row] !== null) validity[row >>> 3] = (validity[row >>> 3] as number) | (1 << (row & 7));
  return validity;
}

/** Builds a fixed-width column. `read` returns null if a value does not have the type. */
export function numbersOfValues(
  values: DecodedValues,
  schema: ColumnSchema,
  reader: ValueReader,
  place: string,
  storage: NumericType,
  read: (value: unknown) => number | bigint | null,
) {
  const stored = new (numericConstructor(storage))(values.length);
  forEachValue(values, (value, row) => {
    stored[row] = read(value) ?? throwWrongValue(reader, place, schema.type, row);
  });
  return { validity: validityOfValues(values, schema, reader, place), values: stored };
}

/** Builds a column of texts or bytes. `bytesOf` returns the bytes of a value, or null if the value has the wrong type. */
export function bytesOfValues(
  values: DecodedValues,
  schema: ColumnSchema,
  reader: ValueReader,
  place: string,
  bytesOf: (value: unknown) => Uint8Array | null,
): VariableWidthColumn {
  const { name } = schema;
  const type = schema.type as VariableWidthType;
  const offsets = new Int32Array(values.length + 1);
  const parts = new Array<Uint8Array>(values.length);
  let length = 0;
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (value !== null && value !== emptyFieldValue) {
      const bytes = bytesOf(value) ?? throwWrongValue(reader, place, type, row);
      parts[row] = bytes;
      length += bytes.length;
    }
    offsets[row + 1] = length;
  }
  const data = new Uint8Array(length);
  parts.forEach((bytes, row) => {
    data.set(bytes, offsets[row]);
  });
  return { name, type, validity: validityOfValues(values, schema, reader, place), offsets, data };
}

/** Builds a column of bytes of fixed width. */
export function fixedBytesOfValues(
  values: DecodedValues,
  schema: Extract<ColumnSchema, { type: 'fixedBinary' }>,
  reader: ValueReader,
  place: string,
  bytesOf: (value: unknown) => Uint8Array | null,
): Column {
  const { name, width } = schema;
  const data = new Uint8Array(values.length * width);
  forEachValue(values, (value, row) => {
    const bytes = bytesOf(value);
    if (bytes?.length !== width) return throwWrongValue(reader, place, `${width} bytes`, row);
    data.set(bytes, row * width);
  });
  return { name, type: 'fixedBinary', width, validity: validityOfValues(values, schema, reader, place), data };
}

/** Decoders return small integers as numbers and large ones as bigint. */
function integerOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  return Number.isSafeInteger(value) ? BigInt(value as number) : null;
}

/** The value as an int64; null if it is not one. */
export function toInt64OrNull(value: unknown): bigint | null {
  const integer = integerOf(value);
  return integer === null || BigInt.asIntN(64, integer) !== integer ? null : integer;
}

/** A function that converts a value to the type without any change; it returns null if that is not possible. */
export function exactNumberConverter(
  type: NumericType | 'float16' | 'bool',
): (value: unknown) => number | bigint | null {
  switch (type) {
    case 'bool':
      return (value) => (typeof value === 'boolean' ? Number(value) : null);
    case 'float16':
      return (value) => (typeof value !== 'number' ? null : Number.isNaN(value) ? float16NaN : numberToFloat16(value));
    case 'float32':
      return (value) =>
        typeof value === 'number' && (Number.isNaN(value) || Math.fround(value) === value) ? value : null;
    case 'float64':
      return (value) => (typeof value === 'number' ? value : null);
    case 'int64':
      return toInt64OrNull;
    case 'uint64':
      return (value) => {
        const integer = integerOf(value);
        return integer === null || BigInt.asUintN(64, integer) !== integer ? null : integer;
      };
    default: {
      const kept = new (numericConstructor(type))(1);
      return (value) => {
        if (typeof value !== 'number') return null;
        kept[0] = value;
        return kept[0] === value ? value : null;
      };
    }
  }
}
