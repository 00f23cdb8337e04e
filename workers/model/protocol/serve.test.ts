import { expect, test } from 'vitest';
import { FormatlabError } from '../errors';
import type { Handlers } from './calls';
import { answerCalls } from './serve';
import { telling } from '../testing/telling';

interface Table {
  double: { in: number; out: number; progress: string };
  wait: { in: null; out: string; progress: never };
  fail: { in: null; out: never; progress: never };
}

/** The worker's side of a port, and what it posted. */
function served() {
  const posted: unknown[] = [];
  let listener: (event: MessageEvent) => void = () => {};
  const port = {
    postMessage: (message: unknown) => posted.push(message),
    addEventListener: (_type: 'message', given: (event: MessageEvent) => void) => {
      listener = given;
    },
  };
  const handlers = {
    double: async (value: number, { onProgress }: { onProgress: (progress: string) => void }) => {
      onProgress('half way');
      return 2 * value;
    },
    wait: (_: null, { signal }: { signal: AbortSignal }) =>
      new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('aborted'))),
    fail: async () => {
      throw new FormatlabError({ tag: 'malformedInput', stage: 'decode', message: 'No.' });
    },
  };
  answerCalls<Table>(port, handlers as unknown as Handlers<Table>);
  const send = async (data: unknown) => {
    listener({ data } as MessageEvent);
    await new Promise((resolve) => setTimeout(resolve));
    return posted;
  };
  return { send };
}

test('a call is answered with its progress and result', async () =>
  expect(await served().send({ type: 'request', id: 7, call: 'double', in: 21 })).toEqual([
    { type: 'progress', id: 7, progress: 'half way' },
    { type: 'result', id: 7, out: 42 },
  ]));

test('what a handler throws is answered as it is', async () =>
  expect(await served().send({ type: 'request', id: 1, call: 'fail', in: null })).toEqual([
    { type: 'error', id: 1, error: { tag: 'malformedInput', stage: 'decode', message: 'No.' } },
  ]));

test('an unknown call is an error', async () =>
  expect(await served().send({ type: 'request', id: 1, call: 'other', in: null })).toEqual([
    {
      type: 'error',
      id: 1,
      error: expect.objectContaining({
        tag: 'internal',
        stage: 'load',
        message: expect.stringMatching(telling('other')),
      }),
    },
  ]));

test('an abort reaches the call that it names, and no other', async () => {
  const { send } = served();
  expect(await send({ type: 'request', id: 1, call: 'wait', in: null })).toEqual([]);
  expect(await send({ type: 'request', id: 2, call: 'wait', in: null })).toEqual([]);
  expect(await send({ type: 'abort', id: 3 })).toEqual([]);
  expect(await send({ type: 'abort', id: 2 })).toEqual([{ type: 'result', id: 2, out: 'aborted' }]);
});
