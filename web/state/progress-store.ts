import { useSyncExternalStore } from 'react';
import type { RunProgress } from './shown-run';

/**
 * The latest progress of a run. Progress arrives many times per frame; subscribers are notified once per frame, so that
 * only the progress display is redrawn.
 */
export interface ProgressStore {
  readonly get: () => RunProgress | null;
  readonly set: (progress: RunProgress | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createProgressStore(
  schedule: (callback: () => void) => unknown = requestAnimationFrame,
): ProgressStore {
  let newest: RunProgress | null = null;
  let drawn: RunProgress | null = null;
  let scheduled = false;
  const listeners = new Set<() => void>();
  return {
    get: () => drawn,
    set: (progress) => {
      newest = progress;
      if (scheduled) return;
      scheduled = true;
      schedule(() => {
        scheduled = false;
        drawn = newest;
        for (const listener of listeners) listener();
      });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useProgress = (store: ProgressStore) => useSyncExternalStore(store.subscribe, store.get);

const noSubscription = () => () => undefined;

/** A first answer waits at most so long for further candidates, in milliseconds of measuring. */
const mostWaitMs = 15_000;

/** True once a run with a budget has measured for half of it, or for 15 seconds: a first answer then need not wait for all candidates. */
export const isFirstAnswerDue = (progress: RunProgress | null): boolean => {
  const { budgetMs, remainingMs = null } = progress ?? {};
  if (budgetMs === undefined || remainingMs === null) return false;
  return budgetMs - remainingMs >= Math.min(budgetMs / 2, mostWaitMs);
};

export const useIsFirstAnswerDue = (store: ProgressStore | null): boolean =>
  useSyncExternalStore(store?.subscribe ?? noSubscription, () => isFirstAnswerDue(store?.get() ?? null));

const stepMs = 5_000;
/** The time until the run ends, rounded up to five seconds, so that what shows it is drawn seldom. Null if it is not known. */
export const useRemainingMs = (store: ProgressStore | null): number | null =>
  useSyncExternalStore(store?.subscribe ?? noSubscription, () => {
    const remainingMs = store?.get()?.remainingMs ?? null;
    return remainingMs === null ? null : Math.ceil(remainingMs / stepMs) * stepMs;
  });
