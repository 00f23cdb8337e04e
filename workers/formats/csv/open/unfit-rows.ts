import { aggregatesOf } from './aggregates';
import { type ImportResult, listedBadRows } from '../../../own-file/imported';
import { plural } from '../../../model/plural';
import type { SniffedDialect } from './dialect';
import { sqlIdentifier } from '../../../model/sql';
import { type Database, firstResultRow } from './database';
import { fitsSql, isConverted, misreadSql, selectRows, textsNamedIn } from './rows';
import type { CsvType } from './types';

/**
 * The columns with texts that DuckDB would read as values which they are not, such as `0x1f` as an integer. Only types that the user chose can have
 * such texts.
 */
export async function misreadColumns(
  database: Database,
  sniffed: SniffedDialect,
  types: readonly CsvType[],
  instants: Pick<ReadonlySet<number>, 'has'>,
): Promise<ReadonlySet<number>> {
  const asked = sniffed.columns.flatMap(({ name }, index) => {
    const misread = instants.has(index) ? null : misreadSql(sniffed, name, types[index] ?? 'utf8');
    return misread === null ? [] : [{ index, misread }];
  });
  if (asked.length === 0) return new Set();
  const counts = asked.map(({ misread }, at) => `coalesce(bool_or(${misread}), false) AS m${at}`);
  const found = await aggregatesOf(database, textsNamedIn(sniffed), counts);
  return new Set(asked.filter((_, at) => found[`m${at}`] === true).map(({ index }) => index));
}

/** The rows that are left out since a column that is read as text and converted does not fit its type. DuckDB does not give their lines. */
export async function readUnfitRows(
  database: Database,
  sniffed: SniffedDialect,
  types: readonly CsvType[],
  misread: ReadonlySet<number>,
): Promise<Pick<ImportResult, 'badRows' | 'badRowCount'>> {
  const checked = sniffed.columns.flatMap(({ name }, index) => {
    const type = types[index] ?? 'utf8';
    return isConverted(sniffed, type, misread.has(index)) ? [{ index, name, type }] : [];
  });
  if (checked.length === 0) return { badRows: [], badRowCount: 0 };
  const texts = new Set(checked.map(({ index }) => index));
  const rows = selectRows(
    sniffed,
    types.map((type, index) => (texts.has(index) ? 'utf8' : type)),
    'unread',
  );
  const unfit = checked.map(({ name, type }) => `NOT ${fitsSql(sniffed, name, type)}`);
  const where = `FROM ${rows} WHERE ${unfit.join(' OR ')}`;
  const { bad } = firstResultRow(await database.query(`SELECT CAST(count(*) AS DOUBLE) AS bad ${where}`));
  const first = (sqlOf: (place: number) => string) =>
    `CASE ${unfit.map((condition, at) => `WHEN ${condition} THEN ${sqlOf(at)}`).join(' ')} END`;
  const text = first((at) => sqlIdentifier(checked[at]?.name ?? ''));
  const listed = await database.query(
    `SELECT CAST(${first(String)} AS INTEGER) AS place, left(${text}, 100) AS text, CAST(count(*) AS DOUBLE) AS rows ${where} GROUP BY ALL LIMIT ${listedBadRows}`,
  );
  return {
    badRowCount: Number(bad),
    badRows: Array.from({ length: listed.numRows }, (_, row) => {
      const { name = '', type = 'utf8' } = checked[Number(listed.getChild('place')?.get(row))] ?? {};
      const written = String(listed.getChild('text')?.get(row));
      return {
        line: null,
        message: unfitRows(written, name, type, Number(listed.getChild('rows')?.get(row))),
      };
    }),
  };
}

export const unfitRows = (written: string, name: string, type: CsvType, rows: number): string =>
  `“${written}” in column “${name}” is not a valid ${type}: ${plural(rows, 'row')}.`;
