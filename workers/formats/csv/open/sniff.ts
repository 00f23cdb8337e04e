import type { Table as ArrowTable } from 'apache-arrow';
import { delimiterCharacter, type ReadingOptions } from '../../../model/reading-options';
import { maxColumns } from '../../../model/column-schema';
import { checkNameLengths } from '../../../own-file/name-lengths';
import { refuseZeroBytes, tooManyColumnsError } from './header-names';
import { sqlLiteral } from '../../../model/sql';
import { type Database, firstResultRow } from './database';
import { unreadableFileError } from '../../../own-file/refusal';
import { lineLimits, type SniffedDialect, duckdbCsvFileName, duckdbValueOptions, type ValueStyle } from './dialect';
import { typeOfSql } from './types';

/** The types that DuckDB may detect. Its TIME is excluded, so such columns are detected as text. */
const candidates = "auto_type_candidates = ['BOOLEAN', 'BIGINT', 'DOUBLE', 'DATE', 'TIMESTAMP', 'VARCHAR']";

/**
 * Detects the dialect by DuckDB's `sniff_csv`. It fails in strict mode on a malformed quote and is then called without it. The rows are read in
 * strict mode in any case.
 */
async function sniffing(
  database: Database,
  options: readonly string[],
  sql: (call: string) => string,
): Promise<ArrowTable> {
  // Without `ignore_errors`, one ragged row would make the sniffer read every row as a single column.
  const call = (strict: boolean) =>
    `sniff_csv(${duckdbCsvFileName}, sample_size = -1, ignore_errors = true, strict_mode = ${strict}, comment = '', ${lineLimits}, ${candidates}, ${options.join(', ')})`;
  try {
    return await database.query(sql(call(true)));
  } catch {
    try {
      return await database.query(sql(call(false)));
    } catch (thrown) {
      throw unreadableFileError(
        'Its delimiter and columns could not be found: its rows have too little in common, a quote is never closed, or a line is longer than 32 MiB.',
        'Check that it is a table of text with the same number of fields in every row, and that every " has its partner.',
        { format: 'csv', cause: thrown },
      );
    }
  }
}

export async function detectDialect(
  database: Database,
  { delimiter, header }: ReadingOptions,
  values: ValueStyle,
  formats: { readonly dateFormat: string | null; readonly timestampFormat: string | null },
): Promise<SniffedDialect> {
  const options = [
    ...duckdbValueOptions(values),
    // Lines before the header are cut off by now. DuckDB would also skip rows, and the header, above a row of fewer fields.
    'skip = 0',
    ...(delimiter === undefined ? [] : [`delim = ${sqlLiteral(delimiterCharacter(delimiter))}`]),
    ...(header === undefined ? [] : [`header = ${header}`]),
    ...(formats.dateFormat === null ? [] : [`dateformat = ${sqlLiteral(formats.dateFormat)}`]),
    ...(formats.timestampFormat === null ? [] : [`timestampformat = ${sqlLiteral(formats.timestampFormat)}`]),
  ];
  const columns = await sniffing(
    database,
    options,
    (call) =>
      `SELECT Delimiter, CAST(SkipRows AS INTEGER) AS SkipRows, HasHeader, DateFormat, TimestampFormat, col.name AS name, col.type AS type FROM (SELECT *, unnest(Columns) AS col FROM ${call})`,
  );
  // Each count over the columns would take minutes.
  if (columns.numRows > maxColumns) throw tooManyColumnsError(columns.numRows);
  const names = Array.from({ length: columns.numRows }, (_, row) => String(columns.getChild('name')?.get(row)));
  checkNameLengths(names);
  refuseZeroBytes(names);
  const found = firstResultRow(columns);
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return {
    ...values,
    delimiter: text(found.Delimiter) ?? ',',
    skippedLines: Number(found.SkipRows ?? 0),
    hasHeader: found.HasHeader === true,
    dateFormat: text(found.DateFormat),
    timestampFormat: text(found.TimestampFormat),
    textTable: null,
    columns: names.map((name, row) => ({
      name,
      type: typeOfSql(String(columns.getChild('type')?.get(row))) ?? 'utf8',
    })),
  };
}
