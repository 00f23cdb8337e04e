import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import * as v from 'valibot';
import { FormatlabError, toErrorRecord } from '../../workers/model/errors';
import { parseWithSchema } from '../../workers/model/parse';
import { type Quantity, quantitySchema } from '../../workers/model/quantity';
import { type RunResult, runResultSchema } from '../../workers/model/result';

interface KeptRun {
  readonly workload: string;
  readonly quantity: Quantity;
  readonly result: RunResult;
}

/**
 * The results of the last test of each source, stored until the source is tested again or the tests are cleared. Stored
 * results are parsed; damaged ones are deleted and reported.
 */
export interface SourceTestStore {
  readonly save: (source: string, runs: readonly KeptRun[]) => Promise<void>;
  /** Returns the runs of the last test of a source. Null if the source was never tested in this browser. */
  readonly load: (source: string) => Promise<readonly KeptRun[] | null>;
  readonly clear: () => Promise<void>;
}

interface Schema extends DBSchema {
  tests: { key: string; value: unknown };
}

const runsSchema = v.pipe(
  v.array(
    v.strictObject({
      workload: v.pipe(v.string(), v.maxLength(80)),
      quantity: v.exactOptional(quantitySchema),
      result: runResultSchema,
    }),
  ),
  v.maxLength(16),
);

export function createSourceTestStore(): SourceTestStore {
  let database: Promise<IDBPDatabase<Schema>> | null = null;
  const opened = () => {
    database ??= openDB<Schema>('formatlab-source-tests', 1, {
      upgrade: (db) => void db.createObjectStore('tests'),
    }).catch((thrown: unknown) => {
      database = null;
      throw thrown;
    });
    return database;
  };
  const failed = (what: string, thrown: unknown) =>
    new FormatlabError(
      {
        tag: 'storageFailed',
        stage: 'store',
        message: `${what}: ${toErrorRecord(thrown, { tag: 'storageFailed', stage: 'store' }).message}`,
      },
      { cause: thrown },
    );
  return {
    save: async (source, runs) => {
      try {
        await (await opened()).put('tests', runs, source);
      } catch (thrown) {
        throw failed('The test of the source could not be kept in this browser', thrown);
      }
    },
    load: async (source) => {
      let stored: unknown;
      try {
        stored = await (await opened()).get('tests', source);
      } catch (thrown) {
        throw failed('This browser’s storage can’t be read', thrown);
      }
      if (stored === undefined) return null;
      try {
        // Earlier versions had one run for both sizes and times.
        return parseWithSchema(runsSchema, stored, 'stored test').flatMap(({ workload, quantity, result }) =>
          (quantity === undefined ? (['size', 'time'] as const) : [quantity]).map((each) => ({
            workload,
            quantity: each,
            result,
          })),
        );
      } catch (thrown) {
        await (await opened()).delete('tests', source);
        throw failed(
          `The test of source ${source} that was stored in this browser was damaged and has been deleted`,
          thrown,
        );
      }
    },
    clear: async () => {
      try {
        await (await opened()).clear('tests');
      } catch (thrown) {
        throw failed('The kept tests could not be cleared', thrown);
      }
    },
  };
}
