import { type ErrorRecord, FormatlabError, loadFailureRemedy } from '../errors';
import type { CallOptions, CallTable, RemoteCalls, Request, Response } from './calls';

/** The part of a Worker that a connection uses, so that a test can pass a fake. */
export interface WorkerPort {
  postMessage(message: unknown, transfer: Transferable[]): void;
  terminate(): void;
  addEventListener(type: 'message' | 'messageerror', listener: (event: MessageEvent) => void): void;
  /** The event is an ErrorEvent if the worker's code failed, and a plain Event if its code could not be loaded. */
  addEventListener(type: 'error', listener: (event: Event) => void): void;
}

export interface Connection<T extends CallTable<T>> {
  readonly remote: RemoteCalls<T>;
  /** Terminates the worker at once. Every pending call rejects with `reason` (default: cancelled). */
  readonly terminate: (reason?: ErrorRecord) => void;
}

interface Pending {
  resolve(out: unknown): void;
  reject(error: FormatlabError): void;
  onProgress: ((progress: never) => void) | undefined;
}

/**
 * Connects to a worker. An error event, an unreadable message or termination rejects *every* pending call, so that no promise stays pending
 * after a worker has died.
 */
export function connect<T extends CallTable<T>>(worker: WorkerPort, name: string): Connection<T> {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let ended: ErrorRecord | null = null;

  const end = (reason: ErrorRecord) => {
    if (ended !== null) return;
    ended = reason;
    worker.terminate();
    for (const call of pending.values()) call.reject(new FormatlabError(reason));
    pending.clear();
  };

  worker.addEventListener('message', (event: MessageEvent<Response<T>>) => {
    const response = event.data;
    const call = pending.get(response.id);
    if (call === undefined) return;
    if (response.type === 'progress') {
      call.onProgress?.(response.progress as never);
      return;
    }
    pending.delete(response.id);
    if (response.type === 'result') call.resolve(response.out);
    else call.reject(new FormatlabError(response.error));
  });
  worker.addEventListener('error', (event: Event | ErrorEvent) => {
    event.preventDefault?.();
    // An event without a message is not of the worker's code: that never arrived.
    const stopped = 'message' in event;
    end({
      tag: 'workerCrashed',
      stage: 'load',
      message: stopped
        ? `The ${name} worker stopped: ${event.message || 'the browser gave no reason'}.`
        : `The ${name} worker could not be loaded.`,
      remedy: stopped ? 'Run again; if it stops again, choose less data.' : loadFailureRemedy,
    });
  });
  worker.addEventListener('messageerror', () => {
    end({ tag: 'workerCrashed', stage: 'load', message: `A message of the ${name} worker could not be read.` });
  });

  const call = (callName: keyof T, input: unknown, options: CallOptions<never> = {}) =>
    new Promise<unknown>((resolve, reject) => {
      if (ended !== null) {
        reject(new FormatlabError(ended));
        return;
      }
      lastId += 1;
      const id = lastId;
      const { signal, onProgress, transfer = [] } = options;
      const abort = () => worker.postMessage({ type: 'abort', id } satisfies Request<T>, []);
      const settle = () => signal?.removeEventListener('abort', abort);
      pending.set(id, {
        resolve: (out) => {
          settle();
          resolve(out);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
        onProgress,
      });
      try {
        worker.postMessage({ type: 'request', id, call: callName, in: input }, [...transfer]);
      } catch (thrown) {
        pending.delete(id);
        reject(
          new FormatlabError(
            {
              tag: 'internal',
              stage: 'load',
              message: `The call ${String(callName)} could not be sent to the ${name} worker: ${String(thrown)}`,
            },
            { cause: thrown },
          ),
        );
        return;
      }
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });

  const remote = new Proxy({} as RemoteCalls<T>, {
    get: (_target, callName) => (input: unknown, options?: CallOptions<never>) =>
      call(callName as keyof T, input, options),
  });
  return {
    remote,
    terminate: (reason = { tag: 'cancelled', stage: 'load', message: `The ${name} worker was terminated.` }) =>
      end(reason),
  };
}
