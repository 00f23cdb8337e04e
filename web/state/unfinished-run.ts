import { type ErrorRecord, toErrorRecord } from '../../workers/model/errors';
import { efforts } from '../../workers/model/plan';
import type { CellResult, RunResult } from '../../workers/model/result';
import type { RunStore } from '../storage/run-store';

/** A run whose page was closed or died before its end. What it had measured is offered, never shown unasked: drawing it may be what ended the page. */
export interface UnfinishedRun {
  /** Null if no run is unfinished, or if the user has already kept or discarded it. */
  readonly get: () => RunResult | null;
  readonly subscribe: (listener: () => void) => () => void;
  readonly look: () => Promise<void>;
  /** The run is kept as one that was cut short, and no longer offered. */
  readonly keep: () => void;
  readonly discard: () => void;
  /** No run is kept any more. */
  readonly forget: () => void;
}

export function createUnfinishedRun(
  store: Pick<RunStore, 'unfinished' | 'end' | 'discard'>,
  onStorageError: (error: ErrorRecord) => void,
): UnfinishedRun {
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

/** Measurements are the plan's cells, each once a round. A cell that failed, or is not supported, takes no more of them. */
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
