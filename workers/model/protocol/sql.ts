/** A table for the query worker, column by column. */
export interface SqlTable {
  readonly name: string;
  readonly columns: readonly SqlColumn[];
}

export interface SqlColumn {
  readonly name: string;
  /** `integer`: whole numbers, which DuckDB writes without a decimal point. */
  readonly type: 'text' | 'number' | 'integer';
  /** One for each row. */
  readonly values: readonly (string | number | null)[];
}

/** The rows of a query, each value as DuckDB writes it; null for a missing one. */
export interface SqlResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** True if the query has more rows than are returned. */
  readonly isCut: boolean;
}

/** The most rows of a result. */
export const mostSqlRows = 10_000;

/** The calls from the page to the worker that answers queries. It is ended to stop one. */
export interface SqlCalls {
  /** Makes the tables. `data`: the opened data as an Arrow IPC stream, which becomes the table `data`; null without. */
  open: { in: { tables: readonly SqlTable[]; data: Blob | null }; out: null; progress: never };
  query: { in: { sql: string }; out: SqlResult; progress: never };
}
