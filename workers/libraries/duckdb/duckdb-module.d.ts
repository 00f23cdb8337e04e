/** Made by scripts/packed-duckdb.mjs. */
declare module 'virtual:duckdb-module' {
  /** The address of DuckDB's WASM module, packed by gzip. */
  export const url: string;
  /** Of the unpacked module, in hexadecimal. */
  export const sha256: string;
}
declare module '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js';
