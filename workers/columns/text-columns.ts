import {
  type CategoryColumn,
  type Column,
  type DecimalColumn,
  decimalWordCount,
  type FixedBinaryColumn,
  type FixedWidthType,
  listItemColumnName,
  type ListColumn,
  numericConstructor,
  type NumericType,
  type NumericValues,
  type PlainColumn,
  storageType,
  type StructColumn,
  type VariableWidthType,
} from '../model/column';
import { type ColumnSchema, isPlainSchema } from '../model/column-schema';
import { decimalText, integerToWords, parseDecimal, wordsToInteger } from '../model/decimal';
import { FormatlabError } from '../model/errors';
import { base64Text, float16Text, parseBase64, parseFloat16, valueParser, textFormatter } from './text-values';
import { clockTextOf, parseTime, parseTimestamp, timestampWriter } from '../model/time-text';

/**
 * Converts columns to the texts of their values and back, for text formats. text-values.ts defines the plain types. The other types:
 * - float16: the shortest decimal.
 * - timestamps: all digits of their unit, with `Z` if there is a time zone. The instant does not depend on the zone, whose name is in the
 *   schema. No time zone database is used, since these differ between browsers.
 * - times: like timestamps.
 * - durations: the number of ticks, which every int64 can be. Readers of ISO 8601 durations support only some of them.
 * - decimals: exactly their scale.
 * - bytes of fixed width: base64.
 * - categories: the category's value.
 */

/** A column whose rows are single values, not lists or structs. */
export type ScalarColumn = Exclude<Column, ListColumn | StructColumn>;
export type ScalarSchema = Exclude<ColumnSchema, { type: 'list' | 'struct' }>;

export const isScalarSchema = (column: ColumnSchema): column is ScalarSchema =>
  column.type !== 'list' && column.type !== 'struct';

/** Builds a column from the texts of its values, row by row. */
export interface TextColumnBuilder {
  /** Returns false if the text is not a value of the column's type. */
  add(text: string): boolean;
  /** Returns false if the column may not hold nulls. */
  addNull(): boolean;
  /** Adds the value of a field under a null struct: 0 or nothing, which is not null. */
  addEmpty(): void;
  finish(): ScalarColumn;
}

const firstRows = 1_024;

/** Returns `values` if it has room for `length`; otherwise a larger array that starts with the same values. */
export function growArray<T extends NumericValues>(values: T, length: number): T {
  if (length <= values.length) return values;
  const larger = new (values.constructor as new (length: number) => T)(Math.max(length, 2 * values.length));
  (larger as Uint8Array).set(values as Uint8Array);
  return larger;
}

/** A validity bitmap that grows with the rows; bits of null rows are 0. */
export class GrowingValidity {
  private bits = new Uint8Array(firstRows / 8);
  rows = 0;

  add(valid: boolean): void {
    this.bits = growArray(this.bits, (this.rows >>> 3) + 1);
    if (valid) this.bits[this.rows >>> 3] = (this.bits[this.rows >>> 3] as number) | (1 << (this.rows & 7));
    this.rows += 1;
  }

  finish(nullable: boolean): Uint8Array | null {
    return nullable ? this.bits.slice(0, Math.ceil(this.rows / 8)) : null;
  }
}

