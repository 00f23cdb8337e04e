import { sqlIdentifier } from '../../../model/sql';
import sqlite3InitModule, { type Database, type PreparedStatement, type Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { unreadableFileError } from '../../../own-file/refusal';
import { decodeText } from '../../../own-file/short-text';
import type { Cell } from '../../../own-file/cells/cell-kinds';

/** The SQLite library, which keeps nothing from file to file. Null until it is first needed. */
let library: Promise<Sqlite3Static> | null = null;

/** A failed attempt is not kept. */
const load = () => {
  library ??= sqlite3InitModule();
  library.catch(() => {
    library = null;
  });
  return library;
};

/** The value types of sqlite3.h. */
const valueTypes = { integer: 1, real: 2, text: 3, blob: 4, nothing: 5 } as const;

/** The functions of the module that are used without their wrappers, which would take texts apart at their first NUL and repair what is not UTF-8. */
interface Exports {
  sqlite3_column_type(statement: number, column: number): number;
  sqlite3_column_int64(statement: number, column: number): bigint;
  sqlite3_column_double(statement: number, column: number): number;
  sqlite3_column_blob(statement: number, column: number): number;
  sqlite3_column_text(statement: number, column: number): number;
  sqlite3_column_bytes(statement: number, column: number): number;
}

const filePath = '/own-file.sqlite';
const noBytes = new Uint8Array(0);

const freeMemory = ({ capi }: Sqlite3Static) => capi.sqlite3_js_posix_create_file(filePath, noBytes, 0);

/** A database in memory, which cannot change the file. */
export class SqliteFile {
  readonly #sqlite: Sqlite3Static;
  readonly #database: Database;
  readonly #exports: Exports;

  private constructor(sqlite: Sqlite3Static, database: Database) {
    this.#sqlite = sqlite;
    this.#database = database;
    this.#exports = sqlite.wasm.exports as Exports;
  }

  /**
   * Opens the file. Functions and virtual tables with side effects are forbidden to what the file's own schema calls.
   * @throws FormatlabError if it is no database, or is encrypted or damaged
   */
  static async open(bytes: Uint8Array): Promise<SqliteFile> {
    const sqlite = await load();
    // A file of the library's own file system in memory. Unlike sqlite3_deserialize, it takes no second copy in the memory of the module.
    sqlite.capi.sqlite3_js_posix_create_file(filePath, bytes, bytes.length);
    let database: Database;
    try {
      database = new sqlite.oo1.DB(filePath, 'r');
    } catch (thrown) {
      freeMemory(sqlite);
      throw thrown;
    }
    const file = new SqliteFile(sqlite, database);
    try {
      database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON');
      return file;
    } catch (thrown) {
      file.close();
      throw thrown;
    }
  }

  /** The rows of a query. The array of a row is used again for the next. */
  *rows(sql: string): Generator<readonly Cell[]> {
    const statement = this.#database.prepare(sql);
    try {
      const columns = statement.columnCount;
      const row = new Array<Cell>(columns).fill(null);
      while (statement.step()) {
        for (let column = 0; column < columns; column += 1) row[column] = this.#cell(statement, column);
        yield row;
      }
    } finally {
      statement.finalize();
    }
  }

  columnNames(sql: string): string[] {
    const statement = this.#database.prepare(sql);
    try {
      return statement.getColumnNames([]);
    } finally {
      statement.finalize();
    }
  }

  #cell(statement: PreparedStatement, column: number): Cell {
    const exports = this.#exports;
    const at = Number(statement.pointer);
    switch (exports.sqlite3_column_type(at, column)) {
      case valueTypes.integer:
        return exports.sqlite3_column_int64(at, column);
      case valueTypes.real:
        return exports.sqlite3_column_double(at, column);
      case valueTypes.text: {
        const bytes = this.#bytes(exports.sqlite3_column_text(at, column), exports.sqlite3_column_bytes(at, column));
        try {
          return decodeText(bytes, decoder);
        } catch {
          // It is declared as text, but is not UTF-8: the bytes are kept.
          return bytes.slice();
        }
      }
      case valueTypes.blob:
        return this.#bytes(exports.sqlite3_column_blob(at, column), exports.sqlite3_column_bytes(at, column)).slice();
      default:
        return null;
    }
  }

  #bytes(at: number, sizeBytes: number): Uint8Array {
    return sizeBytes === 0 ? noBytes : this.#sqlite.wasm.heap8u().subarray(at, at + sizeBytes);
  }

  /** Checks the structure of a table. @throws FormatlabError if it is damaged */
  check(table: string): void {
    for (const [message] of this.rows(`PRAGMA quick_check(${sqlIdentifier(table)})`))
      if (message !== 'ok')
        throw unreadableFileError(
          `The database is damaged: ${String(message).replaceAll('\n', ' ').slice(0, 300)}.`,
          'Recover it with sqlite3 and its command .recover.',
          { format: 'sqlite' },
        );
  }

  close(): void {
    this.#database.close();
    freeMemory(this.#sqlite);
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
