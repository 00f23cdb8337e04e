import { callsPerSample } from './batching';
import type { Clock } from './clock';
import { type Call, isPromise, timeCalls } from './timed-calls';

export interface WarmUpLimits {
  readonly minMs: number;
  readonly minCalls: number;
  readonly capMs: number;
  /** Length of a sample (see `batching.ts`). */
  readonly targetMs: number;
}

export interface WarmUp {
  /** The first call in this worker: compiling, page faults and all. */
  readonly coldMs: number;
  readonly warmUpMs: number;
  readonly warmUpCalls: number;
  /** Whether the last two windows agreed; false where the cap came first. */
  readonly warm: boolean;
  /** Per call, of the fastest batch; of all calls where the cap came before a whole batch. */
  readonly fastestCallMs: number;
  readonly last: unknown;
}

const agreement = 0.05;
/** A window is a quarter of the least time, so that two of them fit well into it. */
const windowsInMinMs = 4;

/**
 * Calls until `minMs` and `minCalls` are reached and the best batch of two windows in a row agrees within 5 %, or `capMs` is over
 * (rule 4). The first call counts towards all of them: a call longer than the cap is not repeated to warm it. `coldMs` is the first call's time where it was already made.
 */
export async function warmUp(
  clock: Clock,
  call: Call,
  limits: WarmUpLimits,
  options: { readonly coldMs?: number; readonly heartbeat?: () => void } = {},
): Promise<WarmUp> {
  let coldMs = options.coldMs;
  let last: unknown;
  if (coldMs === undefined) {
    const timed = timeCalls(clock, call, 1);
    const cold = isPromise(timed) ? await timed : timed;
    coldMs = cold.elapsedMs;
    last = cold.last;
  }
  const windowMs = Math.max(limits.targetMs, limits.minMs / windowsInMinMs);
  let passedMs = coldMs;
  let calls = 1;
  let fastestCallMs = Number.POSITIVE_INFINITY;
  let previousBestMs: number | null = null;
  let agreed = false;
  // A cold call that the timer did not see says nothing about the length of a batch: begin with one call.
  let batch = coldMs > 0 ? callsPerSample(coldMs, limits.targetMs) : 1;
  while (passedMs < limits.capMs) {
    let bestMs = Number.POSITIVE_INFINITY;
    let windowPassedMs = 0;
    while (windowPassedMs < windowMs && passedMs < limits.capMs) {
      const timed = timeCalls(clock, call, batch);
      const { elapsedMs, last: made } = isPromise(timed) ? await timed : timed;
      last = made;
      calls += batch;
      windowPassedMs += elapsedMs;
      passedMs += elapsedMs;
      if (elapsedMs >= limits.targetMs) bestMs = Math.min(bestMs, elapsedMs / batch);
      // The calls get faster as they warm up: a batch that came out too short is made longer, by at most tenfold where the timer showed next to nothing.
      else batch = Math.min(batch * 10, Math.max(batch + 1, callsPerSample(elapsedMs / batch, limits.targetMs)));
      options.heartbeat?.();
    }
    if (!Number.isFinite(bestMs)) continue;
    fastestCallMs = Math.min(fastestCallMs, bestMs);
    agreed =
      previousBestMs !== null && Math.abs(bestMs - previousBestMs) <= agreement * Math.min(bestMs, previousBestMs);
    previousBestMs = bestMs;
    if (agreed && passedMs >= limits.minMs && calls >= limits.minCalls) break;
  }
  return {
    coldMs,
    warmUpMs: passedMs,
    warmUpCalls: calls,
    warm: agreed,
    fastestCallMs: Number.isFinite(fastestCallMs) ? fastestCallMs : passedMs / calls,
    last,
  };
}
