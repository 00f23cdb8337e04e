import { callsPerSample } from './batching';
import type { Clock } from './clock';
import { type TimedCall, isPromise, timeCalls } from './timed-calls';

/** When to stop warming up. */
interface WarmUpLimits {
  readonly minMs: number;
  readonly minCalls: number;
  readonly capMs: number;
  /** Minimum length of a sample in ms (see `batching.ts`). */
  readonly targetMs: number;
}

/** The result of a warm-up. */
interface WarmUp {
  /** Time of the first call in this worker, with compilation and page faults. */
  readonly coldMs: number;
  readonly warmUpMs: number;
  readonly warmUpCalls: number;
  /** True if the last two windows agreed; false if the time cap came first. */
  readonly warm: boolean;
  /** Time per call of the fastest batch; of all calls if the cap came before a full batch. */
  readonly fastestCallMs: number;
  readonly last: unknown;
}

const agreement = 0.05;
/** A window is a quarter of the minimum time, so that at least two fit into it. */
const windowsInMinMs = 4;

/**
 * Repeats calls until `minMs` and `minCalls` are reached and the best batches of two consecutive windows agree within 5 %, or until `capMs`
 * has passed (rule 4). The first call counts towards all of these: a call longer than the cap is not repeated. `coldMs` is the first call's
 * time, if it has been made already.
 */
export async function warmUp(
  clock: Clock,
  call: TimedCall,
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
  // If the timer showed no time for the cold call, start with a batch of one.
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
      // Calls get faster during warm-up. Lengthen a batch that was too short, at most tenfold, since the timer may have shown almost no
      // time.
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
