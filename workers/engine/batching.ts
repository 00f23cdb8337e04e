/** No sample is shorter than this, however fine the timer (rule 2). */
const sampleMinMs = 5;
/** A reading is off by half a step on average; that must be at most 1 % of a sample (rule 2). */
const resolutionShare = 0.01;
/** Bounds a batch where the timer shows nothing at all. */
const callsMax = 2 ** 24;

/** How long a sample lasts at least, given the timer's step. */
export function sampleTargetMs(timerStepMs: number): number {
  return Math.max(sampleMinMs, timerStepMs / 2 / resolutionShare);
}

/** Calls that together last at least `targetMs`, going by the fastest call seen (so that a batch does not come out too short). */
export function callsPerSample(fastestCallMs: number, targetMs: number): number {
  if (!(fastestCallMs > 0)) return callsMax;
  return Math.min(callsMax, Math.max(1, Math.ceil(targetMs / fastestCallMs)));
}
