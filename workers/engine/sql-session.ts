import { Float64, Int64, Table as ArrowTable, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow';
import { FormatlabError } from '../model/errors';
import { mostSqlRows, type SqlCalls, type SqlColumn, type SqlResult } from '../model/protocol/sql';
import { parseArrowTable, startDuckdb } from '../open-file/sql-database';
import { asTextQuery, duckdbMessage } from './sql-query';

export interface SqlSession {
  /** @throws `malformedInput` with DuckDB's message if the query can't be answered */
  readonly query: (sql: string) => Promise<SqlResult>;
}

/** Starts DuckDB with these tables. They enter it as Arrow IPC streams, and it reads nothing else: no file, no address, no extension. */
export async function openSqlSession({ tables, data }: SqlCalls['open']['in']): Promise<SqlSession> {
  const { database, connection, orFail } = await startDuckdb();
  const insert = async (name: string, stream: Uint8Array) => {
    // DuckDB’s own Arrow is another major version, whose objects are not used.
    await orFail(database.insertArrowFromIPCStream(connection, stream, { name, create: true }));
  };
  for (const { name, columns } of tables) await insert(name, arrowStream(columns));
  if (data !== null) await insert('data', new Uint8Array(await data.arrayBuffer()));
  const run = (sql: string) => orFail(database.runQuery(connection, sql));
  await run('SET enable_external_access = false');
  await run('SET lock_configuration = true');
  return {
    async query(sql) {
      try {
        return resultOf(parseArrowTable(await run(asTextQuery(sql))));
      } catch (thrown) {
        throw new FormatlabError(
          { tag: 'malformedInput', stage: 'parse', message: duckdbMessage(thrown, sql) },
          { cause: thrown },
        );
      }
    },
  };
}

function arrowStream(columns: readonly SqlColumn[]): Uint8Array {
  return tableToIPC(
    new ArrowTable(Object.fromEntries(columns.map((column) => [column.name, vectorOf(column)]))),
    'stream',
  );
}

function vectorOf({ type, values }: SqlColumn) {
  if (type === 'text') return vectorFromArray(values, new Utf8());
  if (type === 'number') return vectorFromArray(values, new Float64());
  return vectorFromArray(
    values.map((value) => (value === null ? null : BigInt(value))),
    new Int64(),
  );
}

function resultOf(table: ReturnType<typeof parseArrowTable>): SqlResult {
  const columns = table.schema.fields.map(({ name }) => name);
  const vectors = columns.map((_, index) => table.getChildAt(index));
  const count = Math.min(table.numRows, mostSqlRows);
  const rows = Array.from({ length: count }, (_, row) =>
    vectors.map((vector): string | null => {
      const value: unknown = vector?.get(row);
      return value === null || value === undefined ? null : String(value);
    }),
  );
  return { columns, rows, isCut: table.numRows > mostSqlRows };
}
