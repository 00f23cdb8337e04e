import { FormatlabError } from '../model/errors';

/** Runs one piece of work at a time, in the order of the calls, so that nothing else runs while a cell is measured. */
export interface Mutex {
  /**
   * Waits for earlier work, then runs `work`. If `signal` aborts while it waits, it rejects with `cancelled` at once. Running work must
   * check the signal itself.
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Creates an unlocked mutex. */
export function createMutex(): Mutex {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    run: (work, signal) =>
      new Promise((resolve, reject) => {
        const giveUp = () =>
          reject(
            new FormatlabError({
              tag: 'cancelled',
              stage: 'load',
              message: 'It was cancelled while it waited for other work to end.',
            }),
          );
        if (signal?.aborted) {
          giveUp();
          return;
        }
        signal?.addEventListener('abort', giveUp, { once: true });
        tail = tail.then(async () => {
          signal?.removeEventListener('abort', giveUp);
          if (signal?.aborted) return;
          await work().then(resolve, reject);
        });
      }),
  };
}
