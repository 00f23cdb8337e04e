import { decimalMarks, thousandsMarks } from '../../../model/reading-options';
import type { RowsFor } from './aggregates';
import { sqlIdentifier, sqlLiteral } from '../../../model/sql';
import { type Database, firstResultRow } from './database';
import { instantSql, nanosecondsSql } from './zoned-times';
import type { TimestampTextUnit } from '../../../own-file/timestamp-texts';
import {
  duckdbCsvFileName,
  isMultiByteThousandsMark,
  lineLimits,
  type SniffedDialect,
  duckdbValueOptions,
  type ValueStyle,
} from './dialect';
import { type CsvType, duckdbTypeName, wideDecimalOf } from './types';
import { isWrittenAsSql } from './written-as';

/**
 * An SQL table expression for the rows, with every column as text, as it is in the file: an empty field without quotes is null, one in quotes is
 * an empty text, and null words are texts.
 */
export const selectRaw = (sniffed: SniffedDialect): string =>
  sniffed.textTable ??
  selectRows(
    { ...sniffed, nullWords: [] },
    sniffed.columns.map((): CsvType => 'utf8'),
    'unread',
    'text',
  );

/** An SQL expression for a text that is null if it is one of the words. */
function nullIfSql(column: string, words: readonly string[]): string {
  return words.length === 0
    ? column
    : `CASE WHEN ${column} IN (${words.map(sqlLiteral).join(', ')}) THEN NULL ELSE ${column} END`;
}

/** An SQL table expression for the rows, with every column as text. Null words and all empty fields are null. */
function selectAsText(sniffed: SniffedDialect, columns = sniffed.columns): string {
  const texts = columns.map(({ name }) => {
    const column = sqlIdentifier(name);
    return `${nullIfSql(column, ['', ...sniffed.nullWords])} AS ${column}`;
  });
  return `(SELECT ${texts.join(', ')} FROM ${selectRaw(sniffed)})`;
}

/** As `selectAsText`, for expressions that name few of many columns: DuckDB takes seconds to bind thousands in each query. */
export const textsNamedIn =
  (sniffed: SniffedDialect): RowsFor =>
  (expressions) => {
    const sql = expressions.join(' ');
    const named = sniffed.columns.filter(({ name }) => sql.includes(sqlIdentifier(name)));
    return selectAsText(sniffed, named.length > 0 ? named : sniffed.columns);
  };

const isTime = (type: CsvType | undefined): type is 'date' | 'timestamp' => type === 'date' || type === 'timestamp';

/** A column that DuckDB's reader reads as one type, and SQL that makes another of it. */
interface Converted {
  readonly index: number;
  readonly read: CsvType;
  readonly sql: string;
  /** An SQL condition for the rows that stay. All do if it is absent. */
  readonly fits?: string;
}

/**
 * An SQL table expression for the rows, with columns of these types. Rows that do not fit are left out; `rejects` is the prefix of the tables
 * that list them; of those that nobody reads, they list one. An empty field in quotes is null, or a text, which a type other than text refuses. The columns `checked` are read as text and
 * converted here; rows in which they do not fit are left out unlisted.
 */
