import type { Clock } from './clock';
import { type TimedCall, isPromise, timeCalls } from './timed-calls';

/** When to stop taking samples. */
interface SamplingLimits {
  readonly samplesMin: number;
  readonly samplesMs: number;
  readonly callsPerSample: number;
}

/** Limit for slow calls: past this multiple of `samplesMs`, no further sample starts, even if `samplesMin` is not reached. */
const capFactor = 5;
/** The maximum number of samples that a result file can hold. */
const samplesMax = 100_000;

/**
 * Takes the samples of one round, in ms per call, until both `samplesMin` and `samplesMs` are reached. It takes at least one sample, and
 * starts none after the cap.
 */
export async function takeSamples(
  clock: Clock,
  call: TimedCall,
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
