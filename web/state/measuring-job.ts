import { useSyncExternalStore } from 'react';
import { holdIfFree } from './measuring-lock';

/**
 * Work outside runs whose times other work would disturb: one is done at a time. A run ends all of it (see `useWorkOutsideRuns`).
 */
export type MeasuringJob = 'search' | 'rewrite' | 'comparison';

const jobText: Readonly<Record<MeasuringJob, string>> = {
  search: 'the search for the best settings',
  rewrite: 'the rewrite of the table',
  comparison: 'the comparison with the table of orders',
};

let current: { readonly job: MeasuringJob } | null = null;
const listeners = new Set<() => void>();

function set(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Begins a job, and returns what ends it. Null if another job measures: then nothing may begin. A second job of the same kind takes the first one's place. */
export function beginMeasuring(job: MeasuringJob): (() => void) | null {
  if (current !== null && current.job !== job) return null;
  const own = { job };
  set(own);
  // A run in another tab then waits. A job itself does not: it is repeated more easily than a run.
  const lock = holdIfFree().catch(() => null);
  return () => {
    void lock.then((release) => release?.());
    if (current === own) set(null);
  };
}

/** Why a job of this kind can't begin now, as a sentence. Null if it can. */
export function waitingReason(job: MeasuringJob): string | null {
  return current === null || current.job === job
    ? null
    : `This waits until ${jobText[current.job]} has ended, because each would slow the other down.`;
}

/** {@link waitingReason}, kept up to date. */
export const useWaitingReason = (job: MeasuringJob): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waitingReason(job),
  );