export function selectRows(
  sniffed: SniffedDialect,
  types: readonly CsvType[],
  rejects: 'reject' | 'quote' | 'unread',
  quotedEmpty: 'null' | 'text' = 'null',
  checked: ReadonlySet<number> = new Set(),
): string {
  const converted = sniffed.columns.flatMap(({ name, type: found, ownFormat }, index): Converted[] => {
    const type = types[index];
    const column = sqlIdentifier(name);
    if (type !== undefined && isConverted(sniffed, type, checked.has(index)))
      return [
        {
          index,
          read: 'utf8',
          sql: `CAST(${convertedSql(sniffed, name, type)} AS ${duckdbTypeName(type)}) AS ${column}`,
          fits: fitsSql(sniffed, name, type),
        },
      ];
    if (wideDecimalOf(type) !== null)
      return [{ index, read: 'utf8', sql: `trim(${plainNumberSql(sniffed, name)}) AS ${column}` }];
    if (!isTime(type)) return [];
    const as = (time: string) => `CAST(${time} AS ${duckdbTypeName(type)}) AS ${column}`;
    // A date that is to be a timestamp, or the reverse, is written as what it was found to be.
    if (ownFormat === undefined)
      return isTime(found) && found !== type ? [{ index, read: found, sql: as(column) }] : [];
    const time = ownFormat === 'iso' ? column : `strptime(${column}, ${sqlLiteral(ownFormat)})`;
    return [{ index, read: 'utf8', sql: as(time) }];
  });
  const readTypes = new Map(converted.map(({ index, read }) => [index, read]));
  const columns = sniffed.columns.map(({ name }, index) => {
    const type = readTypes.get(index) ?? types[index] ?? 'utf8';
    return `${sqlLiteral(name)}: ${sqlLiteral(duckdbTypeName(type))}`;
  });
  const options = [
    'auto_detect = false',
    `delim = ${sqlLiteral(sniffed.delimiter)}`,
    ...duckdbValueOptions(sniffed),
    "comment = ''",
    `header = ${sniffed.hasHeader}`,
    `skip = ${sniffed.skippedLines}`,
    lineLimits,
    'strict_mode = true',
    ...(quotedEmpty === 'text' ? ['allow_quoted_nulls = false'] : []),
    `columns = {${columns.join(', ')}}`,
    // With `ignore_errors` instead, DuckDB may leave out all rows after one with a broken quote.
    'store_rejects = true',
    // 0 stands for no limit.
    `rejects_limit = ${rejects === 'unread' ? 1 : 0}`,
    `rejects_table = '${rejects}_errors'`,
    `rejects_scan = '${rejects}_scans'`,
    ...(sniffed.dateFormat === null ? [] : [`dateformat = ${sqlLiteral(sniffed.dateFormat)}`]),
    ...(sniffed.timestampFormat === null ? [] : [`timestampformat = ${sqlLiteral(sniffed.timestampFormat)}`]),
  ];
  const rows = `read_csv(${duckdbCsvFileName}, ${options.join(', ')})`;
  if (converted.length === 0) return rows;
  const fits = converted.flatMap((column) => column.fits ?? []);
  const fitting = fits.length === 0 ? rows : `(SELECT * FROM ${rows} WHERE ${fits.join(' AND ')})`;
  return `(SELECT * REPLACE (${converted.map(({ sql }) => sql).join(', ')}) FROM ${fitting})`;
}

/** True if a column is read as text and converted by SQL. */
export const isConverted = (sniffed: SniffedDialect, type: CsvType, isChecked: boolean): boolean =>
  wideDecimalOf(type) === null && (isChecked || (isMultiByteThousandsMark(sniffed.thousands) && isNumber(type)));

const isNumber = (type: CsvType) => !isTime(type) && type !== 'bool' && type !== 'time' && type !== 'utf8';

/** An SQL condition that is true for nulls and for texts that are values of the type. */
export const fitsSql = (sniffed: SniffedDialect, name: string, type: CsvType): string =>
  `(${sqlIdentifier(name)} IS NULL OR ${convertsToTypeSql(sniffed, name, type)})`;

/**
 * SQL that creates the table of typed rows. `instants` are the columns of times with an offset, which are first read as text; those in nanoseconds
 * become int64. `checked` is as in `selectRows`.
 */
export function createTable(
  sniffed: SniffedDialect,
  types: readonly CsvType[],
  instants: ReadonlyMap<number, TimestampTextUnit>,
  checked: ReadonlySet<number>,
): string {
  const selected = sniffed.columns
    .map(({ name }, index) => {
      const unit = instants.get(index);
      if (unit === undefined) return sqlIdentifier(name);
      const sql = unit === 'ns' ? `CAST(${nanosecondsSql(name)} AS BIGINT)` : instantSql(name);
      return `${sql} AS ${sqlIdentifier(name)}`;
    })
    .join(', ');
  const readTypes = types.map((type, index): CsvType => (instants.has(index) ? 'utf8' : type));
  return `CREATE TABLE own_file AS SELECT ${selected} FROM ${selectRows(sniffed, readTypes, 'reject', 'null', checked)}`;
}

/** An SQL expression for the value of a text, as DuckDB reads it, which is null if it is none. */
function convertedSql(sniffed: SniffedDialect, name: string, type: CsvType): string {
  const column = sqlIdentifier(name);
  const { read, format } = readingOf(sniffed, name, type);
  return isTime(read) && format !== null && format !== 'iso'
    ? `try_strptime(${column}, ${sqlLiteral(format)})`
    : `try_cast(${isNumber(read) ? plainNumberSql(sniffed, name) : column} AS ${duckdbTypeName(read)})`;
}