/** A builder for a column of the schema's type. */
export function textColumnBuilder(schema: ScalarSchema): TextColumnBuilder {
  const { name, nullable } = schema;
  switch (schema.type) {
    case 'utf8':
    case 'json':
    case 'binary':
      return variableBuilder(name, schema.type, nullable);
    case 'float16':
      return fixedBuilder({ name, type: 'float16' }, 'uint16', nullable, parseFloat16);
    case 'timestamp': {
      if (isPlainSchema(schema)) return plainBuilder(name, 'timestamp', nullable);
      const { unit = 'us', timeZone = null } = schema;
      const zoned = timeZone !== null;
      const parse = (text: string) => parseTimestamp(text, unit, zoned);
      return fixedBuilder({ name, type: 'timestamp', unit, timeZone }, 'int64', nullable, parse);
    }
    case 'time': {
      const { unit } = schema;
      return fixedBuilder({ name, type: 'time', unit }, 'int64', nullable, (text) => parseTime(text, unit));
    }
    case 'duration':
      return fixedBuilder({ name, type: 'duration', unit: schema.unit }, 'int64', nullable, valueParser('int64'));
    case 'decimal': {
      const { precision, scale } = schema;
      const words = decimalWordCount(precision);
      return widthBuilder(nullable, new BigInt64Array(), words, {
        put(text, values, row) {
          const integer = parseDecimal(text, precision, scale);
          if (integer === null) return false;
          integerToWords(integer, values, row, words);
          return true;
        },
        column: (values, validity): DecimalColumn => ({ name, type: 'decimal', precision, scale, validity, values }),
      });
    }
    case 'fixedBinary': {
      const { width } = schema;
      return widthBuilder(nullable, new Uint8Array(), width, {
        put(text, data, row) {
          const bytes = parseBase64(text);
          if (bytes === null || bytes.length !== width) return false;
          data.set(bytes, row * width);
          return true;
        },
        column: (data, validity): FixedBinaryColumn => ({ name, type: 'fixedBinary', width, validity, data }),
      });
    }
    case 'category':
      return categoryBuilder(name, schema.ordered, schema.item as ScalarSchema, nullable);
    default:
      return plainBuilder(name, schema.type, nullable);
  }
}

const plainBuilder = (name: string, type: FixedWidthType, nullable: boolean) =>
  fixedBuilder({ name, type }, storageType[type], nullable, valueParser(type));

/** `parts` are the column's fields besides its values and its bitmap. */
function fixedBuilder(
  parts: object,
  storage: NumericType,
  nullable: boolean,
  parse: (text: string) => number | bigint | null,
): TextColumnBuilder {
  const validity = new GrowingValidity();
  let values: NumericValues = new (numericConstructor(storage))(firstRows);
  let rows = 0;
  const addEmpty = () => {
    values = growArray(values, rows + 1);
    rows += 1;
  };
  return {
    add(text) {
      const value = parse(text);
      if (value === null) return false;
      values = growArray(values, rows + 1);
      values[rows] = value;
      rows += 1;
      if (nullable) validity.add(true);
      return true;
    },
    addNull() {
      addEmpty();
      validity.add(false);
      return nullable;
    },
    addEmpty() {
      addEmpty();
      if (nullable) validity.add(true);
    },
    finish: () => ({ ...parts, validity: validity.finish(nullable), values: values.slice(0, rows) }) as ScalarColumn,
  };
}

/** A builder for `width` elements in each row, which `put` writes. `put` returns false if it cannot. */
function widthBuilder<V extends BigInt64Array | Uint8Array>(
  nullable: boolean,
  first: V,
  width: number,
  {
    put,
    column,
  }: {
    readonly put: (text: string, values: V, row: number) => boolean;
    readonly column: (values: V, validity: Uint8Array | null) => ScalarColumn;
  },
): TextColumnBuilder {
  const validity = new GrowingValidity();
  let values = first;
  let rows = 0;
  const added = (valid: boolean) => {
    rows += 1;
    if (nullable || !valid) validity.add(valid);
  };
  const room = () => {
    values = growArray(values, (rows + 1) * width);
  };
  return {
    add(text) {
      room();
      if (!put(text, values, rows)) return false;
      added(true);
      return true;
    },
    addNull() {
      room();
      added(false);
      return nullable;
    },
    addEmpty() {
      room();
      added(true);
    },
    finish: () => column(values.slice(0, rows * width) as V, validity.finish(nullable)),
  };
}

