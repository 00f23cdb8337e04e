import { type Database, firstResultRow } from './duckdb';

/**
 * The most aggregates of one query. DuckDB keeps memory for each regular expression until the query ends: those of a table of 300 columns
 * together would take more than it has.
 */
const aggregatesPerQuery = 100;

/** Computes aggregates over `rows`, each of the form `expression AS name`, in as few queries as memory allows. Returns their values by name. */
export async function aggregatesOf(
  database: Database,
  rows: string,
  aggregates: readonly string[],
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (let from = 0; from < aggregates.length; from += aggregatesPerQuery) {
    const some = aggregates.slice(from, from + aggregatesPerQuery).join(', ');
    Object.assign(values, firstResultRow(await database.query(`SELECT ${some} FROM ${rows}`)));
  }
  return values;
}
