import { type Database, firstResultRow } from './database';

/**
 * The most aggregates of one query. DuckDB keeps memory for each regular expression until the query ends: those of a table of 300 columns
 * together would take more than it has.
 */
const aggregatesPerQuery = 100;

/** Gives a table expression that has the columns which these SQL expressions name. */
export type RowsFor = (expressions: readonly string[]) => string;

/**
 * Computes aggregates over `rows`, each of the form `expression AS name`, in as few queries as memory allows. Returns their values by name. `rows` is a
 * table expression, or gives one for each query.
 */
export async function aggregatesOf(
  database: Database,
  rows: string | RowsFor,
  aggregates: readonly string[],
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (let from = 0; from < aggregates.length; from += aggregatesPerQuery) {
    const some = aggregates.slice(from, from + aggregatesPerQuery);
    const table = typeof rows === 'string' ? rows : rows(some);
    Object.assign(values, firstResultRow(await database.query(`SELECT ${some.join(', ')} FROM ${table}`)));
  }
  return values;
}
