import type { Database } from './database';
import type { SniffedDialect } from './dialect';
import { selectRaw } from './rows';

export const textTableName = 'own_lines';

/** The texts of a larger file could take more memory than DuckDB has: 16 bytes for each value, and those of longer texts. */
const largestFileBytes = 64 * 1_048_576;

/**
 * Makes a table of the rows as texts, and returns the dialect that reads from it. Many counts are taken of these texts, and each would parse the
 * file again. If `previous` reads the same rows, its table is kept.
 */
export async function withTextTable(
  database: Database,
  sniffed: SniffedDialect,
  fileBytes: number,
  previous: SniffedDialect | null,
): Promise<SniffedDialect> {
  if (fileBytes > largestFileBytes) return sniffed;
  const inFile = (dialect: SniffedDialect) =>
    selectRaw({
      ...dialect,
      decimalMark: 'point',
      thousands: 'none',
      dateFormat: null,
      timestampFormat: null,
      textTable: null,
    });
  const rows = inFile(sniffed);
  if (previous?.textTable !== textTableName || inFile(previous) !== rows)
    await database.query(`CREATE OR REPLACE TABLE ${textTableName} AS SELECT * FROM ${rows}`);
  return { ...sniffed, textTable: textTableName };
}
