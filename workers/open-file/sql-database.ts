/** What a query of SQL needs of the readers: DuckDB, and how it returns tables. */
export { parseArrowTable } from '../formats/arrow/open/arrow';
export { startDuckdb } from '../formats/csv/open/duckdb';
