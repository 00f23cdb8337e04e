import { toErrorRecord } from '../errors';
import type { CallTable, Handlers, Request, Response } from './calls';

/** The part of a worker's global scope that `answerCalls` uses. */
interface ServerPort {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/**
 * Answers the calls of a worker. The worker must call it before its first await, and must not statically import a module with a top-level
 * await; otherwise the first message is lost. Load libraries inside the handlers.
 */
export function answerCalls<T extends CallTable<T>>(port: ServerPort, handlers: Handlers<T>): void {
  const running = new Map<number, AbortController>();
  const respond = (response: Response<T>) => port.postMessage(response);
  port.addEventListener('message', async (event: MessageEvent<Request<T>>) => {
    const request = event.data;
    if (request.type === 'abort') {
      running.get(request.id)?.abort();
      return;
    }
    const { id } = request;
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const handler = handlers[request.call];
      if (typeof handler !== 'function') throw new Error(`There is no call ${String(request.call)}.`);
      const out = await handler(request.in, {
        signal: controller.signal,
        onProgress: (progress) => respond({ type: 'progress', id, progress } as Response<T>),
      });
      respond({ type: 'result', id, out } as Response<T>);
    } catch (thrown) {
      respond({ type: 'error', id, error: toErrorRecord(thrown, { tag: 'internal', stage: 'load' }) });
    } finally {
      running.delete(id);
    }
  });
}
