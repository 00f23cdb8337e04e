import type { Effort } from '../model/plan';
import type { RoundSamples } from '../model/result';
import { callsPerSample, sampleTargetMs } from './batching';
import type { Clock } from './clock';
import { takeSamples } from './sampling';
import type { TimedCall } from './timed-calls';
import { warmUp } from './warm-up';

/** The times of one operation in one worker. */
interface OperationTiming {
  readonly samples: RoundSamples;
  /** The result of the last call, for the sink (rule 12). */
  readonly last: unknown;
}

/**
 * Measures one operation in this worker: cold call, warm-up and samples. `coldMs` is the time of the first call, if verification has
 * already made it. `heartbeat` reports, between calls, that the worker is still working.
 */
export async function measureOperation(
  clock: Clock,
  call: TimedCall,
  options: {
    readonly effort: Effort;
    readonly timerStepMs: number;
    readonly round: number;
    readonly coldMs?: number;
    readonly heartbeat: () => void;
  },
): Promise<OperationTiming> {
  const { effort, timerStepMs, round, coldMs, heartbeat } = options;
  const targetMs = sampleTargetMs(timerStepMs);
  const warmed = await warmUp(
    clock,
    call,
    { minMs: effort.warmUpMinMs, minCalls: effort.warmUpMinCalls, capMs: effort.warmUpCapMs, targetMs },
    { ...(coldMs === undefined ? {} : { coldMs }), heartbeat },
  );
  const calls = callsPerSample(warmed.fastestCallMs, targetMs);
  const { samplesMs, last } = await takeSamples(
    clock,
    call,
    { samplesMin: effort.samplesMin, samplesMs: effort.samplesMs, callsPerSample: calls },
    heartbeat,
  );
  return {
    samples: {
      round,
      coldMs: warmed.coldMs,
      warmUpMs: warmed.warmUpMs,
      warmUpCalls: warmed.warmUpCalls,
      warm: warmed.warm,
      callsPerSample: calls,
      samplesMs,
    },
    last,
  };
}
