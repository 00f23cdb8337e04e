import { describe, expect, it, vi } from 'vitest';
import { FormatlabError } from '../../workers/model/errors';
import type { Plan } from '../../workers/model/plan';
import type { RunEvent } from '../../workers/model/protocol/coordinator';
import type { RunResult } from '../../workers/model/result';
import type { RunStore } from '../storage/run-store';
import { createProgressStore } from './progress-store';
import { createRunController, type RunCoordinator } from './run-controller';
import { testEnvironment } from '../../workers/model/testing/test-environment';

const plan: Plan = {
  datasets: [{ source: 'workload', workload: 'events', knobs: {}, size: 10, seed: 1 }],
  candidates: [{ format: 'raw', implementation: 'formatlab', options: {}, codec: null }],
  operations: ['encode'],
  effort: 'quick',
  seed: 1,
};
const startedAt = '2026-11-21T10:00:00.000Z';
const started: RunEvent = {
  type: 'started',
  startedAt,
  plan,
  environment: testEnvironment,
};
const cell = { status: 'cancelled', dataset: 0, candidate: 0 } as const;

interface Fake {
  readonly connect: () => Promise<RunCoordinator>;
  readonly emit: (event: RunEvent) => void;
  readonly resolve: (result: RunResult) => void;
  readonly signal: () => AbortSignal | undefined;
  /** The plan that is measured, and how much of its budget had passed. */
  readonly measured: () => { readonly plan: Plan; readonly spentMs: number | undefined } | null;
  readonly disposed: () => number;
}

/** A coordinator that does what the test says; disposing of it rejects what is pending, as the real one does. */
function fakeCoordinator(): Fake {
  let options: Parameters<RunCoordinator['run']>[1];
  let settle: { resolve: (result: RunResult) => void; reject: (error: Error) => void } | null = null;
  let disposals = 0;
  let measured: ReturnType<Fake['measured']> = null;
  return {
    connect: async () => ({
      searchColumns: () => Promise.reject(new Error('nothing is searched')),
      run: (given, runOptions) => {
        options = runOptions;
        measured = { plan: given, spentMs: runOptions?.spentMs };
        return new Promise((resolve, reject) => {
          settle = { resolve, reject };
        });
      },
      dispose: () => {
        disposals += 1;
        settle?.reject(new FormatlabError({ tag: 'cancelled', stage: 'load', message: 'ended' }));
      },
    }),
    emit: (event) => options?.onEvent?.(event),
    resolve: (result) => settle?.resolve(result),
    signal: () => options?.signal,
    measured: () => measured,
    disposed: () => disposals,
  };
}

const storeOf = (change: Partial<RunStore> = {}): RunStore => ({
  begin: vi.fn(async () => {}),
  saveCell: vi.fn(async () => {}),
  finish: vi.fn(async () => {}),
  latest: async () => null,
  finished: async () => [],
  unfinished: async () => [],
  end: async () => {},
  discard: async () => {},
  clear: async () => {},
  ...change,
});

