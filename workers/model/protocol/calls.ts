import type { ErrorRecord } from '../errors';

/**
 * A worker's protocol is one table of calls, `name → { in, out, progress }`. The types of requests, responses, client and server are
 * derived from it.
 */
interface CallSignature {
  in: unknown;
  out: unknown;
  progress: unknown;
}
/** Constrains every entry of a protocol to be a {@link CallSignature}. */
export type CallTable<T> = { [K in keyof T]: CallSignature };

/** A message to the worker. */
export type Request<T extends CallTable<T>> =
  | { [K in keyof T]: { type: 'request'; id: number; call: K; in: T[K]['in'] } }[keyof T]
  | { type: 'abort'; id: number };

/** A message from the worker. */
export type Response<T extends CallTable<T>> =
  | {
      [K in keyof T]:
        | { type: 'result'; id: number; out: T[K]['out'] }
        | { type: 'progress'; id: number; progress: T[K]['progress'] };
    }[keyof T]
  | { type: 'error'; id: number; error: ErrorRecord };

export interface CallOptions<P> {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: P) => void;
  readonly transfer?: readonly Transferable[];
}

/** The calls of a worker as its client sees them. */
export type RemoteCalls<T extends CallTable<T>> = {
  readonly [K in keyof T]: (input: T[K]['in'], options?: CallOptions<T[K]['progress']>) => Promise<T[K]['out']>;
};

/** The calls of a worker as the worker implements them. Aborting is cooperative: a handler that can stop early checks `signal`. */
export type Handlers<T extends CallTable<T>> = {
  readonly [K in keyof T]: (
    input: T[K]['in'],
    context: { readonly signal: AbortSignal; readonly onProgress: (progress: T[K]['progress']) => void },
  ) => Promise<T[K]['out']> | T[K]['out'];
};
