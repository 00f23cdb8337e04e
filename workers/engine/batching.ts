/** The shortest sample, however fine the timer's step (rule 2). */
const sampleMinMs = 5;
/** A timer reading is off by half a step on average. That may be at most this share of a sample (rule 2). */
const resolutionShare = 0.01;
/** Limits a batch if the timer shows no time at all. */
const callsMax = 2 ** 24;

/** The minimum duration of a sample, for the timer's step. `leastMs`: what it is with a fine one. */
export function sampleTargetMs(timerStepMs: number, leastMs = sampleMinMs): number {
  return Math.max(leastMs, timerStepMs / 2 / resolutionShare);
}

/** The number of calls that together last at least `targetMs`. It uses the fastest call seen, so that a batch is not too short. */
export function callsPerSample(fastestCallMs: number, targetMs: number): number {
  if (!(fastestCallMs > 0)) return callsMax;
  return Math.min(callsMax, Math.max(1, Math.ceil(targetMs / fastestCallMs)));
}
