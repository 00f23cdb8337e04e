import { DecodeError, Decoder } from '@msgpack/msgpack';
import { type Column, storageType } from '../../../model/column';
import { type ColumnSchema, childColumns } from '../../../model/column-schema';
import type { Table } from '../../../model/dataset';
import { areUtf8 } from '../../../columns/text-batch';
import { type ScalarSchema, textColumnBuilder } from '../../../columns/text-columns';
import {
  bytesOfValues,
  columnOfValues,
  emptyFieldValue,
  exactNumberConverter,
  fixedBytesOfValues,
  toInt64OrNull,
  numbersOfValues,
  type ValueReader,
  type DecodedValues,
  throwWrongValue,
} from '../../../columns/value-columns';
import { checkTable, malformedMessage } from './check';
import { instantReader, exactInstantCodec } from './instants';
import { decodeMap } from './map-pairs';

const nestingOf = (column: ColumnSchema): number =>
  column.type === 'list' || column.type === 'struct' ? 1 + Math.max(0, ...childColumns(column).map(nestingOf)) : 0;

/** Reads what `encodeTable` wrote for a table of these columns. */
export function decodeTable(file: Uint8Array<ArrayBuffer>, columns: readonly ColumnSchema[]): Table {
  checkTable(file, 2 + Math.max(0, ...columns.map(nestingOf)));
  const decoder = new Decoder({
    useBigInt64: true,
    // Texts stay bytes, because a column of texts is stored as bytes.
    rawStrings: true,
    extensionCodec: exactInstantCodec(),
  });
  const items = itemsIn(decoder, file);
  if (items.length !== 2 * columns.length)
    throw malformedMessage(`the map has ${items.length / 2} columns, but ${columns.length} are expected`);
  let rowCount: number | null = null;
  const built = columns.map((column, index) => {
    const name = items[2 * index];
    const values = items[2 * index + 1];
    if (!(name instanceof Uint8Array) || textOf(name, 'a column’s name') !== column.name)
      throw malformedMessage(`column ${index} is not “${column.name}”`);
    if (!Array.isArray(values)) throw malformedMessage(`column “${column.name}” is not an array`);
    rowCount ??= values.length;
    if (values.length !== rowCount)
      throw malformedMessage(`column “${column.name}” has ${values.length} rows, but the first column has ${rowCount}`);
    return columnOfValues(values, column, reader);
  });
  return { kind: 'table', rowCount: rowCount ?? 0, columns: built };
}

/** The keys and values of the message. @throws if the library rejects a key of a struct: it accepts texts other than `__proto__`, and numbers */
function itemsIn(decoder: Decoder, file: Uint8Array<ArrayBuffer>): readonly unknown[] {
  try {
    return decodeMap(decoder, file);
  } catch (cause) {
    if (!(cause instanceof DecodeError)) throw cause;
    throw malformedMessage(cause.message, null, cause);
  }
}

const reader: ValueReader = {
  items: (value) => (Array.isArray(value) ? value : null),
  fields(value, fields) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Uint8Array) return null;
    const record = value as Record<string, unknown>;
    const isWhole = fields.every(({ name }) => Object.hasOwn(record, name));
    return isWhole && Object.keys(record).length === fields.length ? fields.map(({ name }) => record[name]) : null;
  },
  scalars: scalarsOf,
  malformed: malformedMessage,
};

const bytesOf = (value: unknown) => (value instanceof Uint8Array ? value : null);

function scalarsOf(values: DecodedValues, schema: Exclude<ScalarSchema, { type: 'category' }>, place: string): Column {
  const { name, type } = schema;
  switch (schema.type) {
    case 'utf8':
    case 'json':
    case 'binary': {
      const column = bytesOfValues(values, schema, reader, place, bytesOf);
      if (schema.type !== 'binary' && !areUtf8(column))
        throw malformedMessage(`column “${place}” has a text that is not UTF-8`);
      return column;
    }
    case 'fixedBinary':
      return fixedBytesOfValues(values, schema, reader, place, bytesOf);
    case 'timestamp': {
      const { unit = 'us', timeZone } = schema;
      if (timeZone === undefined) return textsOf(values, schema, place);
      return { name, type, unit, timeZone, ...ticksOf(values, schema, place, instantReader(unit)) } as Column;
    }
    case 'duration':
      return { name, type, unit: schema.unit, ...ticksOf(values, schema, place, toInt64OrNull) } as Column;
    case 'date':
    case 'time':
    case 'decimal':
      return textsOf(values, schema, place);
    case 'float16':
      return {
        name,
        type,
        ...numbersOfValues(values, schema, reader, place, 'uint16', exactNumberConverter('float16')),
      } as Column;
    default: {
      const { type } = schema;
      return {
        name,
        type,
        ...numbersOfValues(values, schema, reader, place, storageType[type], exactNumberConverter(type)),
      } as Column;
    }
  }
}

const ticksOf = (values: DecodedValues, schema: ScalarSchema, place: string, read: (value: unknown) => bigint | null) =>
  numbersOfValues(values, schema, reader, place, 'int64', read);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array, what: string): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformedMessage(`${what} is not UTF-8`);
  }
}

/** Reads dates, times and decimals from their texts. */
function textsOf(values: DecodedValues, schema: ScalarSchema, place: string): Column {
  const builder = textColumnBuilder(schema);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (value === emptyFieldValue) builder.addEmpty();
    else if (value === null) {
      if (!builder.addNull()) throwWrongValue(reader, place, schema.type, row);
    } else {
      const bytes = bytesOf(value) ?? throwWrongValue(reader, place, schema.type, row);
      const text = textOf(bytes, `value ${row} of “${place}”`);
      if (!builder.add(text))
        throw malformedMessage(`value ${row} of “${place}”, “${text.slice(0, 100)}”, is not a valid ${schema.type}`);
    }
  }
  return builder.finish();
}
