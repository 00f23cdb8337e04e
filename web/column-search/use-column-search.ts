import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type {
  SearchEvent,
  SearchPermissions,
  SearchPlan,
  SearchResult,
  TriedSetting,
} from '../../workers/model/column-search';
import { type ErrorRecord, toErrorRecord } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import type { SortKey } from '../../workers/model/sort-rows';
import { hasSameFirstData } from '../links/same-data';
import { withCoordinator } from '../state/coordinator';
import { beginMeasuring } from '../state/measuring-job';
import type { OwnFile } from '../state/own-file';
import { newestTrials, withEarlierTrials } from './earlier-trials';
import { runPermissions, runSearchOf, subscribeToRunSearch } from './run-search';
import { permittedTrials } from './search-goals';

export interface ColumnSearchState {
  readonly status: 'idle' | 'running' | 'stopped' | 'done' | 'failed';
  readonly plan: SearchPlan | null;
  /** Those of this search, and of the earlier ones of the same data. */
  readonly trials: readonly TriedSetting[];
  /** What the search that is shown was allowed to change. */
  readonly permissions: SearchPermissions;
  /** The orders of rows that were compared. */
  readonly orders: readonly (readonly SortKey[])[];
  readonly done: number;
  readonly planned: number;
  readonly remainingMs: number | null;
  readonly end: SearchResult['end'] | null;
  readonly error: ErrorRecord | null;
}

const idle: ColumnSearchState = {
  status: 'idle',
  plan: null,
  trials: [],
  permissions: { reorder: false, narrow: false },
  orders: [],
  done: 0,
  planned: 0,
  remainingMs: null,
  end: null,
  error: null,
};

/** What was tried with some data before. */
interface EndedSearches {
  readonly plan: Plan;
  readonly ownFile: OwnFile | null;
  readonly trials: readonly TriedSetting[];
}

/** The trials of earlier searches, if they were of these data. */
const trialsOfSame = (ended: EndedSearches | null, plan: Plan, ownFile: OwnFile | null): readonly TriedSetting[] =>
  ended !== null && ended.ownFile === ownFile && hasSameFirstData(ended.plan, plan) ? ended.trials : [];

/** The page shows new trials at most this often. */
const drawMs = 250;

/**
 * The search over the settings of the columns of a plan's first dataset. It ends when its component is taken away. What the last run's search of the same data
 * tried stands as if it had been made here.
 */
export function useColumnSearch(plan: Plan, ownFile: OwnFile | null) {
  const [state, setState] = useState(idle);
  const running = useRef<AbortController | null>(null);
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const ended = useRef<EndedSearches | null>(null);

  const ofRun = useSyncExternalStore(subscribeToRunSearch, () => runSearchOf(plan, ownFile));
  useEffect(() => {
    if (ofRun === null || ofRun.search === null) return;
    const trials = newestTrials([...trialsOfSame(ended.current, ofRun.plan, ofRun.ownFile), ...ofRun.trials]);
    ended.current = { plan: ofRun.plan, ownFile: ofRun.ownFile, trials };
    setState({
      ...idle,
      status: ofRun.error === null ? 'done' : 'failed',
      plan: ofRun.search,
      trials: permittedTrials(trials, runPermissions),
      done: ofRun.trials.length,
      planned: ofRun.trials.length,
      end: ofRun.end,
      error: ofRun.error,
    });
  }, [ofRun]);

  const start = useCallback(
    async (budgetMs: number, permissions: SearchPermissions) => {
      const endMeasuring = beginMeasuring('search');
      if (endMeasuring === null) return;
      running.current?.abort();
      const abort = new AbortController();
      running.current = abort;
      let found: ColumnSearchState = { ...idle, permissions, status: 'running' };
      const earlier = trialsOfSame(ended.current, plan, ownFile);
      const withTrial = withEarlierTrials(earlier, permissions);
      let drawnAt = 0;
      const draw = () => {
        drawnAt = performance.now();
        if (running.current === abort) setState(found);
      };
      draw();
      const onEvent = (event: SearchEvent) => {
        if (event.type === 'plan') found = { ...found, plan: event.plan };
        else if (event.type === 'orders') found = { ...found, orders: event.orders };
        else {
          const { trial, done, planned, remainingMs } = event;
          found = {
            ...found,
            trials: trial === null ? found.trials : withTrial(trial),
            done,
            planned,
            remainingMs,
          };
        }
        if (performance.now() - drawnAt > drawMs) draw();
      };
      try {
        const { end } = await withCoordinator(
          (coordinator) =>
            coordinator.searchColumns(
              { plan, dataset: 0, ownFile, budgetMs, permissions },
              { signal: abort.signal, onEvent },
            ),
          abort.signal,
        );
        found = { ...found, status: 'done', end };
      } catch (thrown) {
        found = abort.signal.aborted
          ? { ...found, status: 'stopped' }
          : { ...found, status: 'failed', error: toErrorRecord(thrown, { tag: 'internal', stage: 'encode' }) };
      } finally {
        endMeasuring();
        ended.current = { plan, ownFile, trials: newestTrials([...earlier, ...found.trials]) };
      }
      draw();
    },
    [plan, ownFile],
  );
  return { state, start, stop };
}
