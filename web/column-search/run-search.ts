import type { SearchPlan, SearchResult, TriedSetting } from '../../workers/model/column-search';
import type { ErrorRecord } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import type { FoundFile } from '../../workers/model/search-choice';
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
  /** The files that are candidates of the run, the newest last. */
  readonly measured: readonly FoundFile[];
}

let last: RunSearch | null = null;
const listeners = new Set<() => void>();

export function keepRunSearch(search: RunSearch): void {
  last = search;
  for (const listener of listeners) listener();
}

/** Takes up a file of the last run's search that becomes a candidate of it. */
export function keepMeasured(found: FoundFile): void {
  if (last !== null) keepRunSearch({ ...last, measured: [...last.measured, found] });
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
