import { type ErrorRecord, toErrorRecord } from '../../workers/model/errors';
import { efforts } from '../../workers/model/plan';
import type { CellResult, RunResult } from '../../workers/model/result';
import type { RunStore } from '../storage/run-store';

/**
 * A run whose page was closed or crashed before its end. Its results are offered to the user but not shown
 * automatically, since drawing them may have caused the crash.
 */
export interface UnfinishedRunStore {
  /** Returns the unfinished run. Null if no run is unfinished, or if the user has already kept or discarded it. */
  readonly get: () => RunResult | null;
  readonly subscribe: (listener: () => void) => () => void;
  readonly look: () => Promise<void>;
  /** Keeps the run as an aborted one, and no longer offers it. */
  readonly keep: () => void;
  readonly discard: () => void;
  /** Clears the offer after the stored runs were deleted. */
  readonly forget: () => void;
}

export function createUnfinishedRunStore(
  store: Pick<RunStore, 'unfinished' | 'end' | 'discard'>,
  onStorageError: (error: ErrorRecord) => void,
): UnfinishedRunStore {
  let offered: RunResult | null = null;
  const listeners = new Set<() => void>();
  const set = (next: RunResult | null) => {
    offered = next;
    for (const listener of listeners) listener();
  };
  const fail = (thrown: unknown) => onStorageError(toErrorRecord(thrown, { tag: 'storageFailed', stage: 'store' }));
  const decide = (write: (startedAt: string) => Promise<void>) => {
    if (offered === null) return;
    write(offered.startedAt).catch(fail);
    set(null);
  };
  return {
    get: () => offered,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look: () => store.unfinished().then(set, fail),
    keep: () => decide(store.end),
    discard: () => decide(store.discard),
    forget: () => set(null),
  };
}

/**
 * The numbers of finished and planned measurements. Each cell has one measurement per round. A cell that failed or is
 * unsupported needs no further measurements.
 */
export function measurementsDone({ plan, cells }: RunResult): { readonly done: number; readonly planned: number } {
  const { rounds } = efforts[plan.effort];
  const roundsOf = (cell: CellResult) =>
    cell.status === 'completed'
      ? Math.max(
          0,
          ...Object.values(cell.operations).map((each) => (each?.status === 'measured' ? each.rounds.length : 0)),
        )
      : rounds;
  return {
    done: cells.reduce((sum, cell) => sum + Math.min(rounds, roundsOf(cell)), 0),
    planned: plan.datasets.length * plan.candidates.length * rounds,
  };
}
