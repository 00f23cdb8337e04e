import { type Connection, connect } from '../model/protocol/connect';
import type { SqlCalls } from '../model/protocol/sql';

/** Starts the worker that answers queries. The caller ends it. */
export const startSql = (): Connection<SqlCalls> =>
  connect<SqlCalls>(
    new Worker(new URL('../engine/sql.worker.ts', import.meta.url), { type: 'module', name: 'formatlab-sql' }),
    'query',
  );
