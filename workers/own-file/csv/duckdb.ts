import { AsyncDuckDB, DuckDBDataProtocol, VoidLogger } from '@duckdb/duckdb-wasm';
import workerUrl from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url';
import wasmUrl from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
import type { Table as ArrowTable } from 'apache-arrow';
import { tableOf } from '../arrow';

export interface Database {
  /** The result, read by our own apache-arrow: DuckDB brings another major version, whose objects are never touched. */
  query(sql: string): Promise<ArrowTable>;
  close(): Promise<void>;
}

/** A text as an SQL literal. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
/** A name as an SQL identifier. */
export const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The first row of a result as JSON values. */
export function firstRow(table: ArrowTable): Record<string, unknown> {
  const row: unknown = table.get(0)?.toJSON();
  return row instanceof Object ? Object.fromEntries(Object.entries(row)) : {};
}

const absolute = (url: string) => new URL(url, self.location.href).href;

/** A DuckDB in a worker of its own, between files. */
interface Engine {
  readonly database: AsyncDuckDB;
  readonly connection: number;
  /** A call's result, or the failure of the worker: AsyncDuckDB forgets its pending calls when its worker fails, and they would wait for ever. */
  orFail<T>(call: Promise<T>): Promise<T>;
}

/** Kept for the next file, since compiling 34 MB takes a second; never after a large one, since WASM memory does not shrink. */
let idle: Engine | null = null;
const reusedUpToBytes = 32 * 1_048_576;

async function start(): Promise<Engine> {
  const worker = new Worker(absolute(workerUrl));
  let fail: (reason: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => undefined);
  worker.addEventListener('error', (event) =>
    fail(new Error(`DuckDB’s worker failed: ${event.message || 'no message'}`)),
  );
  worker.addEventListener('messageerror', () => fail(new Error('DuckDB’s worker sent something unreadable.')));
  const database = new AsyncDuckDB(new VoidLogger(), worker);
  const orFail = <T>(call: Promise<T>) => Promise.race([call, failed]);
  try {
    await orFail(database.instantiate(absolute(wasmUrl)));
    await orFail(database.open({ path: ':memory:', allowUnsignedExtensions: false }));
    const connection = await orFail(database.connectInternal());
    await orFail(database.runQuery(connection, 'SET autoinstall_known_extensions = false'));
    await orFail(database.runQuery(connection, 'SET autoload_known_extensions = false'));
    return { database, connection, orFail };
  } catch (thrown) {
    worker.terminate();
    throw thrown;
  }
}

/**
 * A DuckDB in a nested worker, in which `file` is called `name`; it reads the Blob in pieces as it needs them. It may fetch no extensions: nothing
 * but these two bundled files is ever asked for. `close` drops `tables`.
 */
export async function openDatabase(file: Blob, name: string, tables: readonly string[] = []): Promise<Database> {
  const engine = idle ?? (await start());
  idle = null;
  const { database, connection, orFail } = engine;
  const run = (sql: string) => orFail(database.runQuery(connection, sql));
  const close = async () => {
    if (file.size > reusedUpToBytes || idle !== null) return void (await database.terminate());
    try {
      for (const table of tables) await run(`DROP TABLE IF EXISTS ${identifier(table)}`);
      await orFail(database.dropFile(name));
      idle = engine;
    } catch {
      await database.terminate();
    }
  };
  try {
    await orFail(database.registerFileHandle(name, file, DuckDBDataProtocol.BROWSER_FILEREADER, true));
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return { query: async (sql) => tableOf(await run(sql)), close };
}
