import { type ErrorRecord, toErrorRecord } from '../../workers/model/errors';
import type { RunResult } from '../../workers/model/result';
import type { RunStore } from '../storage/run-store';

/**
 * Runs whose page was closed or crashed before their end. Their results are offered to the user but not shown
 * automatically, since drawing them may have caused the crash.
 */
export interface UnfinishedRunStore {
  /** The unfinished runs that the user has neither kept nor discarded, newest first. */
  readonly get: () => readonly RunResult[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly look: () => Promise<void>;
  /** Keeps a run as an aborted one, and no longer offers it. */
  readonly keep: (run: RunResult) => void;
  readonly discard: (run: RunResult) => void;
  /** Clears the offers after the stored runs were deleted. */
  readonly forget: () => void;
}

export function createUnfinishedRunStore(
  store: Pick<RunStore, 'unfinished' | 'end' | 'discard'>,
  onStorageError: (error: ErrorRecord) => void,
): UnfinishedRunStore {
  let offered: readonly RunResult[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly RunResult[]) => {
    offered = next;
    for (const listener of listeners) listener();
  };
  const fail = (thrown: unknown) => onStorageError(toErrorRecord(thrown, { tag: 'storageFailed', stage: 'store' }));
  const decide = (run: RunResult, write: (startedAt: string) => Promise<void>) => {
    write(run.startedAt).catch(fail);
    set(offered.filter(({ startedAt }) => startedAt !== run.startedAt));
  };
  return {
    get: () => offered,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look: () => store.unfinished().then(set, fail),
    keep: (run) => decide(run, store.end),
    discard: (run) => decide(run, store.discard),
    forget: () => set([]),
  };
}
