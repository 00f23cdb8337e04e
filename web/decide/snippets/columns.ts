import type { ColumnSchema } from '../../../workers/model/column-schema';
import type { ColumnType } from '../../../workers/model/column';
import type { DatasetSchema } from '../../../workers/model/dataset';
import { call, type Group, maxListedColumns, quoted } from './snippet';

/** The types of columns as pandas and DuckDB name them, for formats whose files do not say their types. */

/** A column with the type of its values: of a category, of those that it names. */
export interface TextColumn {
  readonly name: string;
  readonly type: ColumnSchema['type'];
  readonly nullable: boolean;
  readonly isCategory: boolean;
  readonly hasTimeZone: boolean;
  /** Of a timestamp. */
  readonly unit: string;
}

function textColumn(column: ColumnSchema): TextColumn {
  const value = column.type === 'category' ? column.item : column;
  return {
    name: column.name,
    type: value.type,
    nullable: column.nullable,
    isCategory: column.type === 'category',
    hasTimeZone: value.type === 'timestamp' && value.timeZone !== undefined,
    unit: 'unit' in value ? (value.unit ?? 'us') : 'us',
  };
}

/** The columns of a table, or of what a format writes like one; null if the data have no such columns. */
export function textColumns(schema: DatasetSchema): readonly TextColumn[] | null {
  const plain = (name: string, type: ColumnType): TextColumn =>
    textColumn({ name, type, nullable: false } as ColumnSchema);
  switch (schema.kind) {
    case 'table':
      return schema.columns.map(textColumn);
    case 'dict':
      return [plain('key', schema.keyType), plain('value', schema.valueType)];
    case 'records':
      return [plain('key', 'utf8'), plain('value', 'utf8')];
    case 'list':
      return [plain('values', schema.elementType)];
    case 'stringArray':
      return [plain('values', 'utf8')];
    default:
      return null;
  }
}

const duckdbNumbers: Readonly<Record<string, string>> = {
  int8: 'TINYINT',
  int16: 'SMALLINT',
  int32: 'INTEGER',
  int64: 'BIGINT',
  uint8: 'UTINYINT',
  uint16: 'USMALLINT',
  uint32: 'UINTEGER',
  uint64: 'UBIGINT',
  float32: 'FLOAT',
  float64: 'DOUBLE',
  bool: 'BOOLEAN',
  date: 'DATE',
  utf8: 'VARCHAR',
};

/** The type in DuckDB's SQL; null if text files have no common form of it. */
export function duckdbType({ type, hasTimeZone, unit }: TextColumn): string | null {
  if (type === 'timestamp') return hasTimeZone ? 'TIMESTAMPTZ' : unit === 'ns' ? 'TIMESTAMP_NS' : 'TIMESTAMP';
  return duckdbNumbers[type] ?? null;
}

/** The dtype in pandas; 'time' for those that pandas parses. Null if text files have no common form of it. */
export function pandasType({ type, nullable, isCategory }: TextColumn): string | null {
  if (type === 'date' || type === 'timestamp') return 'time';
  if (isCategory && type === 'utf8') return 'category';
  if (type === 'utf8') return 'str';
  if (type === 'bool') return nullable ? 'boolean' : 'bool';
  if (/^u?int\d+$/u.test(type)) return nullable ? type.replace(/^u?i/u, (start) => start.toUpperCase()) : type;
  return type === 'float32' || type === 'float64' ? type : null;
}

/** The dtype in pandas of a column to which pandas gives another one when it reads text. Null if it gives none. */
function declaredPandasType(column: TextColumn, withDates: boolean): string | null {
  const { type, unit, hasTimeZone, nullable } = column;
  if (type === 'timestamp') return `datetime64[${unit}${hasTimeZone ? ', UTC' : ''}]`;
  if (type === 'date') return withDates ? 'date32[pyarrow]' : null;
  return nullable && (type === 'bool' || /^u?int\d+$/u.test(type)) ? pandasType(column) : null;
}

/**
 * The lines that give a data frame the columns' types, where pandas reads others from text: texts for times, floats for integers with nulls. They
 * change nothing in a data frame that has these types. Empty if there are none, or too many to list.
 */
export function pandasTypeLines(
  columns: readonly TextColumn[],
  { withDates }: { readonly withDates: boolean },
): readonly string[] {
  const items = columns.flatMap((column) => {
    const type = declaredPandasType(column, withDates);
    return type === null ? [] : [`${quoted(column.name)}: "${type}"`];
  });
  if (items.length === 0 || items.length > maxListedColumns) return [];
  return call('df = df.astype', [{ open: '{', items, close: '}' }]);
}

/**
 * The strftime format of the page's times, which pandas and DuckDB share; null if they have none for these columns. The letter Z is right only
 * for times in UTC.
 */
export function timestampFormat(columns: readonly TextColumn[]): string | null {
  const times = columns.filter(({ type }) => type === 'timestamp');
  const formats = new Set(
    times.map(({ unit, hasTimeZone }) => {
      // %f has six digits: more than a millisecond has, and too few for a nanosecond.
      if (unit !== 'us' && unit !== 's') return null;
      return `%Y-%m-%dT%H:%M:%S${unit === 's' ? '' : '.%f'}${hasTimeZone ? 'Z' : ''}`;
    }),
  );
  const [only = null] = formats;
  return formats.size === 1 ? only : null;
}

/** A text in SQL's single quotes. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The argument `columns` of DuckDB's readers of text; null if a column has no type there. Absent if there are too many to list. */
export function duckdbColumns(columns: readonly TextColumn[]): readonly Group[] | null {
  const pairs = columns.map((column) => [column.name, duckdbType(column)] as const);
  if (pairs.some(([, type]) => type === null)) return null;
  if (columns.length > maxListedColumns) return [];
  return [{ open: 'columns = {', items: pairs.map(([name, type]) => `${sqlText(name)}: '${type}'`), close: '}' }];
}

/** What to say where the types are not listed. */
export const guessedTypes = 'The types are guessed: name those of columns that are guessed wrongly.';

/**
 * The unit that all times of a table have, such as `us`. Null if the table has no times, or times of several units. Also null if it has nested
 * columns, whose times are not looked at.
 */
export function timeUnit(schema: DatasetSchema): string | null {
  if (schema.kind !== 'table' || schema.columns.some(({ type }) => type === 'list' || type === 'struct')) return null;
  const times = schema.columns.map(textColumn).filter(({ type }) => type === 'timestamp');
  const [only = null] = times.map(({ unit }) => unit);
  return times.every(({ unit }) => unit === only) ? only : null;
}

/** What the user has, as an Arrow table. */
export function tableInput({ kind }: DatasetSchema): string {
  switch (kind) {
    case 'keyedVectors':
      return 'table: a pyarrow.Table with the columns id and vector';
    case 'dict':
    case 'records':
      return 'table: a pyarrow.Table with the columns key and value';
    case 'array':
    case 'list':
    case 'stringArray':
      return 'table: a pyarrow.Table with the column values';
    default:
      return 'table: a pyarrow.Table';
  }
}
