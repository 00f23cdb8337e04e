import { expect, test, vi } from 'vitest';
import type { Plan } from '../../workers/model/plan';
import type { RunResult } from '../../workers/model/result';
import { candidate, makeRun } from '../results/testing/test-results';
import type { SourceTestStore } from '../storage/source-test-store';
import { createSourceTestController } from './source-test-controller';
import { initialRunState, type RunAction, type RunState, runReducer } from './run-reducer';

/** The page's run with its reducer, and the coordinator's part played by the test. */
function fakeRun() {
  let state: RunState = initialRunState;
  const listeners = new Set<() => void>();
  const dispatch = (action: RunAction) => {
    state = runReducer(state, action);
    for (const listener of listeners) listener();
  };
  const started: Plan[] = [];
  return {
    started,
    dispatch,
    begin: (result: RunResult) =>
      dispatch({
        type: 'event',
        event: { type: 'started', startedAt: result.startedAt, plan: result.plan, environment: result.environment },
      }),
    controller: {
      get: () => state,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      start: (plan: Plan) => {
        started.push(plan);
        dispatch({ type: 'start', plan });
      },
      stop: () => dispatch({ type: 'stop' }),
    },
  };
}

const results = [
  makeRun({ cells: [{ candidate: candidate('raw'), ms: { encode: 1 } }] }),
  makeRun({ cells: [{ candidate: candidate('pickle'), ms: { encode: 2 } }] }),
] as const;
const parts = results.map(({ plan }, index) => ({ workload: `w${index}`, quantity: 'time' as const, plan }));

function setUp(kept: Awaited<ReturnType<SourceTestStore['load']>> = null) {
  const run = fakeRun();
  const saved: [string, number][] = [];
  const store: SourceTestStore = {
    save: async (source, runs) => void saved.push([source, runs.length]),
    load: async () => kept,
    clear: async () => undefined,
  };
  return {
    run,
    saved,
    tests: createSourceTestController({ run: run.controller, store, onStorageError: () => expect.unreachable() }),
  };
}

test('parts run one after the other, and what they gave is kept', async () => {
  const { run, tests, saved } = setUp();
  tests.start('000', parts);
  tests.start('001', parts);
  expect([...tests.get().keys()]).toEqual(['000']);
  run.begin(results[0]);
  expect(tests.get().get('000')).toMatchObject({ life: 'running', partCount: 2, runs: [{ workload: 'w0' }] });
  run.dispatch({ type: 'finish', result: results[0] });
  await vi.waitFor(() => expect(run.started).toHaveLength(2));
  run.begin(results[1]);
  expect(
    tests
      .get()
      .get('000')
      ?.runs.map(({ workload }) => workload),
  ).toEqual(['w0', 'w1']);
  run.dispatch({ type: 'finish', result: results[1] });
  await vi.waitFor(() =>
    expect(tests.get().get('000')).toEqual({
      life: 'finished',
      partCount: 2,
      runs: [
        { workload: 'w0', quantity: 'time', result: results[0] },
        { workload: 'w1', quantity: 'time', result: results[1] },
      ],
      error: null,
    }),
  );
  expect(saved).toEqual([['000', 2]]);
});

test('Stop ends the test, and what was measured stays', () => {
  const { run, tests, saved } = setUp();
  tests.start('000', parts);
  run.begin(results[0]);
  tests.stop();
  run.dispatch({ type: 'finish', result: results[0] });
  expect(tests.get().get('000')).toMatchObject({ life: 'stopped', runs: [{ workload: 'w0' }] });
  expect([run.started.length, saved]).toEqual([1, [['000', 1]]]);
});

test('a crash before the first cell leaves nothing but the reason, and no results of another run', () => {
  const { run, tests, saved } = setUp();
  run.dispatch({ type: 'show', shown: { origin: { kind: 'here' }, result: results[1], running: false } });
  tests.start('000', parts);
  const error = { tag: 'workerCrashed', stage: 'load', message: 'It could not be loaded.' } as const;
  run.dispatch({ type: 'crash', error });
  expect(tests.get().get('000')).toEqual({
    life: 'failed',
    partCount: 2,
    runs: [],
    error,
  });
  expect(saved).toEqual([]);
});

test('another run is none of its business, and it does not begin beside one', () => {
  const { run, tests } = setUp();
  run.controller.start(results[0].plan);
  tests.start('000', parts);
  run.begin(results[0]);
  run.dispatch({ type: 'finish', result: results[0] });
  expect(tests.get().size).toBe(0);
});

test('what was kept is shown, once', async () => {
  const { tests } = setUp([{ workload: 'w0', quantity: 'time', result: results[0] }]);
  tests.recall('000');
  await vi.waitFor(() =>
    expect(tests.get().get('000')).toMatchObject({ life: 'finished', runs: [{ workload: 'w0' }] }),
  );
});
