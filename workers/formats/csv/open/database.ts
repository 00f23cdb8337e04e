import type { Table as ArrowTable } from 'apache-arrow';

/** A DuckDB database with one file. */
export interface Database {
  /** The result as a table of our own apache-arrow. DuckDB brings another major version, whose objects are not used. */
  query(sql: string): Promise<ArrowTable>;
  /** Lets another file stand in the place of the one that was given. */
  replaceFile(file: Blob): Promise<void>;
  close(): Promise<void>;
}

/** The first row of a result as JSON values. */
export function firstResultRow(table: ArrowTable): Record<string, unknown> {
  const row: unknown = table.get(0)?.toJSON();
  return row instanceof Object ? Object.fromEntries(Object.entries(row)) : {};
}
