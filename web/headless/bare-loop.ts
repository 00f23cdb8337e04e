import type { ErrorRecord } from '../../workers/model/errors';
import type { BareLoopRequest, BareLoopResult } from './bare-loop.worker';

type Answer = { ok: true; value: BareLoopResult } | { ok: false; error: ErrorRecord };

/** Runs the bare loop in a fresh worker, and terminates the worker afterwards. */
export function runBareLoop(request: BareLoopRequest): Promise<Answer> {
  const worker = new Worker(new URL('./bare-loop.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Answer>((resolve) => {
    worker.addEventListener('message', (event: MessageEvent<Answer>) => resolve(event.data));
    worker.addEventListener('error', (event) =>
      resolve({
        ok: false,
        error: { tag: 'workerCrashed', stage: 'encode', message: event.message || 'the bare worker stopped' },
      }),
    );
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
