import type { Clock } from './clock';
import { type Call, isPromise, timeCalls } from './timed-calls';

export interface SamplingLimits {
  readonly samplesMin: number;
  readonly samplesMs: number;
  readonly callsPerSample: number;
}

/** Slow calls: past this multiple of `samplesMs` no further sample is begun, even if `samplesMin` was not reached. */
const capFactor = 5;
/** What a result file takes. */
const samplesMax = 100_000;

/** Samples of one round, per call, until both `samplesMin` and `samplesMs` are reached; at least one, and none begun after the cap. */
export async function takeSamples(
  clock: Clock,
  call: Call,
  limits: SamplingLimits,
  heartbeat?: () => void,
): Promise<{ samplesMs: number[]; last: unknown }> {
  const samplesMs: number[] = [];
  let last: unknown;
  let passedMs = 0;
  do {
    const timed = timeCalls(clock, call, limits.callsPerSample);
    const timing = isPromise(timed) ? await timed : timed;
    last = timing.last;
    passedMs += timing.elapsedMs;
    samplesMs.push(timing.elapsedMs / limits.callsPerSample);
    heartbeat?.();
  } while (
    samplesMs.length < samplesMax &&
    passedMs < capFactor * limits.samplesMs &&
    (samplesMs.length < limits.samplesMin || passedMs < limits.samplesMs)
  );
  return { samplesMs, last };
}
