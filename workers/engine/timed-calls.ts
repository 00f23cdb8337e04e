import type { Clock } from './clock';

/** One call of the operation being measured, synchronous or not. */
export type TimedCall = () => unknown;

/** True if a call returned a promise. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** A time, and the last result, for the sink. */
interface CallTiming {
  readonly elapsedMs: number;
  readonly last: unknown;
}

/**
 * The time of `calls` consecutive calls. Only promises are awaited, so that a synchronous library's time does not include microtasks, which
 * a program that uses it would not have either.
 */
export function timeCalls(clock: Clock, call: TimedCall, calls: number): CallTiming | Promise<CallTiming> {
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
  call: TimedCall,
  remaining: number,
  start: number,
  first: Promise<unknown>,
): Promise<CallTiming> {
  let last = await first;
  for (let done = 0; done < remaining; done += 1) last = await call();
  return { elapsedMs: clock.now() - start, last };
}