function variableBuilder(name: string, type: VariableWidthType, nullable: boolean): TextColumnBuilder {
  const encoder = new TextEncoder();
  const validity = new GrowingValidity();
  let offsets = new Int32Array(firstRows);
  let data = new Uint8Array(16 * firstRows);
  let rows = 0;
  let end = 0;
  const close = () => {
    rows += 1;
    offsets = growArray(offsets, rows + 1);
    offsets[rows] = end;
  };
  return {
    add(text) {
      if (type === 'binary') {
        const bytes = parseBase64(text);
        if (bytes === null) return false;
        data = growArray(data, end + bytes.length);
        data.set(bytes, end);
        end += bytes.length;
      } else {
        // One UTF-16 unit becomes at most three bytes.
        data = growArray(data, end + 3 * text.length);
        end += encoder.encodeInto(text, data.subarray(end)).written;
      }
      close();
      if (nullable) validity.add(true);
      return true;
    },
    addNull() {
      close();
      validity.add(false);
      return nullable;
    },
    addEmpty() {
      close();
      if (nullable) validity.add(true);
    },
    finish: () => ({
      name,
      type,
      validity: validity.finish(nullable),
      offsets: offsets.slice(0, rows + 1),
      data: data.slice(0, end),
    }),
  };
}

/** Builds a category column. Categories are listed in the order of their first row, each parsed once. */
function categoryBuilder(name: string, ordered: boolean, item: ScalarSchema, nullable: boolean): TextColumnBuilder {
  const categories = textColumnBuilder({ ...item, name: listItemColumnName, nullable: false });
  const places = new Map<string, number>();
  const indices = fixedBuilder({}, 'int32', nullable, (text) => {
    const known = places.get(text);
    if (known !== undefined) return known;
    if (!categories.add(text)) return null;
    places.set(text, places.size);
    return places.size - 1;
  });
  return {
    ...indices,
    finish() {
      const { values, validity } = indices.finish() as PlainColumn & { values: Int32Array };
      return {
        name,
        type: 'category',
        ordered,
        validity,
        indices: values,
        categories: categories.finish() as PlainColumn,
      } satisfies CategoryColumn;
    },
  };
}

/** A function that returns the text of a row, or null if the row is null. `utf8` and `json` are returned unchanged. */
export function columnTexts(column: ScalarColumn): (row: number) => string | null {
  const { validity } = column;
  const write = valueTexts(column);
  return validity === null
    ? write
    : (row) => ((((validity[row >>> 3] as number) >>> (row & 7)) & 1) === 1 ? write(row) : null);
}

function valueTexts(column: ScalarColumn): (row: number) => string {
  switch (column.type) {
    case 'utf8':
    case 'json':
    case 'binary': {
      const { offsets, data } = column;
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      const bytes = (row: number) => data.subarray(offsets[row], offsets[row + 1]);
      return column.type === 'binary' ? (row) => base64Text(bytes(row)) : (row) => decoder.decode(bytes(row));
    }
    case 'float16': {
      const { values } = column;
      return (row) => float16Text(values[row] as number);
    }
    case 'time': {
      const { values, unit, name } = column;
      return (row) => {
        const ticks = values[row] as bigint;
        const text = clockTextOf(ticks, unit);
        if (text !== null) return text;
        throw new FormatlabError({
          tag: 'unsupported',
          stage: 'encode',
          message: `Row ${row} of “${name}” is ${ticks} ${unit} since midnight, which is not a time of day.`,
          remedy: 'Leave that row or column out, or choose a format that is not text.',
        });
      };
    }
    case 'decimal': {
      const { values, precision, scale } = column;
      const words = decimalWordCount(precision);
      return words === 1
        ? (row) => decimalText(values[row] as bigint, scale)
        : (row) => decimalText(wordsToInteger(values, row, words), scale);
    }
    case 'fixedBinary': {
      const { data, width } = column;
      return (row) => base64Text(data.subarray(row * width, (row + 1) * width));
    }
    case 'category': {
      const { indices, categories } = column;
      const texts = columnTexts(categories);
      const known: string[] = [];
      return (row) => {
        const index = indices[row] as number;
        known[index] ??= texts(index) as string;
        return known[index];
      };
    }
    case 'timestamp': {
      const { values } = column;
      if (!('unit' in column)) break;
      const write = timestampWriter(column.unit, column.timeZone === null ? '' : 'Z');
      return (row) => write(values[row] as bigint);
    }
    case 'duration': {
      const { values } = column;
      return (row) => String(values[row]);
    }
  }
  const { values, type } = column;
  const text = textFormatter(type);
  return (row) => text(values[row] as number | bigint);
}
