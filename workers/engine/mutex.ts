import { FormatlabError } from '../model/errors';

/** Runs one piece of work at a time, in the order of the calls: nothing else runs while a cell is measured. */
export interface Mutex {
  /** Rejects with `cancelled` at once where the signal comes while it still waits; work that runs watches the signal itself. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

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
              message: 'It was stopped while it waited for its turn.',
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
