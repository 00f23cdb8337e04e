import { useSyncExternalStore } from 'react';
import type { ErrorRecord } from '../../workers/model/errors';

/** What a notice says, and what can be done about it. */
interface Told extends ErrorRecord {
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

/**
 * A notice about the whole page, such as a storage error or results that could not be opened. It stays until the user
 * dismisses it.
 */
export function createPageNotice() {
  let error: Told | null = null;
  const listeners = new Set<() => void>();
  const set = (next: Told | null) => {
    error = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => error,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    say: (next: Told) => set(next),
    dismiss: () => set(null),
  };
}

export type PageNotice = ReturnType<typeof createPageNotice>;

export const usePageNotice = (notice: PageNotice) => useSyncExternalStore(notice.subscribe, notice.get);