function setUp(store = storeOf()) {
  const coordinator = fakeCoordinator();
  const onStorageError = vi.fn();
  const run = createRunController({
    connect: coordinator.connect,
    store,
    progress: createProgressStore((callback) => callback()),
    lock: async () => () => undefined,
    onStorageError,
  });
  return { run, coordinator, store, onStorageError };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('running', () => {
  it('keeps each cell as it comes, and the end', async () => {
    const { run, coordinator, store } = setUp();
    run.start(plan, null);
    await settled();
    coordinator.emit(started);
    coordinator.emit({ type: 'cell', cell });
    expect(store.begin).toHaveBeenCalledOnce();
    expect(store.saveCell).toHaveBeenCalledWith(startedAt, cell);
    const result = run.get().shown?.result;
    if (result === undefined) throw new Error('nothing is shown');
    coordinator.resolve(result);
    await settled();
    expect(run.get().life.status).toBe('finished');
    expect(store.finish).toHaveBeenCalledWith(result);
    expect(coordinator.disposed()).toBe(1);
  });

  it('measures the plan of what is done before, with the time that is left, or nothing if that is stopped', async () => {
    const { run, coordinator } = setUp();
    const found = { ...plan, seed: 2 };
    let goOn: () => void = () => undefined;
    const prepared = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const prepare = async () => {
      await prepared;
      return { plan: found, spentMs: 700 };
    };
    run.start(plan, null, { prepare });
    await settled();
    expect([run.get().life.status, coordinator.measured()]).toEqual(['searching', null]);
    goOn();
    await settled();
    expect(coordinator.measured()).toEqual({ plan: found, spentMs: 700 });
    coordinator.emit(started);
    expect(run.get().life.status).toBe('running');

    const stopped = setUp();
    stopped.run.start(plan, null, {
      prepare: (_, signal) =>
        new Promise((__, reject) => {
          const cancelled = new FormatlabError({ tag: 'cancelled', stage: 'load', message: 'stopped' });
          signal.addEventListener('abort', () => reject(cancelled));
        }),
    });
    await settled();
    stopped.run.stop();
    await settled();
    expect([stopped.run.get().life.status, stopped.coordinator.measured()]).toEqual(['stopped', null]);
  });

  it('goes on without storage, and says so once', async () => {
    const { run, coordinator, onStorageError } = setUp(
      storeOf({
        saveCell: () => Promise.reject(new FormatlabError({ tag: 'storageFailed', stage: 'store', message: 'full' })),
      }),
    );
    run.start(plan, null);
    await settled();
    coordinator.emit(started);
    coordinator.emit({ type: 'cell', cell });
    coordinator.emit({ type: 'cell', cell });
    await settled();
    expect(onStorageError).toHaveBeenCalledExactlyOnceWith({ tag: 'storageFailed', stage: 'store', message: 'full' });
    expect(run.get().life.status).toBe('running');
  });

  it('says what went wrong where no coordinator can be had', async () => {
    const run = createRunController({
      connect: () => Promise.reject(new Error('Failed to fetch')),
      store: storeOf(),
      progress: createProgressStore((callback) => callback()),
      lock: async () => () => undefined,
      onStorageError: vi.fn(),
    });
    run.start(plan, null);
    await settled();
    expect(run.get().life).toEqual({
      status: 'crashed',
      error: { tag: 'internal', stage: 'load', message: 'Failed to fetch' },
    });
  });
});

describe('waiting for another tab', () => {
  const setUpWaiting = () => {
    const coordinator = fakeCoordinator();
    const connect = vi.fn(coordinator.connect);
    const run = createRunController({
      connect,
      store: storeOf(),
      progress: createProgressStore((callback) => callback()),
      lock: ({ signal, onWait, regardless }) => {
        onWait();
        return new Promise((resolve, reject) => {
          void regardless.then(() => resolve(() => undefined));
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
      onStorageError: vi.fn(),
    });
    run.start(plan, null);
    return { run, connect };
  };

  it('begins nothing until the user does not wait', async () => {
    const { run, connect } = setUpWaiting();
    await settled();
    expect([run.get().life.status, connect.mock.calls.length]).toEqual(['waiting', 0]);
    run.startRegardless();
    await settled();
    expect([run.get().life.status, connect.mock.calls.length]).toEqual(['starting', 1]);
  });

  it('is stopped without having begun', async () => {
    const { run, connect } = setUpWaiting();
    await run.end();
    // Nothing is in progress any more, so it resolves at once.
    await run.end();
    expect([run.get().life.status, connect.mock.calls.length]).toEqual(['stopped', 0]);
  });
});

it('leaves the lock to another tab while this one is hidden', async () => {
  const coordinator = fakeCoordinator();
  let held = 0;
  const run = createRunController({
    connect: coordinator.connect,
    store: storeOf(),
    progress: createProgressStore((callback) => callback()),
    lock: async () => {
      held += 1;
      return () => {
        held -= 1;
      };
    },
    onStorageError: vi.fn(),
  });
  run.start(plan, null);
  await settled();
  const found = [held];
  for (const state of ['paused', 'measuring']) {
    coordinator.emit({ type: 'progress', progress: { state } } as never);
    await settled();
    found.push(held);
  }
  expect(found).toEqual([1, 0, 1]);
});

describe('stopping', () => {
  it('asks the coordinator at once', async () => {
    const { run, coordinator } = setUp();
    run.start(plan, null);
    await settled();
    coordinator.emit(started);
    run.stop();
    expect(run.get().life.status).toBe('stopping');
    expect(coordinator.signal()?.aborted).toBe(true);
  });

  it('ends a coordinator that does not answer, and keeps what had come', async () => {
    vi.useFakeTimers();
    const { run, coordinator } = setUp();
    run.start(plan, null);
    await vi.advanceTimersByTimeAsync(1);
    coordinator.emit(started);
    coordinator.emit({ type: 'cell', cell });
    run.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(run.get().life.status).toBe('stopped');
    expect(run.get().shown?.result.cells).toEqual([cell]);
  });

  it('works before the coordinator is there', async () => {
    const { run, coordinator } = setUp();
    run.start(plan, null);
    run.stop();
    await settled();
    expect(coordinator.signal()?.aborted).toBe(true);
  });
});
