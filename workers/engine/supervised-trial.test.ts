import { describe, expect, test, vi } from 'vitest';
import { type ErrorRecord, FormatlabError, type Stage } from '../model/errors';
import type { CallOptions } from '../model/protocol/calls';
import type { Connection } from '../model/protocol/connect';
import type { PendingSecondDecoder, MeasureCalls, MeasuredTrial, TrialRequest } from '../model/protocol/measure';
import { efforts } from '../model/plan';
import { superviseTrial } from './supervised-trial';
import { fakeMeasureWorker } from './testing/fake-workers';
import { createVisibility } from './visibility';
import { telling } from '../model/testing/telling';

const request: TrialRequest = {
  dataset: new Blob([]),
  sha256: '0'.repeat(64),
  dataBytes: 0,
  candidate: { format: 'raw', implementation: 'formatlab', options: {}, codec: null },
  operations: ['encode'],
  effort: efforts.quick,
  timerStepMs: 0.1,
  round: 0,
  seed: 1,
  verifiedSha256: null,
  secondDecoders: false,
  scratchName: 'x',
};

function connection(asking?: PendingSecondDecoder): Connection<MeasureCalls> & { asked: number; ended: number } {
  const worker = fakeMeasureWorker(
    {
      trial: (_: TrialRequest, { onProgress }: CallOptions<MeasureCalls['trial']['progress']> = {}) => {
        made.asked += 1;
        if (asking !== undefined) onProgress?.({ stage: 'verify', asking });
        return new Promise<never>(() => {});
      },
    },
    () => {
      made.ended += 1;
    },
  );
  const made = { ...worker, asked: 0, ended: 0 };
  return made;
}

test('a page that was hidden while the trial waited for its turn is not measured', async () => {
  const visibility = createVisibility();
  visibility.set(true);
  const worker = connection();
  const outcome = await superviseTrial(worker, request, {
    signal: new AbortController().signal,
    visibility,
    hangLimitMs: 1_000,
  });
  expect(outcome).toEqual({ type: 'discarded' });
  expect(worker).toMatchObject({ asked: 0, ended: 1 });
});

test('a second decoder that falls silent costs the candidate nothing: what was measured before is the result', async () => {
  const result: MeasuredTrial = {
    status: 'measured',
    sizeBytes: 7,
    encodedSha256: null,
    verification: { verifiedBy: 'quick', reason: null, loss: [], rejectedBy: [] },
    operations: {},
    setUpMs: 1,
    wasmPeakBytes: null,
    sink: 0,
  };
  const worker = connection({ reader: 'Slow', result });
  const outcome = await superviseTrial(worker, request, {
    signal: new AbortController().signal,
    visibility: createVisibility(),
    hangLimitMs: 600,
  });
  expect(outcome).toEqual({
    type: 'done',
    result: {
      ...result,
      verification: {
        ...result.verification,
        reason: expect.stringMatching(telling('Slow', '1 s')),
      },
    },
  });
  expect(worker.ended).toBe(1);
});

test('a page that gets hidden, and a signal, end the worker at once', async () => {
  const visibility = createVisibility();
  const hidden = connection();
  const first = superviseTrial(hidden, request, {
    signal: new AbortController().signal,
    visibility,
    hangLimitMs: 1_000,
  });
  visibility.set(true);
  expect(await first).toEqual({ type: 'discarded' });
  visibility.set(false);
  const controller = new AbortController();
  const stopped = connection();
  const second = superviseTrial(stopped, request, { signal: controller.signal, visibility, hangLimitMs: 1_000 });
  controller.abort();
  expect(await second).toEqual({ type: 'cancelled' });
  expect([hidden.ended, stopped.ended]).toEqual([1, 1]);
});

const measured: MeasuredTrial = {
  status: 'measured',
  sizeBytes: 7,
  encodedSha256: null,
  verification: { verifiedBy: 'quick', reason: null, loss: [], rejectedBy: [] },
  operations: {},
  setUpMs: 1,
  wasmPeakBytes: null,
  sink: 0,
};

