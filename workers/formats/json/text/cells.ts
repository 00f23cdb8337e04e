import type { Column } from '../../../model/column';
import type { ColumnSchema } from '../../../model/column-schema';
import { FormatlabError } from '../../../model/errors';
import { isFiniteFloat16 } from '../../../model/float16';
import {
  columnTexts,
  growArray,
  isScalarSchema,
  type ScalarColumn,
  type ScalarSchema,
  textColumnBuilder,
  GrowingValidity,
} from '../../../columns/text-columns';
import { expectKey, readList } from './layout';
import { compactJson, type JsonScanner } from './scanner';

/**
 * The values of columns as JSON, to any depth: lists are arrays, structs are objects with their fields in order, and a category is the value that it names.
 *
 * Decimals are written as texts, because most readers round numbers: pandas makes float64 of them, and DuckDB reads 12345678901234567890.123456789 as
 * 12345678901234568227.576610816 even into DECIMAL(38, 9). Both, and pyarrow, read the text exactly, and pandas itself writes texts. Numbers are also accepted when
 * reading, because simplejson and DuckDB write decimals as numbers with all digits.
 *
 * Timestamps, times and durations: see text-columns.ts.
 */

const isPresent = (validity: Uint8Array, row: number) => (((validity[row >>> 3] as number) >>> (row & 7)) & 1) === 1;

/** Returns the next row of the column as JSON at each call. */
export function cellTexts(column: Column): (row: number) => string {
  switch (column.type) {
    case 'list':
    case 'struct': {
      const { validity } = column;
      const write = column.type === 'list' ? listTexts(column) : structTexts(column);
      return validity === null ? write : (row) => (isPresent(validity, row) ? write(row) : 'null');
    }
    case 'category': {
      const { indices, validity, categories } = column;
      const write = cellTexts(categories);
      const known: string[] = [];
      return (row) => {
        if (validity !== null && !isPresent(validity, row)) return 'null';
        const index = indices[row] as number;
        known[index] ??= write(index);
        return known[index];
      };
    }
    default:
      return scalarTexts(column);
  }
}

function listTexts({ offsets, item }: Extract<Column, { type: 'list' }>): (row: number) => string {
  const write = cellTexts(item);
  return (row) => {
    const start = offsets[row] as number;
    const end = offsets[row + 1] as number;
    let text = '[';
    for (let at = start; at < end; at += 1) text += at === start ? write(at) : `,${write(at)}`;
    return `${text}]`;
  };
}

function structTexts({ fields }: Extract<Column, { type: 'struct' }>): (row: number) => string {
  const writers = fields.map((field, index) => ({
    before: `${index === 0 ? '' : ','}${JSON.stringify(field.name)}:`,
    write: cellTexts(field),
  }));
  return (row) => {
    let text = '{';
    for (const { before, write } of writers) text += before + write(row);
    return `${text}}`;
  };
}

function scalarTexts(column: Exclude<ScalarColumn, { type: 'category' }>): (row: number) => string {
  const texts = columnTexts(column);
  switch (column.type) {
    case 'utf8':
      return (row) => JSON.stringify(texts(row));
    case 'json':
      return (row) => nested(texts(row), column.name, row);
    case 'binary':
    case 'date':
    case 'timestamp':
    case 'time':
    case 'decimal':
    case 'fixedBinary':
      return (row) => {
        const text = texts(row);
        return text === null ? 'null' : `"${text}"`;
      };
    case 'float16':
    case 'float32':
    case 'float64': {
      const { values } = column;
      const isNumber: (value: number) => boolean = column.type === 'float16' ? isFiniteFloat16 : Number.isFinite;
      return (row) => (isNumber(values[row] as number) ? (texts(row) ?? 'null') : 'null');
    }
    default:
      return (row) => texts(row) ?? 'null';
  }
}

function nested(text: string | null, name: string, row: number): string {
  if (text === null) return 'null';
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new FormatlabError(
      {
        tag: 'unsupported',
        stage: 'encode',
        format: 'json',
        message: `The nested value in column ${name}, row ${row}, is not well-formed JSON.`,
      },
      { cause },
    );
  }
  return compactJson(text);
}

