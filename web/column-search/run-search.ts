import type { SearchPlan, SearchResult, TriedSetting } from '../../workers/model/column-search';
import type { ErrorRecord } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import { hasSameFirstData } from '../links/same-data';
import type { OwnFile } from '../state/own-file';

/** What a run's search may change: a candidate keeps the order of rows and the types. */
export const runPermissions = { reorder: false, narrow: false } as const;

/** What the search of the last run tried. It is kept in memory, so that another situation has its best settings at once. */
export interface RunSearch {
  readonly plan: Plan;
  readonly ownFile: OwnFile | null;
  /** Null if the search ended before it had read the table. */
  readonly search: SearchPlan | null;
  readonly trials: readonly TriedSetting[];
  readonly end: SearchResult['end'];
  /** Why the search failed. */
  readonly error: ErrorRecord | null;
}

let last: RunSearch | null = null;
const listeners = new Set<() => void>();

export function keepRunSearch(search: RunSearch): void {
  last = search;
  for (const listener of listeners) listener();
}

export const subscribeToRunSearch = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The search of the last run, if it was of these data. */
export function runSearchOf(plan: Plan, ownFile: OwnFile | null): RunSearch | null {
  const isSame = last !== null && last.ownFile === ownFile && hasSameFirstData(last.plan, plan);
  return isSame ? last : null;
}
