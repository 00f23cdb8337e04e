import { type ErrorRecord, toErrorRecord } from '../../workers/model/errors';
import type { ImportedSet } from '../../workers/model/imported-set';
import type { ImportedStore } from '../storage/imported-store';

/**
 * The imported sets of this browser. They are read from storage on first use. A new set appears on the page once
 * storage has answered, so that a reload at that moment finds it again. It appears even if it can't be stored.
 */
export interface ImportedSets {
  readonly get: () => readonly ImportedSet[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Adds a set, or replaces the set with the same id. */
  readonly put: (set: ImportedSet) => void;
  readonly remove: (id: string) => void;
}

export function createImportedSets(store: ImportedStore, onStorageError: (error: ErrorRecord) => void): ImportedSets {
  let sets: readonly ImportedSet[] = [];
  let isRequested = false;
  const listeners = new Set<() => void>();
  /** Ids that were changed before storage answered. Their new values take precedence over the stored ones. */
  const touched = new Set<string>();
  const set = (next: readonly ImportedSet[]) => {
    sets = next;
    for (const listener of listeners) listener();
  };
  const fail = (thrown: unknown) => onStorageError(toErrorRecord(thrown, { tag: 'storageFailed', stage: 'store' }));
  const load = () => {
    if (isRequested) return;
    isRequested = true;
    store.all().then((stored) => {
      set([...stored.sets.filter(({ id }) => !touched.has(id)), ...sets]);
      if (stored.dropped > 0)
        fail(
          new Error(
            `${stored.dropped} imported set${stored.dropped === 1 ? '' : 's'} stored in this browser ${stored.dropped === 1 ? 'was' : 'were'} damaged and dropped.`,
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
      const replace = () => set(sets.map((each) => (each.id === next.id ? next : each)));
      const isNew = !sets.some(({ id }) => id === next.id);
      // A changed set is a field in use: waiting for storage would show the old choice again for a moment.
      if (!isNew) replace();
      const stored = store.put(next).catch(fail);
      if (isNew) void stored.then(() => (sets.some(({ id }) => id === next.id) ? replace() : set([...sets, next])));
    },
    remove: (id) => {
      touched.add(id);
      void store
        .remove(id)
        .catch(fail)
        .then(() => set(sets.filter((each) => each.id !== id)));
    },
  };
}
