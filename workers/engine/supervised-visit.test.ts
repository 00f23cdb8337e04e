import { expect, test } from 'vitest';
import type { CallOptions } from '../model/protocol/calls';
import type { Connection } from '../model/protocol/connect';
import type { AskingReader, MeasureCalls, MeasuredVisit, VisitRequest } from '../model/protocol/measure';
import { efforts } from '../model/plan';
import { superviseVisit } from './supervised-visit';
import { createVisibility } from './visibility';

const request: VisitRequest = {
  dataset: new Blob([]),
  sha256: '0'.repeat(64),
  dataBytes: 0,
  candidate: { format: 'raw', implementation: 'formatlab', options: {}, codec: null },
  operations: ['encode'],
  effort: efforts.quick,
  timerStepMs: 0.1,
  round: 0,
  seed: 1,
  secondDecoders: false,
  scratchName: 'x',
};

function connection(asking?: AskingReader): Connection<MeasureCalls> & { asked: number; ended: number } {
  const made = {
    asked: 0,
    ended: 0,
    remote: {
      visit: (_: VisitRequest, { onProgress }: CallOptions<MeasureCalls['visit']['progress']> = {}) => {
        made.asked += 1;
        if (asking !== undefined) onProgress?.({ stage: 'verify', asking });
        return new Promise<never>(() => {});
      },
      encode: () => Promise.reject(new Error('Not asked for.')),
    },
    terminate: () => {
      made.ended += 1;
    },
  };
  return made;
}

test('a page that was hidden while the visit waited for its turn is not measured', async () => {
  const visibility = createVisibility();
  visibility.set(true);
  const worker = connection();
  const outcome = await superviseVisit(worker, request, {
    signal: new AbortController().signal,
    visibility,
    hangLimitMs: 1_000,
  });
  expect(outcome).toEqual({ type: 'discarded' });
  expect(worker).toMatchObject({ asked: 0, ended: 1 });
});

test('a second decoder that falls silent costs the candidate nothing: what was measured before is the result', async () => {
  const result: MeasuredVisit = {
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
  const outcome = await superviseVisit(worker, request, {
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
        reason:
          'Slow had not read the file after 1 s: it was given up, and with it whoever would have been asked after it.',
      },
    },
  });
  expect(worker.ended).toBe(1);
});

test('a page that gets hidden, and a signal, end the worker at once', async () => {
  const visibility = createVisibility();
  const hidden = connection();
  const first = superviseVisit(hidden, request, {
    signal: new AbortController().signal,
    visibility,
    hangLimitMs: 1_000,
  });
  visibility.set(true);
  expect(await first).toEqual({ type: 'discarded' });
  visibility.set(false);
  const controller = new AbortController();
  const stopped = connection();
  const second = superviseVisit(stopped, request, { signal: controller.signal, visibility, hangLimitMs: 1_000 });
  controller.abort();
  expect(await second).toEqual({ type: 'cancelled' });
  expect([hidden.ended, stopped.ended]).toEqual([1, 1]);
});
