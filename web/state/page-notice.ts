import { useSyncExternalStore } from 'react';
import type { ErrorRecord } from '../../workers/model/errors';

/**
 * A notice about the whole page, such as a storage error or results that could not be opened. It stays until the user
 * dismisses it.
 */
export function createPageNotice() {
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

export type PageNotice = ReturnType<typeof createPageNotice>;

export const usePageNotice = (notice: PageNotice) => useSyncExternalStore(notice.subscribe, notice.get);
