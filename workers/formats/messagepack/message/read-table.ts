import { Decoder } from '@msgpack/msgpack';
import { folded } from '../../../model/column-rows';
import {
  type Column,
  type ColumnSchema,
  isPlainSchema,
  type NumericType,
  numericConstructor,
  partsOf,
  type PlainColumn,
  storageType,
  type Table,
} from '../../../model/dataset';
import { float16NaN, numberToFloat16 } from '../../../model/float16';
import { areUtf8 } from '../../../model/text-batch';
import { type ScalarSchema, textColumnBuilder } from '../../../model/text-columns';
import { checkTable, malformedMessage } from './check';
import { instantReader, instantsAsTheyAre } from './instants';
import { decodeMap } from './map';

const nestingOf = (column: ColumnSchema): number =>
  column.type === 'list' || column.type === 'struct' ? 1 + Math.max(0, ...partsOf(column).map(nestingOf)) : 0;

/** What stands for a field under a null struct: 0 or nothing, which is not null. */
const empty = Symbol('empty');
/** So that no name is one that objects have of their own, or one that comes first since it looks like a number. */
const keyPrefix = ' ';

/** What `encodeTable` wrote of a table of these columns. */
export function decodeTable(file: Uint8Array<ArrayBuffer>, columns: readonly ColumnSchema[]): Table {
  checkTable(file, 2 + Math.max(0, ...columns.map(nestingOf)));
  const decoder = new Decoder({
    useBigInt64: true,
    // Texts stay bytes: a column of texts is bytes, too.
    rawStrings: true,
    extensionCodec: instantsAsTheyAre(),
    mapKeyConverter: (key) => {
      if (typeof key === 'string') return keyPrefix + key;
      throw malformedMessage('a struct has a key that is no text.');
    },
  });
  const items = decodeMap(decoder, file);
  if (items.length !== 2 * columns.length)
    throw malformedMessage(`the map has ${items.length / 2} columns where ${columns.length} are expected.`);
  let rowCount: number | null = null;
  const built = columns.map((column, index) => {
    const name = items[2 * index];
    const values = items[2 * index + 1];
    if (!(name instanceof Uint8Array) || textOf(name, 'a column’s name') !== column.name)
      throw malformedMessage(`column ${index} is not “${column.name}”.`);
    if (!Array.isArray(values)) throw malformedMessage(`column “${column.name}” is no array.`);
    rowCount ??= values.length;
    if (values.length !== rowCount)
      throw malformedMessage(`column “${column.name}” has ${values.length} rows where the first has ${rowCount}.`);
    return columnOf(values, column, column.name);
  });
  return { kind: 'table', rowCount: rowCount ?? 0, columns: built };
}

type Values = readonly unknown[];

function columnOf(values: Values, schema: ColumnSchema, place: string): Column {
  switch (schema.type) {
    case 'list':
      return listOf(values, schema, place);
    case 'struct':
      return structOf(values, schema, place);
    case 'category': {
      const named = scalarOf(values, { ...schema.item, nullable: schema.nullable } as ScalarSchema, place);
      const isEmpty = (row: number) => values[row] === empty;
      return { ...folded(named as PlainColumn, schema.ordered, values.length, isEmpty), name: schema.name };
    }
    default:
      return scalarOf(values, schema, place);
  }
}

function wrong(place: string, type: string, row: number, value: unknown): never {
  throw malformedMessage(`value ${row} of “${place}” is a ${kindOf(value)} where ${type} is expected.`);
}

const kindOf = (value: unknown) =>
  value === null ? 'nil' : Array.isArray(value) ? 'list' : value instanceof Uint8Array ? 'text' : typeof value;

/** The bitmap; null where the column has no nulls. */
function validityOf(values: Values, { type, nullable }: ColumnSchema, place: string): Uint8Array | null {
  if (!nullable) {
    const row = values.indexOf(null);
    return row < 0 ? null : wrong(place, type, row, null);
  }
  const validity = new Uint8Array(Math.ceil(values.length / 8));
  for (let row = 0; row < values.length; row += 1)
    if (values[row] !== null) validity[row >>> 3] = (validity[row >>> 3] as number) | (1 << (row & 7));
  return validity;
}

function listOf(values: Values, schema: Extract<ColumnSchema, { type: 'list' }>, place: string): Column {
  const offsets = new Int32Array(values.length + 1);
  const items: unknown[] = [];
  for (let row = 0; row < values.length; row += 1) {
    const list = values[row];
    if (Array.isArray(list)) for (const item of list) items.push(item);
    else if (list !== null && list !== empty) wrong(place, 'list', row, list);
    offsets[row + 1] = items.length;
  }
  const validity = validityOf(values, schema, place);
  const item = columnOf(items, schema.item, `${place}.${schema.item.name}`);
  return { name: schema.name, type: 'list', validity, offsets, item };
}

