import type { ColumnSchema } from '../model/column-schema';
import type { ColumnType, TimeUnit } from '../model/column';
import type { DatasetSchema } from '../model/dataset';
import { sqlIdentifier, sqlLiteral } from '../model/sql';
import { pythonText } from './literals';
import { call, listed, maxListedColumns } from './snippet';
import type { Group } from './snippet-source';

/** The types of columns as pandas and DuckDB name them, for formats whose files do not say their types. */

/** A column with the type of its values: of a category, of those that it names. */
export interface TextColumn {
  readonly name: string;
  readonly type: ColumnSchema['type'];
  readonly nullable: boolean;
  readonly isCategory: boolean;
  /** Of a timestamp whose ticks count UTC. Null of all others. */
  readonly timeZone: string | null;
  /** Of a timestamp. */
  readonly unit: TimeUnit;
  /** Of a decimal. Null of all others. */
  readonly digits: { readonly precision: number; readonly scale: number } | null;
}

function textColumn(column: ColumnSchema): TextColumn {
  const value = column.type === 'category' ? column.item : column;
  return {
    name: column.name,
    type: value.type,
    nullable: column.nullable,
    isCategory: column.type === 'category',
    timeZone: value.type === 'timestamp' ? (value.timeZone ?? null) : null,
    unit: 'unit' in value ? (value.unit ?? 'us') : 'us',
    digits: value.type === 'decimal' ? { precision: value.precision, scale: value.scale } : null,
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
function duckdbType({ type, timeZone, unit, digits }: TextColumn): string | null {
  if (digits !== null && digits.precision <= 38 && digits.scale >= 0 && digits.scale <= digits.precision)
    return `DECIMAL(${digits.precision}, ${digits.scale})`;
  if (type === 'timestamp') return timeZone !== null ? 'TIMESTAMPTZ' : unit === 'ns' ? 'TIMESTAMP_NS' : 'TIMESTAMP';
  return duckdbNumbers[type] ?? null;
}

/** The dtype in pandas; 'time' for those that pandas parses. Decimals are read as texts first. Null if text files have no common form of it. */
export function pandasType({ type, nullable, isCategory, digits }: TextColumn): string | null {
  if (type === 'date' || type === 'timestamp') return 'time';
  if (digits !== null) return 'str';
  if (isCategory && type === 'utf8') return 'category';
  if (type === 'utf8') return 'str';
  if (type === 'bool') return nullable ? 'boolean' : 'bool';
  if (/^u?int\d+$/u.test(type)) return nullable ? type.replace(/^u?i/u, (start) => start.toUpperCase()) : type;
  return type === 'float32' || type === 'float64' ? type : null;
}

const arrowDecimal = ({ precision, scale }: NonNullable<TextColumn['digits']>): string =>
  `pa.decimal${precision <= 38 ? 128 : 256}(${precision}, ${scale})`;

/** The type in Python's pyarrow, as an expression. */
export function arrowType(column: ColumnSchema): string {
  switch (column.type) {
    case 'utf8':
    case 'json':
      return 'pa.string()';
    case 'bool':
      return 'pa.bool_()';
    case 'date':
      return 'pa.date32()';
    case 'timestamp': {
      const { unit = 'us', timeZone } = column;
      return `pa.timestamp("${unit}"${timeZone === undefined ? '' : `, ${pythonText(timeZone)}`})`;
    }
    case 'time':
      return `pa.${column.unit === 's' || column.unit === 'ms' ? 'time32' : 'time64'}("${column.unit}")`;
    case 'duration':
      return `pa.duration("${column.unit}")`;
    case 'decimal':
      return arrowDecimal(column);
    case 'fixedBinary':
      return `pa.binary(${column.width})`;
    case 'category':
      return `pa.dictionary(pa.int32(), ${arrowType(column.item)})`;
    case 'list':
      return `pa.list_(${arrowType(column.item)})`;
    case 'struct':
      return `pa.struct({${column.fields.map((field) => `${pythonText(field.name)}: ${arrowType(field)}`).join(', ')}})`;
    default:
      return `pa.${column.type}()`;
  }
}

/** Types that pandas has only by pyarrow: as objects, they lose their digits, their unit, their width, or the types of their parts. */
const onlyByArrow: readonly ColumnSchema['type'][] = ['decimal', 'time', 'fixedBinary', 'list', 'struct'];

/** True if pandas holds a column of these only by pyarrow's types. */
export const needsArrowTypes = (columns: readonly ColumnSchema[]): boolean =>
  columns.some(({ type }) => onlyByArrow.includes(type));

const pandasDecimal = (digits: NonNullable<TextColumn['digits']>): string => `pd.ArrowDtype(${arrowDecimal(digits)})`;

/** The lines that make decimals of columns that pandas has read as texts. Empty if there are none. */
export const pandasDecimalLines = (columns: readonly TextColumn[]): readonly string[] =>
  castLines(columns.map(({ name, digits }) => [name, digits === null ? null : pandasDecimal(digits)]));

/** The dtype in pandas, as an expression, of a column to which pandas gives another one when it reads text. Null if it gives none. */
function textDtype(column: TextColumn, timeZone: string | null): string | null {
  const { type, unit, nullable } = column;
  if (type === 'timestamp') return pythonText(`datetime64[${unit}${timeZone === null ? '' : `, ${timeZone}`}]`);
  if (column.digits !== null) return pandasDecimal(column.digits);
  return nullable && (type === 'bool' || /^u?int\d+$/u.test(type)) ? pythonText(pandasType(column) ?? '') : null;
}

/** Lines with such a dtype for each of some columns. They change nothing in a data frame that has these types. Empty if there are too many to list. */
function castLines(types: readonly (readonly [name: string, dtype: string | null])[]): readonly string[] {
  const items = types.flatMap(([name, dtype]) => (dtype === null ? [] : [`${pythonText(name)}: ${dtype}`]));
  if (items.length === 0 || items.length > maxListedColumns) return [];
  return call('df = df.astype', [{ open: '{', items, close: '}' }]);
}

/** The lines that give a data frame the columns' types, for a format whose files hold types. */
export const pandasTypeLines = (columns: readonly ColumnSchema[]): readonly string[] =>
  castLines(
    columns.map((column) => {
      if (onlyByArrow.includes(column.type)) return [column.name, `pd.ArrowDtype(${arrowType(column)})`];
      const text = textColumn(column);
      return [column.name, text.type === 'date' ? '"date32[pyarrow]"' : textDtype(text, text.timeZone)];
    }),
  );

/**
 * How a time's digits of a second are written, by its unit: all of them in pandas and DuckDB, and those that the page leaves out, because they are zeros.
 * pandas leaves these out itself where it writes microseconds.
 */
const fractions: Readonly<
  Record<TimeUnit, { readonly pandas: string; readonly duckdb: string; readonly zeros: string }>
> = {
  s: { pandas: '', duckdb: '', zeros: '' },
  ms: { pandas: 'timespec="milliseconds"', duckdb: '.%g', zeros: '.000' },
  us: { pandas: '', duckdb: '.%f', zeros: '.000000' },
  ns: { pandas: 'timespec="nanoseconds"', duckdb: '.%n', zeros: '.000000000' },
};
const secondsFormat = '%Y-%m-%dT%H:%M:%S';

const list = (name: string, columns: readonly TextColumn[]) =>
  listed(
    `${name} = [`,
    columns.map((column) => pythonText(column.name)),
    ']',
  );

function timesByUnit(columns: readonly TextColumn[]): (readonly [TimeUnit, readonly TextColumn[]])[] {
  const times = columns.filter(({ type }) => type === 'timestamp');
  return [...new Set(times.map(({ unit }) => unit))].map((unit) => [unit, times.filter((each) => each.unit === unit)]);
}

/** The lines of pandas that prepare a data frame for a text file: its columns' types, then its times as the page writes them. */
export function pandasTextLines(columns: readonly TextColumn[]): readonly string[] {
  // With more digits after the point, Python writes small numbers with an exponent.
  const small = columns.filter(({ digits }) => digits !== null && (digits.scale > 6 || digits.scale < 0));
  return [
    ...castLines(columns.map((column) => [column.name, textDtype(column, column.timeZone === null ? null : 'UTC')])),
    ...(small.length === 0
      ? []
      : [
          ...list('decimals', small),
          'df = df.assign(**df[decimals].astype(object).map("{:f}".format, na_action="ignore"))',
        ]),
    ...timesByUnit(columns).flatMap(([unit, times]) => {
      const { pandas, zeros } = fractions[unit];
      const withoutZeros = pandas === '' ? '' : `.replace("${zeros}", "")`;
      const asZ = times.some(({ timeZone }) => timeZone !== null) ? '.replace("+00:00", "Z")' : '';
      return [
        ...list('times', times),
        `to_text = lambda time: time.isoformat(${pandas})${withoutZeros}${asZ}`,
        'df = df.assign(**df[times].map(to_text, na_action="ignore"))',
      ];
    }),
  ];
}

/**
 * The lines that make texts of those times of a pyarrow table that Python would write otherwise: of milliseconds, of nanoseconds, and in a zone other
 * than UTC. Empty if there are none.
 */
export function arrowTextLines(columns: readonly TextColumn[]): readonly string[] {
  const others = columns.filter(
    ({ unit, timeZone }) => fractions[unit].pandas !== '' || (timeZone !== null && timeZone !== 'UTC'),
  );
  return timesByUnit(others).flatMap(([unit, times]) =>
    [true, false].flatMap((hasZone) => {
      const { zeros } = fractions[unit];
      const chosen = times.filter(({ timeZone }) => (timeZone !== null) === hasZone);
      if (chosen.length === 0) return [];
      const [zone, asZ] = hasZone ? [', "UTC"', 'Z'] : ['', ''];
      return [
        ...list('times', chosen),
        'for name in times:',
        `    time = table[name].cast(pa.timestamp("${unit}"${zone}))`,
        `    text = pc.strftime(time, format="${secondsFormat}${asZ}")`,
        ...(zeros === '' ? [] : [`    text = pc.replace_substring(text, "${zeros}", "")`]),
        '    table = table.set_column(table.column_names.index(name), name, text)',
      ];
    }),
  );
}

/** The columns of DuckDB's table with its times as texts, as the page writes them. Null if there are no times, so that the table is written as it is. */
export function duckdbTexts(columns: readonly TextColumn[]): readonly string[] | null {
  const times = columns.filter(({ type }) => type === 'timestamp');
  if (times.length === 0) return null;
  const items = times.map(({ name, unit, timeZone }) => {
    const { duckdb, zeros } = fractions[unit];
    const text = `strftime(${sqlIdentifier(name)}, '${secondsFormat}${duckdb}${timeZone === null ? '' : 'Z'}')`;
    return `    ${zeros === '' ? text : `replace(${text}, '${zeros}', '')`} AS ${sqlIdentifier(name)}`;
  });
  return ['COPY (', '  SELECT * REPLACE (', items.join(',\n'), '  ) FROM data', ') TO'];
}

/** The argument `columns` of DuckDB's readers of text; null if a column has no type there. Absent if there are too many to list. */
export function duckdbColumns(columns: readonly TextColumn[]): readonly Group[] | null {
  const pairs = columns.map((column) => [column.name, duckdbType(column)] as const);
  if (pairs.some(([, type]) => type === null)) return null;
  if (columns.length > maxListedColumns) return [];
  return [{ open: 'columns = {', items: pairs.map(([name, type]) => `${sqlLiteral(name)}: '${type}'`), close: '}' }];
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
