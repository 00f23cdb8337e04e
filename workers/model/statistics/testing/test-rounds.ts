import type { Random } from '../../random';
import type { MeasuredOperation, RoundSamples } from '../../result';

/** Builds rounds by hand, for tests. */
export function roundsFromTimes(
  samplesByRound: readonly (readonly number[])[],
  changes: Partial<RoundSamples> = {},
): RoundSamples[] {
  return samplesByRound.map((samplesMs, round) => ({
    round,
    coldMs: 10,
    warmUpMs: 250,
    warmUpCalls: 16,
    warm: true,
    callsPerSample: 1,
    samplesMs: [...samplesMs],
    ...changes,
  }));
}

export function measuredTimes(rounds: RoundSamples[]): MeasuredOperation {
  return { status: 'measured', rounds, clock: ['encode'], wasmCopyInClock: null, detail: null, itemsPerCall: 1 };
}

/** A standard normal deviate (Box–Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/**
 * Simulates a machine like those of the A/A tests in docs/measurement.md. A slow worker stays slow for its whole life (one factor for each
 * round). Disturbances within a round only lengthen a sample.
 */
export function simulatedRounds(
  random: Random,
  options: {
    readonly trueMs: number;
    readonly rounds: number;
    readonly samples: number;
    readonly betweenWorkers: number;
    readonly withinWorker: number;
  },
): RoundSamples[] {
  return roundsFromTimes(
    Array.from({ length: options.rounds }, () => {
      const worker = options.trueMs * Math.exp(options.betweenWorkers * normal(random));
      return Array.from(
        { length: options.samples },
        () => worker * (1 + Math.abs(options.withinWorker * normal(random))),
      );
    }),
  );
}