/** Builds a column from JSON values that it reads from the text. */
interface CellReader {
  /** Reads the value of the next row. */
  read(): void;
  /** Adds a placeholder row to a field of a struct that is null. */
  addEmpty(): void;
  finish(): Column;
}

/** `place` is the column's name in errors: `price`, `items.price`. */
export function cellReader(scanner: JsonScanner, schema: ColumnSchema, place: string): CellReader {
  if (isScalarSchema(schema)) return scalarReader(scanner, schema, place);
  const { name, nullable } = schema;
  const validity = new GrowingValidity();
  const takeNull = () => {
    if (scanner.atNested) return false;
    const token = scanner.token();
    if (token !== 'null' || !nullable)
      throw scanner.error(
        `in column ${place} “${token.slice(0, 100)}” is not a valid ${schema.type}${nullable ? ' and not null' : ''}; it ends`,
      );
    validity.add(false);
    return true;
  };
  const added = () => {
    if (nullable) validity.add(true);
  };
  if (schema.type === 'list') {
    const item = cellReader(scanner, schema.item, `${place}.${schema.item.name}`);
    let offsets = new Int32Array(1_024);
    let rows = 0;
    let end = 0;
    const close = () => {
      rows += 1;
      offsets = growArray(offsets, rows + 1);
      offsets[rows] = end;
    };
    return {
      read() {
        if (!takeNull()) {
          end += readList(scanner, item.read);
          added();
        }
        close();
      },
      addEmpty() {
        added();
        close();
      },
      finish: () => ({
        name,
        type: 'list',
        validity: validity.finish(nullable),
        offsets: offsets.slice(0, rows + 1),
        item: item.finish(),
      }),
    };
  }
  const fields = schema.fields.map((field) => ({
    name: field.name,
    cells: cellReader(scanner, field, `${place}.${field.name}`),
  }));
  const addEmpty = () => {
    for (const { cells } of fields) cells.addEmpty();
  };
  return {
    read() {
      if (takeNull()) {
        addEmpty();
        return;
      }
      scanner.expect('{');
      fields.forEach((field, index) => {
        if (index > 0) scanner.expect(',');
        expectKey(scanner, field.name);
        field.cells.read();
      });
      scanner.expect('}');
      added();
    },
    addEmpty() {
      addEmpty();
      added();
    },
    finish: () => ({
      name,
      type: 'struct',
      validity: validity.finish(nullable),
      fields: fields.map(({ cells }) => cells.finish()),
    }),
  };
}

function scalarReader(scanner: JsonScanner, schema: ScalarSchema, place: string): CellReader {
  const builder = textColumnBuilder(schema);
  const { nullable } = schema;
  // A category is read as the value that it names.
  const type = schema.type === 'category' ? schema.item.type : schema.type;
  return {
    read() {
      const { text, isNull } = cellText(scanner, type, nullable);
      if (isNull ? builder.addNull() : builder.add(text)) return;
      throw scanner.error(`in column ${place} “${text.slice(0, 100)}” is not a valid ${schema.type}; it ends`);
    },
    addEmpty: () => builder.addEmpty(),
    finish: () => builder.finish(),
  };
}

function cellText(
  scanner: JsonScanner,
  type: ColumnSchema['type'],
  nullable: boolean,
): { text: string; isNull: boolean } {
  switch (type) {
    case 'json': {
      const text = compactJson(scanner.raw());
      return { text, isNull: nullable && text === 'null' };
    }
    case 'utf8':
    case 'binary':
    case 'date':
    case 'timestamp':
    case 'time':
    case 'fixedBinary': {
      if (scanner.atText) return { text: scanner.string(), isNull: false };
      const text = scanner.token();
      if (text !== 'null') throw scanner.error(`a text or null was expected, not “${text.slice(0, 100)}”, which ends`);
      return { text, isNull: true };
    }
    case 'decimal':
      if (scanner.atText) return { text: scanner.string(), isNull: false };
      break;
  }
  const text = scanner.token();
  // A column without nulls uses null for a number that JSON cannot write, such as NaN.
  if (text === 'null' && !nullable && type.startsWith('float')) return { text: 'NaN', isNull: false };
  if (text === 'NaN' || text.endsWith('Infinity')) throw scanner.error(`“${text}” is not JSON; it ends`);
  return { text, isNull: text === 'null' };
}