function structOf(values: Values, schema: Extract<ColumnSchema, { type: 'struct' }>, place: string): Column {
  const { name, fields } = schema;
  const columns = fields.map(() => new Array<unknown>(values.length));
  const keys = fields.map((field) => keyPrefix + field.name);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (value === null || value === empty) {
      for (const column of columns) column[row] = empty;
      continue;
    }
    if (typeof value !== 'object' || Array.isArray(value) || value instanceof Uint8Array)
      return wrong(place, 'struct', row, value);
    const record = value as Record<string, unknown>;
    if (Object.keys(record).length !== keys.length)
      throw malformedMessage(`value ${row} of “${place}” has other fields than ${keys.length}.`);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] as string;
      if (!Object.hasOwn(record, key))
        throw malformedMessage(`value ${row} of “${place}” has no field “${fields[index]?.name}”.`);
      (columns[index] as unknown[])[row] = record[key];
    }
  }
  return {
    name,
    type: 'struct',
    validity: validityOf(values, schema, place),
    fields: fields.map((field, index) => columnOf(columns[index] as unknown[], field, `${place}.${field.name}`)),
  };
}

function scalarOf(values: Values, schema: ScalarSchema, place: string): Column {
  const { name } = schema;
  switch (schema.type) {
    case 'utf8':
    case 'json':
    case 'binary':
      return bytesOf(values, schema, place);
    case 'fixedBinary': {
      const { width } = schema;
      const data = new Uint8Array(values.length * width);
      each(values, (value, row) => {
        if (!(value instanceof Uint8Array) || value.length !== width) wrong(place, `${width} bytes`, row, value);
        else data.set(value, row * width);
      });
      return { name, type: 'fixedBinary', width, validity: validityOf(values, schema, place), data };
    }
    case 'timestamp':
      if (isPlainSchema(schema) || schema.timeZone === undefined) return textsOf(values, schema, place);
      return {
        ...{ name, type: 'timestamp', unit: schema.unit ?? 'us', timeZone: schema.timeZone },
        ...numbers(values, schema, place, 'int64', instantReader(schema.unit ?? 'us')),
      } as Column;
    case 'duration':
      return { name, type: 'duration', unit: schema.unit, ...numbers(values, schema, place, 'int64', wide) } as Column;
    case 'date':
    case 'time':
    case 'decimal':
      return textsOf(values, schema, place);
    case 'float16':
      return { name, type: 'float16', ...numbers(values, schema, place, 'uint16', float16Of) } as Column;
    case 'bool':
      return { name, type: 'bool', ...numbers(values, schema, place, 'uint8', boolOf) } as Column;
    case 'category':
      return columnOf(values, schema, place);
    default: {
      const { type } = schema;
      return { name, type, ...numbers(values, schema, place, storageType[type], readerOf(type)) } as Column;
    }
  }
}

function each(values: Values, take: (value: unknown, row: number) => void): void {
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (value !== null && value !== empty) take(value, row);
  }
}

function numbers(
  values: Values,
  schema: ColumnSchema,
  place: string,
  storage: NumericType,
  read: (value: unknown) => number | bigint | null,
) {
  const stored = new (numericConstructor(storage))(values.length);
  each(values, (value, row) => {
    stored[row] = read(value) ?? wrong(place, schema.type, row, value);
  });
  return { validity: validityOf(values, schema, place), values: stored };
}

const boolOf = (value: unknown) => (typeof value === 'boolean' ? Number(value) : null);
const floatOf = (value: unknown) => (typeof value === 'number' ? value : null);
const float16Of = (value: unknown) =>
  typeof value !== 'number' ? null : Number.isNaN(value) ? float16NaN : numberToFloat16(value);

/** Integers that are short come as numbers, others as bigint. */
const integerOf = (value: unknown) =>
  typeof value === 'bigint' ? value : Number.isSafeInteger(value) ? BigInt(value as number) : null;

function wide(value: unknown): bigint | null {
  const integer = integerOf(value);
  return integer === null || BigInt.asIntN(64, integer) !== integer ? null : integer;
}

function readerOf(type: NumericType): (value: unknown) => number | bigint | null {
  switch (type) {
    case 'float32':
      // A float64 that no float32 is would change.
      return (value) =>
        typeof value === 'number' && (Number.isNaN(value) || Math.fround(value) === value) ? value : null;
    case 'float64':
      return floatOf;
    case 'int64':
      return wide;
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

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array, what: string): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformedMessage(`${what} is not UTF-8.`);
  }
}

/** Dates, times and decimals. */
function textsOf(values: Values, schema: ScalarSchema, place: string): Column {
  const builder = textColumnBuilder(schema);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (value === empty) builder.addEmpty();
    else if (value === null) {
      if (!builder.addNull()) wrong(place, schema.type, row, null);
    } else if (!(value instanceof Uint8Array)) wrong(place, schema.type, row, value);
    else {
      const text = textOf(value, `value ${row} of “${place}”`);
      if (!builder.add(text))
        throw malformedMessage(`value ${row} of “${place}”, “${text.slice(0, 100)}”, is no ${schema.type}.`);
    }
  }
  return builder.finish();
}

function bytesOf(values: Values, schema: ColumnSchema, place: string): Column {
  const offsets = new Int32Array(values.length + 1);
  let length = 0;
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (value instanceof Uint8Array) length += value.length;
    else if (value !== null && value !== empty) wrong(place, schema.type, row, value);
    offsets[row + 1] = length;
  }
  const data = new Uint8Array(length);
  each(values, (value, row) => data.set(value as Uint8Array, offsets[row]));
  if (schema.type !== 'binary' && !areUtf8({ offsets, data }))
    throw malformedMessage(`column “${place}” has a text that is not UTF-8.`);
  const validity = validityOf(values, schema, place);
  return { name: schema.name, type: schema.type, validity, offsets, data } as Column;
}
