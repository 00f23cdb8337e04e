import { useSyncExternalStore } from 'react';
import type { ErrorRecord } from '../../workers/model/errors';

/** What could not be kept in, or read from, this browser's storage; said until it is dismissed. */
export function createStorageNotice() {
  let error: ErrorRecord | null = null;
  const listeners = new Set<() => void>();
  const set = (next: ErrorRecord | null) => {
    error = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => error,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    say: (next: ErrorRecord) => set(next),
    dismiss: () => set(null),
  };
}

export type StorageNotice = ReturnType<typeof createStorageNotice>;

export const useStorageNotice = (notice: StorageNotice) => useSyncExternalStore(notice.subscribe, notice.get);
