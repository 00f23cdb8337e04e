import { type Leading, nobodyKnows } from '../../workers/model/leading';
import { type ErrorRecord, FormatlabError, toErrorRecord } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import type { UserData } from '../../workers/model/user-data';
import type { RunStore } from '../storage/run-store';
import type { Coordinator } from './coordinator';
import { lockMeasuring } from './measuring-lock';
import type { ProgressStore } from './progress-store';
import { initialRunState, isActive, type RunAction, type RunState, runReducer } from './run-reducer';
import type { ShownRun } from './shown-run';

/** The coordinator answers a Stop within 200 ms. If it does not answer within this limit, it is terminated. */
const stopLimitMs = 1_000;

type AskForLeading = (result: RunResult) => Promise<Leading>;

interface RunStart {
  /** Says what can still change the answer by what was measured so far, so that it is measured first. */
  readonly leading?: AskForLeading;
  /** An earlier part of this run, which goes on. */
  readonly before?: RunResult;
  /** The further time in milliseconds, if the earlier part has ended. The plan may have candidates that it lacks. */
  readonly addedMs?: number;
  /** What is done before the rounds, and gives the plan that is measured. */
  readonly prepare?: (coordinator: RunCoordinator, signal: AbortSignal) => Promise<PreparedRun>;
}

export type RunCoordinator = Pick<Coordinator, 'run' | 'dispose' | 'searchColumns'>;

export interface PreparedRun {
  readonly plan: Plan;
  /** How much of the plan's budget that took, in milliseconds. */
  readonly spentMs: number;
}

export interface RunController {
  readonly get: () => RunState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly show: (shown: ShownRun) => void;
  readonly start: (plan: Plan, ownFile: UserData | null, options?: RunStart) => void;
  /** Ends the waiting for another tab that measures. */
  readonly startRegardless: () => void;
  readonly stop: () => void;
  /** Stops the run in progress, and keeps what it has measured. Resolves once it has ended. */
  readonly end: () => Promise<void>;
  readonly dismiss: () => void;
  readonly forget: () => void;
}

interface RunControllerOptions {
  /** Creates a coordinator for one run, so that terminating it affects nothing else. */
  readonly connect: () => Promise<RunCoordinator>;
  readonly store: RunStore;
  readonly progress: ProgressStore;
  /** Waits until no other tab measures. Tests replace it. */
  readonly lock?: typeof lockMeasuring;
  /** Called at most once per run when results can't be stored. The run continues. */
  readonly onStorageError: (error: ErrorRecord) => void;
}

/** Starts, follows and stops runs. Only the reducer changes the state. */
export function createRunController({
  connect,
  store,
  progress,
  lock = lockMeasuring,
  onStorageError,
}: RunControllerOptions): RunController {
  let state = initialRunState;
  let abort: AbortController | null = null;
  let startRegardless: () => void = () => undefined;
  const listeners = new Set<() => void>();

  const dispatch = (action: RunAction) => {
    const next = runReducer(state, action);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };

  const run = async (plan: Plan, ownFile: UserData | null, signal: AbortSignal, options: RunStart) => {
    const { leading, before, addedMs, prepare } = options;
    let storageFailed = false;
    const keep = (write: Promise<void>) => {
      write.catch((thrown) => {
        if (!storageFailed) onStorageError(toErrorRecord(thrown, { tag: 'storageFailed', stage: 'store' }));
        storageFailed = true;
      });
    };
    let coordinator: RunCoordinator | null = null;
    let stopTimer: ReturnType<typeof setTimeout> | undefined;
    let unlock: () => void = () => undefined;
    let [isPaused, isOver] = [false, false];
    try {
      const regardless = new Promise<void>((resolve) => {
        startRegardless = resolve;
      });
      unlock = await lock({ signal, regardless, onWait: () => dispatch({ type: 'wait' }) }).catch((thrown: unknown) => {
        throw signal.aborted
          ? new FormatlabError({ tag: 'cancelled', stage: 'load', message: 'The run was stopped before it began.' })
          : thrown;
      });
      dispatch({ type: 'begin' });
      coordinator = await connect();
      const { dispose } = coordinator;
      const end = () => {
        stopTimer = setTimeout(dispose, stopLimitMs);
      };
      if (signal.aborted) end();
      else signal.addEventListener('abort', end);
      let prepared: PreparedRun = { plan, spentMs: 0 };
      if (prepare !== undefined) {
        dispatch({ type: 'search' });
        prepared = await prepare(coordinator, signal);
        dispatch({ type: 'begin' });
      }
      const result = await coordinator.run(prepared.plan, {
        spentMs: prepared.spentMs,
        ownFile,
        signal,
        before: before ?? null,
        addedMs: addedMs ?? null,
        ...(leading === undefined
          ? {}
          : { leading: async () => (state.shown?.running ? leading(state.shown.result) : nobodyKnows) }),
        onEvent: (event) => {
          if (event.type === 'progress') {
            progress.set(event.progress);
            // A tab that is hidden measures nothing, so that another one may. On return the run goes on by itself.
            const wasPaused = isPaused;
            isPaused = event.progress.state === 'paused';
            if (isPaused) unlock();
            else if (wasPaused)
              void lock({ signal, onWait: () => undefined, regardless: Promise.resolve() }).then(
                (release) => {
                  if (isOver) release();
                  else unlock = release;
                },
                () => undefined,
              );
            return;
          }
          dispatch({ type: 'event', event });
          const shown = state.shown?.running ? state.shown.result : null;
          if (shown === null) return;
          // Storing a finished trial does not disturb timing: the next trial first starts a worker and loads its
          // libraries.
          if (event.type !== 'cell') keep(store.begin(shown));
          else keep(store.saveCell(shown.startedAt, event.cell));
        },
      });
      keep(store.finish(result));
      dispatch({ type: 'finish', result });
    } catch (thrown) {
      // The run was terminated by the page, so the page stores its end.
      if (state.shown?.running) keep(store.finish(state.shown.result));
      dispatch({ type: 'crash', error: toErrorRecord(thrown, { tag: 'internal', stage: 'load' }) });
    } finally {
      clearTimeout(stopTimer);
      coordinator?.dispose();
      isOver = true;
      unlock();
      progress.set(null);
    }
  };

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const stop = () => {
    if (!isActive(state.life) || state.life.status === 'stopping') return;
    dispatch({ type: 'stop' });
    abort?.abort();
  };

  return {
    get: () => state,
    subscribe,
    show: (shown) => dispatch({ type: 'show', shown }),
    start: (plan, ownFile, options = {}) => {
      if (isActive(state.life)) return;
      abort = new AbortController();
      dispatch({ type: 'start', plan });
      void run(plan, ownFile, abort.signal, options);
    },
    startRegardless: () => startRegardless(),
    stop,
    end: () =>
      new Promise((resolve) => {
        const look = () => {
          if (isActive(state.life)) return;
          unsubscribe();
          resolve();
        };
        const unsubscribe = subscribe(look);
        stop();
        look();
      }),
    dismiss: () => dispatch({ type: 'dismiss' }),
    forget: () => dispatch({ type: 'forget' }),
  };
}
