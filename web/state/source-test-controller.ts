import { type ErrorRecord, toErrorRecord } from '../../workers/model/errors';
import type { Quantity } from '../../workers/model/quantity';
import type { Plan } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import type { SourceTestStore } from '../storage/source-test-store';
import type { RunController } from './run-controller';
import { isActive } from './run-reducer';

/** A plan of a source's recipe. `workload` is the id in the source, and `quantity` is what its claims are about. */
interface TestPart {
  readonly workload: string;
  readonly quantity: Quantity;
  readonly plan: Plan;
}

export interface TestRun {
  readonly workload: string;
  readonly quantity: Quantity;
  readonly result: RunResult;
}

/** The test of a source's claims, with the results so far, including those of the current part. */
export interface SourceTest {
  readonly life: 'running' | 'finished' | 'stopped' | 'failed';
  readonly partCount: number;
  readonly runs: readonly TestRun[];
  /** The reason of a failure. Null if the test has not failed. */
  readonly error: ErrorRecord | null;
}

export interface SourceTestController {
  readonly get: () => ReadonlyMap<string, SourceTest>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Does nothing while a run is in progress. */
  readonly start: (source: string, parts: readonly TestPart[]) => void;
  readonly stop: () => void;
  /** Shows the stored results of an earlier test, unless a newer test has results. */
  readonly recall: (source: string) => void;
}

interface Options {
  readonly run: Pick<RunController, 'get' | 'subscribe' | 'start' | 'stop'>;
  readonly store: SourceTestStore;
  readonly onStorageError: (error: ErrorRecord) => void;
}

interface Going {
  readonly source: string;
  readonly parts: readonly TestPart[];
  /** The index of the current part. */
  index: number;
  /** True once the requested run has started. */
  begun: boolean;
  readonly done: TestRun[];
}

/**
 * Runs the parts of a source's recipe in sequence through the page's run controller. The results view thus shows each
 * part like any other run, Stop stops it, and nothing else is measured at the same time.
 */
export function createSourceTestController({ run, store, onStorageError }: Options): SourceTestController {
  let tests: ReadonlyMap<string, SourceTest> = new Map();
  let going: Going | null = null;
  const recalled = new Set<string>();
  const listeners = new Set<() => void>();

  const set = (source: string, test: SourceTest) => {
    tests = new Map(tests).set(source, test);
    for (const listener of listeners) listener();
  };

  const end = (current: Going, life: 'finished' | 'stopped' | 'failed', error: ErrorRecord | null) => {
    going = null;
    set(current.source, { life, partCount: current.parts.length, runs: current.done, error });
    if (current.done.length > 0)
      store
        .save(current.source, current.done)
        .catch((thrown: unknown) => onStorageError(toErrorRecord(thrown, { tag: 'storageFailed', stage: 'store' })));
  };

  const begin = (current: Going) => {
    const part = current.parts[current.index];
    if (part === undefined) {
      end(current, 'finished', null);
      return;
    }
    current.begun = false;
    run.start(part.plan, null);
  };

  const follow = () => {
    const current = going;
    if (current === null) return;
    const { life, shown } = run.get();
    const part = current.parts[current.index];
    if (part === undefined) return;
    if (isActive(life)) current.begun ||= shown?.running === true;
    const result = shown?.origin.kind === 'here' && current.begun ? shown.result : null;
    if (isActive(life)) {
      const runs =
        result === null || !shown?.running
          ? current.done
          : [...current.done, { workload: part.workload, quantity: part.quantity, result }];
      set(current.source, { life: 'running', partCount: current.parts.length, runs, error: null });
      return;
    }
    if (result !== null) current.done.push({ workload: part.workload, quantity: part.quantity, result });
    if (life.status === 'crashed') end(current, 'failed', life.error);
    else if (life.status === 'stopped') end(current, 'stopped', null);
    else if (life.status === 'finished') {
      current.index += 1;
      // The controller must first finish cleaning up after the previous run.
      setTimeout(() => begin(current), 0);
    }
  };
  run.subscribe(follow);

  return {
    get: () => tests,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: (source, parts) => {
      if (going !== null || isActive(run.get().life) || parts.length === 0) return;
      going = { source, parts, index: 0, begun: false, done: [] };
      set(source, { life: 'running', partCount: parts.length, runs: [], error: null });
      begin(going);
    },
    stop: () => {
      if (going !== null) run.stop();
    },
    recall: (source) => {
      if (recalled.has(source) || tests.has(source)) return;
      recalled.add(source);
      store.load(source).then(
        (runs) => {
          if (runs !== null && !tests.has(source))
            set(source, { life: 'finished', partCount: runs.length, runs, error: null });
        },
        (thrown: unknown) => onStorageError(toErrorRecord(thrown, { tag: 'storageFailed', stage: 'parse' })),
      );
    },
  };
}
