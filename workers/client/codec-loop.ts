import type { CodecLoopAnswer, CodecLoopRequest } from '../model/protocol/codec-loop';

/** A worker that calls one codec in a loop. */
interface CodecLoop {
  /** Sends one request. Wait for the answer before sending the next. */
  ask(request: CodecLoopRequest): Promise<CodecLoopAnswer>;
  end(): void;
}

/** Starts a fresh worker for `bench/codecs.mjs`, which measures one codec at a time. */
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