/** A trial whose worker does what the test says, with the clock standing still. */
function supervised({
  hangLimitMs = 1_000,
  operations = request.operations,
  budgetMs,
}: Partial<TrialRequest> & { hangLimitMs?: number; budgetMs?: number } = {}) {
  vi.useFakeTimers();
  const controller = new AbortController();
  const visibility = createVisibility();
  let tell: CallOptions<MeasureCalls['trial']['progress']>['onProgress'];
  let give: (result: MeasuredTrial) => void = () => {};
  let fail: (thrown: unknown) => void = () => {};
  let ended = 0;
  const worker: Connection<MeasureCalls> = {
    remote: {
      trial: (_, { onProgress } = {}) => {
        tell = onProgress;
        return new Promise((resolve, reject) => {
          give = resolve;
          fail = reject;
        });
      },
      encode: () => Promise.reject(new Error('Not asked for.')),
      openTrialTable: () => Promise.reject(new Error('Not asked for.')),
      describeTable: () => Promise.reject(new Error('Not asked for.')),
      takeRows: () => Promise.reject(new Error('Not asked for.')),
      sortRows: () => Promise.reject(new Error('Not asked for.')),
      placeRows: () => Promise.reject(new Error('Not asked for.')),
      tryColumn: () => Promise.reject(new Error('Not asked for.')),
      fileBytes: () => Promise.reject(new Error('Not asked for.')),
      rewriteTable: () => Promise.reject(new Error('Not asked for.')),
    },
    terminate: () => {
      ended += 1;
    },
  };
  const outcomes: unknown[] = [];
  const removeListener = vi.spyOn(controller.signal, 'removeEventListener');
  const trial = superviseTrial(
    worker,
    { ...request, operations },
    { signal: controller.signal, visibility, hangLimitMs, ...(budgetMs === undefined ? {} : { budgetMs }) },
  ).then((outcome) => outcomes.push(outcome));
  return {
    controller,
    visibility,
    outcomes,
    trial,
    removeListener,
    ended: () => ended,
    tell: (stage: Stage, asking?: PendingSecondDecoder) => tell?.(asking === undefined ? { stage } : { stage, asking }),
    tellSize: (sizeBytes: number) => tell?.({ stage: 'verify', sizeBytes }),
    give: (result: MeasuredTrial) => give(result),
    fail: (thrown: unknown) => fail(thrown),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

describe('superviseTrial', () => {
  test('gives what the worker gave, and leaves nothing behind', async () => {
    const { give, trial, outcomes, removeListener, controller, visibility, ended } = supervised();
    give(measured);
    await trial;
    expect(outcomes).toEqual([{ type: 'done', result: measured }]);
    expect(vi.getTimerCount()).toBe(0);
    expect(removeListener.mock.calls).toEqual([['abort', expect.any(Function)]]);
    controller.abort();
    visibility.set(true);
    expect(ended()).toBe(1);
  });

  test.each<[Stage, number, number]>([
    ['load', 1_000, 120_000],
    ['setUp', 1_000, 120_000],
    ['load', 150_000, 150_000],
    ['encode', 1_000, 1_000],
    ['sample', 30_000, 30_000],
  ])('gives up a worker that is silent in the stage %s with a limit of %i ms', async (stage, hangLimitMs, limitMs) => {
    const { tell, pass, outcomes, ended } = supervised({ hangLimitMs });
    if (stage !== 'load') tell(stage);
    await pass(limitMs);
    expect(outcomes).toEqual([]);
    await pass(249);
    expect(outcomes).toEqual([]);
    await pass(1);
    expect(outcomes).toEqual([{ type: 'timedOut', stage, limitMs }]);
    expect(ended()).toBe(1);
  });

  test('ends a trial whose time is over, with the size of its file if it was written', async () => {
    const early = supervised({ budgetMs: 700 });
    await early.pass(699);
    expect(early.outcomes).toEqual([]);
    await early.pass(1);
    expect(early.outcomes).toEqual([{ type: 'overBudget', sizeBytes: null }]);
    const written = supervised({ budgetMs: 700 });
    written.tellSize(4_321);
    await written.pass(700);
    expect(written.outcomes).toEqual([{ type: 'overBudget', sizeBytes: 4_321 }]);
    expect([written.ended(), vi.getTimerCount()]).toEqual([1, 0]);
    // What was measured before a second decoder stays.
    const asking = supervised({ budgetMs: 700 });
    asking.tell('verify', { reader: 'Slow', result: measured });
    await asking.pass(700);
    expect(asking.outcomes).toMatchObject([{ type: 'done', result: { sizeBytes: measured.sizeBytes } }]);
  });

  test('counts the silence from the last that it heard', async () => {
    const { tell, pass, outcomes } = supervised();
    tell('encode');
    await pass(900);
    tell('decode');
    await pass(1_000);
    expect(outcomes).toEqual([]);
    await pass(250);
    expect(outcomes).toEqual([{ type: 'timedOut', stage: 'decode', limitMs: 1_000 }]);
  });

  test('throws a trial away where its timer stood still for more than 5 s', async () => {
    const awake = supervised({ hangLimitMs: 100_000 });
    await awake.pass(100);
    vi.setSystemTime(Date.now() + 4_750);
    await awake.pass(10_000);
    expect(awake.outcomes).toEqual([]);
    vi.setSystemTime(Date.now() + 4_751);
    await awake.pass(250);
    expect(awake.outcomes).toEqual([{ type: 'discarded' }]);
  });

  test('remembers who was asked, and gives what was measured where that one says nothing', async () => {
    const { tell, pass, outcomes } = supervised({ hangLimitMs: 2_400 });
    tell('verify', { reader: 'Slow', result: measured });
    tell('verify');
    await pass(2_500);
    const reason = 'Slow had not read the file after 2 s. It was stopped, and the decoders after it were not run.';
    expect(outcomes).toEqual([
      { type: 'done', result: { ...measured, verification: { ...measured.verification, reason } } },
    ]);
  });

  const crash: ErrorRecord = { tag: 'workerCrashed', stage: 'load', message: 'It died.' };

  test('gives what was measured where the one that was asked ends the worker', async () => {
    const { tell, fail, trial, outcomes } = supervised();
    tell('verify', { reader: 'Wild', result: measured });
    fail(new FormatlabError(crash));
    await trial;
    const reason = 'Wild crashed while it read the file. It was stopped, and the decoders after it were not run.';
    expect(outcomes).toEqual([
      { type: 'done', result: { ...measured, verification: { ...measured.verification, reason } } },
    ]);
  });

  test.each<[string, unknown, PendingSecondDecoder | undefined, ErrorRecord]>([
    [
      'a crash with the stage and the format',
      new FormatlabError(crash),
      undefined,
      { ...crash, stage: 'decode', format: 'raw' },
    ],
    [
      'another error as it is',
      new FormatlabError({ ...crash, tag: 'tooLarge' }),
      undefined,
      { ...crash, tag: 'tooLarge' },
    ],
    [
      'another error than a crash while somebody is asked',
      new FormatlabError({ ...crash, tag: 'tooLarge' }),
      { reader: 'Wild', result: measured },
      { ...crash, tag: 'tooLarge' },
    ],
    ['what is no error of ours', new Error('Odd.'), undefined, { tag: 'internal', stage: 'decode', message: 'Odd.' }],
  ])('tells %s', async (_, thrown, asking, error) => {
    const { tell, fail, trial, outcomes } = supervised();
    tell('decode', asking);
    fail(thrown);
    await trial;
    expect(outcomes).toEqual([{ type: 'failed', error }]);
  });

  test('does not begin where the signal came before', async () => {
    const worker = connection();
    const visibility = createVisibility();
    const signal = AbortSignal.abort();
    expect(await superviseTrial(worker, request, { signal, visibility, hangLimitMs: 1_000 })).toEqual({
      type: 'cancelled',
    });
    expect(worker).toMatchObject({ asked: 0, ended: 1 });
  });

  test.each([
    [['store'], true, true],
    [['encode', 'load'], true, true],
    [['encode'], true, false],
    [['store', 'load'], false, false],
  ] as const)('of %j that was stopped (%s) the scratch file is removed: %s', async (operations, stopped, removed) => {
    const names: string[] = [];
    vi.stubGlobal('navigator', {
      storage: {
        getDirectory: async () => ({
          getDirectoryHandle: async () => ({ removeEntry: async (name: string) => void names.push(name) }),
        }),
      },
    });
    vi.stubGlobal(
      'FileSystemFileHandle',
      class {
        createSyncAccessHandle() {}
      },
    );
    const { controller, give, trial, pass } = supervised({ operations: [...operations] });
    if (stopped) controller.abort();
    else give(measured);
    await trial;
    await pass(10);
    expect(names).toEqual(removed ? ['x'] : []);
  });
});
