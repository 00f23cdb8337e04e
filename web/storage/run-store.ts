import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import * as v from 'valibot';
import { FormatlabError, toErrorRecord } from '../../workers/model/errors';
import { type CellResult, cellResultSchema, type RunResult, runResultSchema } from '../../workers/model/result';
import { parse } from '../../workers/model/parse';

/**
 * Runs of this browser, kept cell by cell as they finish, since the system may end the tab. What is read is parsed; a run that
 * does not parse is dropped and that is said. Only the newest runs are kept.
 */
export interface RunStore {
  /** Opens a run: everything but its cells. */
  readonly begin: (result: RunResult) => Promise<void>;
  readonly saveCell: (startedAt: string, cell: CellResult) => Promise<void>;
  /** The run as it ended. */
  readonly finish: (result: RunResult) => Promise<void>;
  /** The newest run, or null; throws `storageFailed` where it was damaged, after it was dropped. */
  readonly latest: () => Promise<RunResult | null>;
  readonly clear: () => Promise<void>;
}

export const keptRuns = 5;
const databaseName = 'formatlab';

/** Cells are kept on their own, so that saving one does not write the whole run again. */
const storedRunSchema = v.omit(runResultSchema, ['cells']);
type StoredRun = v.InferOutput<typeof storedRunSchema>;

interface Schema extends DBSchema {
  runs: { key: string; value: unknown };
  cells: { key: [string, number, number]; value: unknown };
}

async function open(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(databaseName, 1, {
    upgrade(database) {
      database.createObjectStore('runs');
      database.createObjectStore('cells');
    },
  });
}

function failed(what: string, thrown: unknown): FormatlabError {
  const { message } = toErrorRecord(thrown, { tag: 'storageFailed', stage: 'store' });
  return new FormatlabError(
    {
      tag: 'storageFailed',
      stage: 'store',
      message: `${what}: ${message}`,
      remedy: 'Download the results to keep them.',
    },
    { cause: thrown },
  );
}

const cellsOf = (startedAt: string) => IDBKeyRange.bound([startedAt], [startedAt, []]);

function withoutCells({ cells: _cells, ...run }: RunResult): StoredRun {
  return run;
}

export function createRunStore(): RunStore {
  let database: Promise<IDBPDatabase<Schema>> | null = null;
  /** Writes go one after the other, so that an older state of a cell never lands over a newer one. */
  let last: Promise<unknown> = Promise.resolve();

  const opened = () => {
    database ??= open().catch((thrown) => {
      database = null;
      throw thrown;
    });
    return database;
  };
  const write = (what: string, work: (database: IDBPDatabase<Schema>) => Promise<unknown>): Promise<void> => {
    const next = last.then(async () => {
      try {
        await work(await opened());
      } catch (thrown) {
        throw failed(what, thrown);
      }
    });
    last = next.catch(() => undefined);
    return next;
  };

  const drop = async (db: IDBPDatabase<Schema>, startedAt: string) => {
    await db.delete('runs', startedAt);
    await db.delete('cells', cellsOf(startedAt));
  };

  return {
    begin: (result) =>
      write('The run could not be kept in this browser', async (db) => {
        await db.put('runs', withoutCells(result), result.startedAt);
        const ids = await db.getAllKeys('runs');
        for (const id of ids.sort().slice(0, -keptRuns)) await drop(db, id);
      }),
    saveCell: (startedAt, cell) =>
      write('A finished cell could not be kept in this browser', (db) =>
        db.put('cells', cell, [startedAt, cell.dataset, cell.candidate]),
      ),
    finish: (result) =>
      write('The finished run could not be kept in this browser', async (db) => {
        await db.put('runs', withoutCells(result), result.startedAt);
        for (const cell of result.cells) await db.put('cells', cell, [result.startedAt, cell.dataset, cell.candidate]);
      }),
    latest: async () => {
      await last;
      let db: IDBPDatabase<Schema>;
      try {
        db = await opened();
      } catch (thrown) {
        throw failed('This browser’s storage can’t be read', thrown);
      }
      const id = (await db.getAllKeys('runs')).sort().at(-1);
      if (id === undefined) return null;
      const [run, cells] = await Promise.all([db.get('runs', id), db.getAll('cells', cellsOf(id))]);
      try {
        const stored = parse(storedRunSchema, run, 'stored run');
        return { ...stored, cells: cells.map((cell) => parse(cellResultSchema, cell, 'stored cell')) };
      } catch (thrown) {
        await drop(db, id);
        const { message } = toErrorRecord(thrown, { tag: 'storageFailed', stage: 'parse' });
        throw new FormatlabError(
          {
            tag: 'storageFailed',
            stage: 'parse',
            message: `The run kept in this browser was damaged and was dropped. ${message}`,
          },
          { cause: thrown },
        );
      }
    },
    clear: () =>
      write('The kept runs could not be cleared', async (db) => {
        await db.clear('cells');
        await db.clear('runs');
      }),
  };
}
