import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { FormatlabError, toErrorRecord } from '../../workers/model/errors';
import type { ImportedSet } from '../../workers/model/imported-set';

/**
 * Imported sets, stored in this browser until the user removes them. Stored sets are parsed, including those of earlier
 * versions. Damaged ones are deleted and reported.
 */
export interface ImportedStore {
  /** The oldest first. `dropped` is the number of damaged sets that were deleted. */
  readonly all: () => Promise<{ readonly sets: readonly ImportedSet[]; readonly dropped: number }>;
  /** Replaces the set with the same id. */
  readonly put: (set: ImportedSet) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
}

interface Schema extends DBSchema {
  sets: { key: string; value: unknown };
}

const maxStoredSets = 100;

export function createImportedStore(): ImportedStore {
  let database: Promise<IDBPDatabase<Schema>> | null = null;
  const opened = () => {
    database ??= openDB<Schema>('formatlab-imported', 1, { upgrade: (db) => void db.createObjectStore('sets') }).catch(
      (thrown: unknown) => {
        database = null;
        throw thrown;
      },
    );
    return database;
  };
  const attempt = async <T>(what: string, work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> => {
    try {
      return await work(await opened());
    } catch (thrown) {
      const { message } = toErrorRecord(thrown, { tag: 'storageFailed', stage: 'store' });
      throw new FormatlabError(
        {
          tag: 'storageFailed',
          stage: 'store',
          message: `${what}: ${message}`,
          remedy: 'Export the set as JSON to keep it.',
        },
        { cause: thrown },
      );
    }
  };
  return {
    all: () =>
      attempt('The imported sets kept in this browser can’t be read', async (db) => {
        const sets: ImportedSet[] = [];
        let dropped = 0;
        const ids = await db.getAllKeys('sets');
        if (ids.length === 0) return { sets, dropped };
        // Most users have no sets, and need no schema for them.
        const { readImportedSet } = await import('../../workers/model/imported-set-versions');
        for (const id of ids) {
          try {
            sets.push(readImportedSet(await db.get('sets', id), 'kept set'));
          } catch (thrown) {
            if (!(thrown instanceof FormatlabError)) throw thrown;
            dropped += 1;
            await db.delete('sets', id);
          }
        }
        return { sets: sets.toSorted((a, b) => a.importedAt.localeCompare(b.importedAt)), dropped };
      }),
    put: (set) =>
      attempt('The imported set could not be kept in this browser', async (db) => {
        const ids = await db.getAllKeys('sets');
        if (ids.length >= maxStoredSets && !ids.includes(set.id))
          throw new Error(`${maxStoredSets} sets are kept already. Remove one first`);
        await db.put('sets', set, set.id);
      }),
    remove: (id) => attempt('The imported set could not be removed', (db) => db.delete('sets', id)),
  };
}
