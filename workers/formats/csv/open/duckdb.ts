import { AsyncDuckDB, DuckDBDataProtocol, VoidLogger } from '@duckdb/duckdb-wasm';
import { duckdbModuleUrl } from '../../../libraries/duckdb/packed-module';
import { sqlIdentifier } from '../../../model/sql';
import { parseArrowTable } from '../../arrow/open/arrow';
import type { Database } from './database';

/** A DuckDB instance in its own worker, which can serve several files. */
interface Engine {
  readonly database: AsyncDuckDB;
  readonly connection: number;
  /** Returns the call's result, or rejects if the worker fails. AsyncDuckDB itself would leave its pending calls unsettled. */
  orFail<T>(call: Promise<T>): Promise<T>;
}

/**
 * An idle instance for the next file, since compiling 34 MB takes a second. It is not kept after a large file, since WASM memory does not
 * shrink.
 */
let idle: Promise<Engine> | null = null;
const reusedUpToBytes = 32 * 1_048_576;

/** Starts an instance in a nested worker. It may not download extensions. */
export async function startDuckdb(): Promise<Engine> {
  const worker = new Worker(new URL('../../../libraries/duckdb/duckdb.worker.ts', import.meta.url), {
    type: 'module',
    name: 'formatlab-duckdb',
  });
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
    await orFail(database.instantiate(duckdbModuleUrl));
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
 * Opens DuckDB in a nested worker, with `file` registered as `name`. It reads the Blob in pieces on demand. It may not download extensions:
 * only two bundled files are ever loaded. `close` drops `tables`.
 */
export async function openDatabase(file: Blob, name: string, tables: readonly string[] = []): Promise<Database> {
  const starting = idle ?? startDuckdb();
  idle = null;
  const engine = await starting;
  const { database, connection, orFail } = engine;
  const run = (sql: string) => orFail(database.runQuery(connection, sql));
  const close = async () => {
    if (file.size > reusedUpToBytes || idle !== null) return void (await database.terminate());
    try {
      for (const table of tables) await run(`DROP TABLE IF EXISTS ${sqlIdentifier(table)}`);
      await orFail(database.dropFile(name));
      idle = Promise.resolve(engine);
    } catch {
      await database.terminate();
    }
  };
  const register = (content: Blob) =>
    orFail(database.registerFileHandle(name, content, DuckDBDataProtocol.BROWSER_FILEREADER, true));
  try {
    await register(file);
  } catch (thrown) {
    await close();
    throw thrown;
  }
  const replaceFile = async (content: Blob) => {
    await orFail(database.dropFile(name));
    await register(content);
  };
  return { query: async (sql) => parseArrowTable(await run(sql)), replaceFile, close };
}
