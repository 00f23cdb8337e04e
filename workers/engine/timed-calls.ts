import type { Clock } from './clock';

/** One call of what is measured. It may or may not be asynchronous. */
export type Call = () => unknown;

export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** What was made last, for the sink. */
export interface Timing {
  readonly elapsedMs: number;
  readonly last: unknown;
}

/**
 * The time of `calls` calls in a row. A call is awaited only where it returned a promise, so that a synchronous library is not
 * charged for microtasks that a program using it would not have.
 */
export function timeCalls(clock: Clock, call: Call, calls: number): Timing | Promise<Timing> {
  let last: unknown;
  const start = clock.now();
  for (let done = 0; done < calls; done += 1) {
    last = call();
    if (isPromise(last)) return timeRemainingCalls(clock, call, calls - done - 1, start, last);
  }
  return { elapsedMs: clock.now() - start, last };
}

async function timeRemainingCalls(
  clock: Clock,
  call: Call,
  remaining: number,
  start: number,
  first: Promise<unknown>,
): Promise<Timing> {
  let last = await first;
  for (let done = 0; done < remaining; done += 1) last = await call();
  return { elapsedMs: clock.now() - start, last };
}
