import type { CodecLoopAnswer, CodecLoopRequest } from '../model/protocol/codec-loop';

export interface CodecLoop {
  /** One request at a time. */
  ask(request: CodecLoopRequest): Promise<CodecLoopAnswer>;
  end(): void;
}

/** A fresh worker for `bench/codecs.mjs`, which calls one codec at a time. */
export function startCodecLoop(): CodecLoop {
  const worker = new Worker(new URL('../engine/codec-loop.worker.ts', import.meta.url), { type: 'module' });
  return {
    ask: (request) =>
      new Promise((resolve) => {
        const listening = new AbortController();
        const settle = (answer: CodecLoopAnswer) => {
          listening.abort();
          resolve(answer);
        };
        worker.addEventListener('message', (event: MessageEvent<CodecLoopAnswer>) => settle(event.data), {
          signal: listening.signal,
        });
        worker.addEventListener(
          'error',
          (event) =>
            settle({
              ok: false,
              error: { tag: 'workerCrashed', stage: 'setUp', message: event.message || 'The worker stopped.' },
            }),
          { signal: listening.signal },
        );
        worker.postMessage(request);
      }),
    end: () => worker.terminate(),
  };
}
