import { AsyncDuckDB, DuckDBDataProtocol, VoidLogger } from '@duckdb/duckdb-wasm';
import workerUrl from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url';
import wasmUrl from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
import type { Table as ArrowTable } from 'apache-arrow';
import { tableOf } from './arrow';

export interface Database {
  /** The result, read by our own apache-arrow: DuckDB brings another major version, whose objects are never touched. */
  query(sql: string): Promise<ArrowTable>;
  close(): Promise<void>;
}

/** A text as an SQL literal. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
/** A name as an SQL identifier. */
export const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

const absolute = (url: string) => new URL(url, self.location.href).href;

/**
 * A DuckDB of its own, in a nested worker, in which `file` is called `name`; it reads the Blob in pieces as it needs them. It may fetch no extensions: nothing
 * but these two bundled files is ever asked for.
 */
export async function openDatabase(file: Blob, name: string): Promise<Database> {
  const worker = new Worker(absolute(workerUrl));
  // AsyncDuckDB forgets its pending calls when its worker fails: they would wait for ever.
  let fail: (reason: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => undefined);
  worker.addEventListener('error', (event) => fail(new Error(`DuckDB’s worker failed: ${event.message || 'no message'}`)));
  worker.addEventListener('messageerror', () => fail(new Error('DuckDB’s worker sent something unreadable.')));
  const database = new AsyncDuckDB(new VoidLogger(), worker);
  const orFail = <T>(call: Promise<T>) => Promise.race([call, failed]);
  try {
    await orFail(database.instantiate(absolute(wasmUrl)));
    await orFail(database.open({ path: ':memory:', allowUnsignedExtensions: false }));
    await orFail(database.registerFileHandle(name, file, DuckDBDataProtocol.BROWSER_FILEREADER, true));
    const connection = await orFail(database.connectInternal());
    const query = async (sql: string) => tableOf(await orFail(database.runQuery(connection, sql)));
    await query('SET autoinstall_known_extensions = false');
    await query('SET autoload_known_extensions = false');
    return { query, close: () => database.terminate() };
  } catch (thrown) {
    worker.terminate();
    throw thrown;
  }
}
