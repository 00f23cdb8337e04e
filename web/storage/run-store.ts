import { browserLocks } from './browser-locks';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import * as v from 'valibot';
import { FormatlabError, toErrorRecord } from '../../workers/model/errors';
import { type CellResult, type RunResult, runResultSchema } from '../../workers/model/result';
import { planLimits } from '../../workers/model/plan';
import { parseWithSchema } from '../../workers/model/parse';
import { parseRunResult } from '../links/parse-result';

/**
 * Runs stored in this browser. Each cell is stored when it finishes, since the system may terminate the tab. Stored
 * runs are parsed; a damaged run is deleted and reported. Only the newest runs are kept.
 */
export interface RunStore {
  /** Stores a run without its cells. */
  readonly begin: (result: RunResult) => Promise<void>;
  readonly saveCell: (startedAt: string, cell: CellResult) => Promise<void>;
  /** Stores the final state of the run. If that fails, nothing of the run stays: half of it would later be taken for unfinished. */
  readonly finish: (result: RunResult) => Promise<void>;
  /**
   * The newest finished run, or null. Throws a FormatlabError with the tag `storageFailed` after deleting a damaged
   * run.
   */
  readonly latest: () => Promise<RunResult | null>;
  /** All finished runs, newest first. Throws like `latest`. */
  readonly finished: () => Promise<readonly RunResult[]>;
  /**
   * The runs that are unfinished because their page was closed or crashed, newest first. A run that a page is still running is none of them. Throws
   * like `latest`.
   */
  readonly unfinished: () => Promise<readonly RunResult[]>;
  /** Marks an unfinished run as ended. */
  readonly end: (startedAt: string) => Promise<void>;
  readonly discard: (startedAt: string) => Promise<void>;
  readonly clear: () => Promise<void>;
}

export const maxStoredRuns = 5;
const databaseName = 'formatlab';

/** Cells are stored separately, so that saving one does not rewrite the whole run. */
const storedRunSchema = v.strictObject({
  ...v.omit(runResultSchema, ['cells']).entries,
  /** Present until the run ends, since a crashed page can't mark its run as unfinished. */
  underWay: v.exactOptional(v.literal(true)),
});
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

/** The name of the lock that the page holds while it runs the run. */
const lockOf = (startedAt: string) => `formatlab run ${startedAt}`;

const cellsOf = (startedAt: string) => IDBKeyRange.bound([startedAt], [startedAt, []]);

function withoutCells({ cells: _cells, ...run }: RunResult): StoredRun {
  return run;
}

/** The names of all locks that pages of this site hold. Without locks, other pages can't detect a run in progress. */
async function heldLocks(): Promise<ReadonlySet<string | undefined>> {
  const { held = [] } = (await browserLocks()?.query()) ?? {};
  return new Set(held.map(({ name }) => name));
}

export function createRunStore(): RunStore {
  let database: Promise<IDBPDatabase<Schema>> | null = null;
  /** The last write. Writes run in sequence, so that an older state of a cell never overwrites a newer one. */
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

  const releases = new Map<string, () => void>();
  const hold = (startedAt: string) => {
    if (releases.has(startedAt)) return;
    const ended = new Promise<void>((resolve) => releases.set(startedAt, resolve));
    void browserLocks()?.request(lockOf(startedAt), () => ended);
  };
  const release = (startedAt: string) => {
    releases.get(startedAt)?.();
    releases.delete(startedAt);
  };

  /** Throws a FormatlabError with the tag `storageFailed` after deleting a damaged run. */
  const read = async (db: IDBPDatabase<Schema>, id: string): Promise<{ result: RunResult; underWay: boolean }> => {
    const [run, cells] = await Promise.all([
      db.get('runs', id),
      db.getAll('cells', cellsOf(id), planLimits.datasets * planLimits.candidates),
    ]);
    try {
      const { underWay = false, ...stored } = parseWithSchema(storedRunSchema, run, 'stored run');
      return { result: parseRunResult({ ...stored, cells }, 'stored run'), underWay };
    } catch (thrown) {
      await drop(db, id);
      const { message } = toErrorRecord(thrown, { tag: 'storageFailed', stage: 'parse' });
      throw new FormatlabError(
        {
          tag: 'storageFailed',
          stage: 'parse',
          message: `The run stored in this browser was damaged and has been deleted. ${message}`,
        },
        { cause: thrown },
      );
    }
  };
  const newestFirst = async () => {
    await last;
    try {
      const db = await opened();
      return { db, ids: (await db.getAllKeys('runs')).sort().reverse() };
    } catch (thrown) {
      throw failed('This browser’s storage can’t be read', thrown);
    }
  };

  const drop = async (db: IDBPDatabase<Schema>, startedAt: string) => {
    await db.delete('runs', startedAt);
    await db.delete('cells', cellsOf(startedAt));
  };

  return {
    begin: (result) => {
      hold(result.startedAt);
      return write('The run could not be kept in this browser', async (db) => {
        await db.put('runs', { ...withoutCells(result), underWay: true }, result.startedAt);
        const ids = await db.getAllKeys('runs');
        for (const id of ids.sort().slice(0, -maxStoredRuns)) await drop(db, id);
      });
    },
    saveCell: (startedAt, cell) =>
      write('A finished cell could not be kept in this browser', async (db) => {
        // The cells of a run that could not be kept would stay for good.
        if ((await db.getKey('runs', startedAt)) === undefined) return;
        await db.put('cells', cell, [startedAt, cell.dataset, cell.candidate]);
      }),
    finish: (result) =>
      write('The finished run could not be kept in this browser', async (db) => {
        const { startedAt } = result;
        try {
          for (const cell of result.cells) await db.put('cells', cell, [startedAt, cell.dataset, cell.candidate]);
          await db.put('runs', withoutCells(result), startedAt);
        } catch (thrown) {
          await drop(db, startedAt);
          throw thrown;
        } finally {
          release(startedAt);
        }
      }),
    latest: async () => {
      const { db, ids } = await newestFirst();
      for (const id of ids) {
        const { result, underWay } = await read(db, id);
        if (!underWay) return result;
      }
      return null;
    },
    finished: async () => {
      const { db, ids } = await newestFirst();
      const runs: RunResult[] = [];
      for (const id of ids) {
        const { result, underWay } = await read(db, id);
        if (!underWay) runs.push(result);
      }
      return runs;
    },
    unfinished: async () => {
      const { db, ids } = await newestFirst();
      const held = await heldLocks();
      const runs: RunResult[] = [];
      for (const id of ids) {
        if (held.has(lockOf(id))) continue;
        const { result, underWay } = await read(db, id);
        if (underWay) runs.push(result);
      }
      return runs;
    },
    end: (startedAt) =>
      write('The unfinished run could not be kept in this browser', async (db) => {
        const { result } = await read(db, startedAt);
        await db.put('runs', withoutCells(result), startedAt);
      }),
    discard: (startedAt) =>
      write('The unfinished run could not be discarded', async (db) => {
        await drop(db, startedAt);
      }),
    clear: () =>
      write('The stored runs could not be deleted', async (db) => {
        await db.clear('cells');
        await db.clear('runs');
      }),
  };
}
