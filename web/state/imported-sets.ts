import { type ErrorRecord, toErrorRecord } from '../../workers/model/errors';
import type { ImportedSet } from '../../workers/model/imported-set';
import type { ImportedStore } from '../storage/imported-store';

/** The imported sets of this browser: read from storage once somebody asks for them, and shown as they are chosen even where they can't be kept. */
export interface ImportedSets {
  readonly get: () => readonly ImportedSet[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Adds a set, or replaces the one of the same id. */
  readonly put: (set: ImportedSet) => void;
  readonly remove: (id: string) => void;
}

export function createImportedSets(store: ImportedStore, onStorageError: (error: ErrorRecord) => void): ImportedSets {
  let sets: readonly ImportedSet[] = [];
  let asked = false;
  const listeners = new Set<() => void>();
  /** What was put or removed before storage answered is newer than what is in it. */
  const touched = new Set<string>();
  const set = (next: readonly ImportedSet[]) => {
    sets = next;
    for (const listener of listeners) listener();
  };
  const fail = (thrown: unknown) => onStorageError(toErrorRecord(thrown, { tag: 'storageFailed', stage: 'store' }));
  const load = () => {
    if (asked) return;
    asked = true;
    store.all().then((kept) => {
      set([...kept.sets.filter(({ id }) => !touched.has(id)), ...sets]);
      if (kept.dropped > 0)
        fail(
          new Error(
            `${kept.dropped} imported set${kept.dropped === 1 ? '' : 's'} kept in this browser ${kept.dropped === 1 ? 'was' : 'were'} damaged and dropped.`,
          ),
        );
    }, fail);
  };
  return {
    get: () => sets,
    subscribe: (listener) => {
      listeners.add(listener);
      load();
      return () => listeners.delete(listener);
    },
    put: (next) => {
      touched.add(next.id);
      set(
        sets.some(({ id }) => id === next.id)
          ? sets.map((each) => (each.id === next.id ? next : each))
          : [...sets, next],
      );
      store.put(next).catch(fail);
    },
    remove: (id) => {
      touched.add(id);
      set(sets.filter((each) => each.id !== id));
      store.remove(id).catch(fail);
    },
  };
}