/** The type as which a column is read before it becomes `type`, and the format of its dates or times. */
function readingOf(
  sniffed: SniffedDialect,
  name: string,
  type: CsvType,
): { readonly read: CsvType; readonly format: string | null } {
  const { ownFormat, type: found } = sniffed.columns.find((each) => each.name === name) ?? {};
  // As in `selectRows`.
  const read = isTime(type) && isTime(found) ? found : type;
  const fileFormat = read === 'date' ? sniffed.dateFormat : sniffed.timestampFormat;
  return { read, format: isTime(read) ? (ownFormat ?? fileFormat) : null };
}

const writtenSql = (sniffed: SniffedDialect, name: string, type: CsvType): string | null => {
  const { read, format } = readingOf(sniffed, name, type);
  return isWrittenAsSql(sniffed, name, read, { format, plain: plainNumberSql(sniffed, name) });
};

/** An SQL condition that is true if a text, which must not be a null word, is written as a value of the type. */
export function convertsToTypeSql(sniffed: SniffedDialect, name: string, type: CsvType): string {
  const written = writtenSql(sniffed, name, type);
  const converts = `${convertedSql(sniffed, name, type)} IS NOT NULL`;
  return written === null ? converts : `(${converts} AND ${written})`;
}

/** An SQL condition that is true if DuckDB reads a text that is not written as a value of the type; null if it reads none such. */
export function misreadSql(sniffed: SniffedDialect, name: string, type: CsvType): string | null {
  const written = writtenSql(sniffed, name, type);
  return written === null ? null : `(NOT (${written}) AND ${convertedSql(sniffed, name, type)} IS NOT NULL)`;
}

/**
 * Selects all columns so that null words, unless they are null in text too, and empty fields in quotes stay texts in the columns `texts`. DuckDB
 * reads them as null in every column, so these columns are read a second time, as text, from the same rows.
 * @returns SQL of all columns; null if the second reading has other rows, since some do not fit the columns’ types
 */
export async function selectKeepingNullWords(
  database: Database,
  sniffed: SniffedDialect,
  types: readonly CsvType[],
  texts: ReadonlySet<number>,
  badRowCount: number,
): Promise<string | null> {
  if (texts.size === 0) return 'SELECT * FROM own_file';
  const words = ['', ...sniffed.nullWords].map(sqlLiteral).join(', ');
  const isGood = sniffed.columns.flatMap(({ name }, index) => {
    const type = types[index] ?? 'utf8';
    const column = sqlIdentifier(name);
    return type === 'utf8'
      ? []
      : [`(${column} IS NULL OR ${column} IN (${words}) OR ${convertsToTypeSql(sniffed, name, type)})`];
  });
  const kept = sniffed.columns.flatMap(({ name }, index) => {
    const column = sqlIdentifier(name);
    return texts.has(index)
      ? [`${nullIfSql(column, sniffed.nullWordsInText ? sniffed.nullWords : [])} AS ${column}`]
      : [];
  });
  const where = badRowCount === 0 || isGood.length === 0 ? '' : ` WHERE ${isGood.join(' AND ')}`;
  await database.query(`CREATE TABLE own_texts AS SELECT ${kept.join(', ')} FROM ${selectRaw(sniffed)}${where}`);
  const counts = firstResultRow(
    await database.query(
      'SELECT CAST((SELECT count(*) FROM own_file) AS DOUBLE) AS rows, CAST((SELECT count(*) FROM own_texts) AS DOUBLE) AS texts',
    ),
  );
  if (counts.rows !== counts.texts) return null;
  const selected = sniffed.columns.map(
    ({ name }, index) =>
      `${texts.has(index) ? 'own_texts' : 'own_file'}.${sqlIdentifier(name)} AS ${sqlIdentifier(name)}`,
  );
  return `SELECT ${selected.join(', ')} FROM own_file POSITIONAL JOIN own_texts`;
}

/** An SQL expression for a number in standard form: with a decimal point and without thousands marks. */
export function plainNumberSql({ decimalMark, thousands }: ValueStyle, name: string): string {
  const column = sqlIdentifier(name);
  const ungrouped = thousands === 'none' ? column : `replace(${column}, ${sqlLiteral(thousandsMarks[thousands])}, '')`;
  return decimalMark === 'point' ? ungrouped : `replace(${ungrouped}, ${sqlLiteral(decimalMarks[decimalMark])}, '.')`;
}
