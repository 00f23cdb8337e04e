import { type BadRow, listedBadRows } from '../../../own-file/imported';
import { plural } from '../../../model/plural';
import { type Database, firstResultRow } from './database';
import { lineNumbersOfRows } from './lines-at';
import type { CsvType } from './types';

/** An error of a row in DuckDB's table of rejected rows. */
export interface RowError {
  /** DuckDB's name of the kind of error. */
  readonly kind: string;
  readonly message: string;
  /** The column's place from 1, and its name; null if the error is of no column. */
  readonly place: number;
  readonly column: string | null;
  /** The fewest and the most fields that DuckDB had counted when it reported an error of this kind in the row; NaN if it had counted none. */
  readonly fewestFields: number;
  readonly mostFields: number;
}

export const raggedRow = (fields: number, wanted: number): string =>
  `The row has ${plural(fields, 'field')}, not ${wanted.toLocaleString('en')}.`;

/** A row with a text that is no value of the type of its column. */
export const unfitRow = (text: string, column: string, type: CsvType): string =>
  `“${text.slice(0, 100)}” in column “${column}” is not a valid ${type}.`;

/** What is wrong with a row, in the words of this page. DuckDB reports each missing and each additional field, with the number counted so far. */
export function messageOf(
  { kind, message, place, column, fewestFields, mostFields }: RowError,
  types: readonly CsvType[],
): string {
  const wanted = Number(/Columns: (\d+) Found/u.exec(message)?.[1]);
  switch (kind) {
    case 'MISSING COLUMNS':
      return raggedRow(fewestFields, wanted);
    case 'TOO MANY COLUMNS':
      return raggedRow(mostFields, wanted);
    case 'UNQUOTED VALUE':
      return 'Text follows the quote that closes a field, or a quote is never closed.';
    case 'INVALID ENCODING':
      return 'The row is not valid UTF-8.';
    case 'CAST': {
      const [, text] = /Could not convert string "(.*)" to /su.exec(message) ?? [];
      const type = types[place - 1];
      if (text !== undefined && column !== null && type !== undefined) return unfitRow(text, column, type);
    }
  }
  return message.slice(0, 300);
}

const fieldCountSql = "TRY_CAST(regexp_extract(error_message, 'Found: (\\d+)', 1) AS DOUBLE)";

/**
 * The rows that DuckDB left out, by line of the file, of which `cutLines` were cut off before. A row with several errors is listed once, with the
 * first.
 */
export async function readRejectedRows(
  database: Database,
  utf8: Blob,
  types: readonly CsvType[],
  cutLines: number,
): Promise<{ badRows: BadRow[]; badRowCount: number }> {
  const count = firstResultRow(
    await database.query('SELECT CAST(count(DISTINCT line) AS INTEGER) AS bad FROM reject_errors'),
  ).bad;
  const rows = await database.query(
    `WITH errors AS (SELECT min(line_byte_position) OVER (PARTITION BY line) AS start, column_idx AS place, column_name AS name, CAST(error_type AS VARCHAR) AS kind, error_message AS message, min(${fieldCountSql}) OVER of_kind AS fewest, max(${fieldCountSql}) OVER of_kind AS most, row_number() OVER (PARTITION BY line ORDER BY column_idx) AS number FROM reject_errors WINDOW of_kind AS (PARTITION BY line, error_type)) SELECT CAST(start AS DOUBLE) AS start, CAST(place AS INTEGER) AS place, name, kind, message, fewest, most FROM errors WHERE number = 1 ORDER BY start LIMIT ${listedBadRows}`,
  );
  const found = Array.from({ length: rows.numRows }, (_, row) => {
    const of = (name: string) => rows.getChild(name)?.get(row);
    const error: RowError = {
      kind: String(of('kind')),
      message: String(of('message')),
      place: Number(of('place')),
      column: of('name') === null ? null : String(of('name')),
      fewestFields: Number(of('fewest')),
      mostFields: Number(of('most')),
    };
    return { start: Number(of('start')), message: messageOf(error, types) };
  });
  // DuckDB counts bytes from 1.
  const lines = await lineNumbersOfRows(
    utf8,
    found.map(({ start }) => start - 1),
  );
  return {
    badRowCount: Number(count ?? 0),
    badRows: found.map(({ message }, row) => ({ line: cutLines + (lines[row] ?? 0), message })),
  };
}
