import { describe, expect, it } from 'vitest';
import { loadFailureRemedy } from '../errors';
import { connect, type WorkerPort } from './connect';
import { telling } from '../testing/telling';

const notSent = new Error('It has a function.');

interface Table {
  double: { in: number; out: number; progress: string };
}

/** The page's side of a port: what was sent, and how to answer. */
function connected({ refuses = false }: { refuses?: boolean } = {}) {
  const sent: unknown[] = [];
  const transfers: Transferable[][] = [];
  const listeners = new Map<string, (event: never) => void>();
  let ended = 0;
  const port: WorkerPort = {
    postMessage(message, transfer) {
      if (refuses) throw notSent;
      sent.push(message);
      transfers.push(transfer);
    },
    terminate: () => {
      ended += 1;
    },
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
  };
  const { remote, terminate } = connect<Table>(port, 'data');
  const emit = (type: string, event: unknown) => listeners.get(type)?.(event as never);
  return {
    remote,
    terminate,
    sent,
    transfers,
    emit,
    answer: (data: unknown) => emit('message', { data }),
    ended: () => ended,
  };
}

/** What a promise was rejected with. */
const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (thrown: { record: unknown }) => thrown.record,
  );

describe('connect', () => {
  it('sends calls with numbers of their own, and gives each its answer', async () => {
    const { remote, sent, transfers, answer } = connected();
    const buffer = new ArrayBuffer(1);
    const [first, second] = [remote.double(1), remote.double(2, { transfer: [buffer] })];
    expect(sent).toEqual([
      { type: 'request', id: 1, call: 'double', in: 1 },
      { type: 'request', id: 2, call: 'double', in: 2 },
    ]);
    expect(transfers).toEqual([[], [buffer]]);
    answer({ type: 'result', id: 3, out: 0 });
    answer({ type: 'result', id: 2, out: 4 });
    answer({ type: 'result', id: 1, out: 2 });
    expect(await Promise.all([first, second])).toEqual([2, 4]);
  });

  it('tells progress until the answer', async () => {
    const { remote, answer } = connected();
    const told: string[] = [];
    const call = remote.double(1, { onProgress: (progress) => told.push(progress) });
    const silent = remote.double(1);
    answer({ type: 'progress', id: 1, progress: 'half' });
    answer({ type: 'progress', id: 2, progress: 'half' });
    answer({ type: 'result', id: 1, out: 2 });
    answer({ type: 'progress', id: 1, progress: 'late' });
    answer({ type: 'result', id: 2, out: 2 });
    expect([await call, await silent, told]).toEqual([2, 2, ['half']]);
  });

  it('rejects with the error that the worker answers', async () => {
    const { remote, answer } = connected();
    const error = { tag: 'tooLarge', stage: 'encode', message: 'No.' };
    const call = rejection(remote.double(1));
    answer({ type: 'error', id: 1, error });
    expect(await call).toEqual(error);
  });

  it('rejects all that is pending, and what is called later, once the worker has ended', async () => {
    const { remote, terminate, ended, sent } = connected();
    const calls = [remote.double(1), remote.double(2)].map(rejection);
    terminate();
    terminate({ tag: 'internal', stage: 'load', message: 'Again.' });
    const record = { tag: 'cancelled', stage: 'load', message: 'The data worker was terminated.' };
    expect(await Promise.all(calls)).toEqual([record, record]);
    expect(await rejection(remote.double(3))).toEqual(record);
    expect([sent.length, ended()]).toEqual([2, 1]);
    const other = connected();
    const reason = { tag: 'timedOut', stage: 'encode', message: 'Late.' } as const;
    const call = rejection(other.remote.double(1));
    other.terminate(reason);
    expect(await call).toEqual(reason);
  });

  it.each([
    ['Out of luck', 'Out of luck'],
    ['', 'no reason'],
  ])('rejects where the worker stops with the message “%s”', async (message, told) => {
    const { remote, emit, ended } = connected();
    const call = rejection(remote.double(1));
    let prevented = 0;
    emit('error', { message, preventDefault: () => (prevented += 1) });
    expect(await call).toEqual({
      tag: 'workerCrashed',
      stage: 'load',
      message: expect.stringMatching(telling('data worker', told)),
      remedy: expect.any(String),
    });
    expect([prevented, ended()]).toEqual([1, 1]);
    const bare = connected();
    bare.emit('error', { message });
    expect(await rejection(bare.remote.double(1))).toMatchObject({ message: expect.stringMatching(telling(told)) });
  });

  it('tells a worker whose code did not arrive from one that stopped', async () => {
    const { remote, emit } = connected();
    const [call, other] = [rejection(remote.double(1)), connected()];
    emit('error', { preventDefault: () => undefined });
    expect(await call).toMatchObject({ tag: 'workerCrashed', remedy: loadFailureRemedy });
    other.emit('error', { message: '' });
    expect(await rejection(other.remote.double(1))).not.toMatchObject({ remedy: loadFailureRemedy });
  });

  it('rejects where a message could not be read', async () => {
    const { remote, emit } = connected();
    const call = rejection(remote.double(1));
    emit('messageerror', {});
    expect(await call).toEqual({
      tag: 'workerCrashed',
      stage: 'load',
      message: expect.stringMatching(telling('data worker')),
    });
  });

  it('rejects a call that could not be sent', async () => {
    expect(await rejection(connected({ refuses: true }).remote.double(1))).toEqual({
      tag: 'internal',
      stage: 'load',
      message: expect.stringMatching(telling('double', 'data worker', String(notSent))),
    });
  });

  it('tells the worker of an abort, until the call is settled', async () => {
    const { remote, sent, answer, transfers } = connected();
    const controllers = [1, 2, 3].map(() => new AbortController());
    const calls = controllers.map(({ signal }, at) => remote.double(at, { signal }));
    answer({ type: 'result', id: 2, out: 1 });
    answer({ type: 'error', id: 3, error: { tag: 'internal', stage: 'load', message: 'No.' } });
    await calls[1];
    await expect(calls[2]).rejects.toThrow('No.');
    for (const controller of controllers) controller.abort();
    expect(sent.slice(3)).toEqual([{ type: 'abort', id: 1 }]);
    answer({ type: 'result', id: 1, out: 9 });
    expect(await calls[0]).toBe(9);
    const aborted = remote.double(1, { signal: AbortSignal.abort() });
    expect(sent.slice(4)).toEqual([
      { type: 'request', id: 4, call: 'double', in: 1 },
      { type: 'abort', id: 4 },
    ]);
    expect(transfers.slice(3)).toEqual([[], [], []]);
    answer({ type: 'result', id: 4, out: 7 });
    expect(await aborted).toBe(7);
  });
});
