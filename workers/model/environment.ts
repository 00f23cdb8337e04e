import * as v from 'valibot';

const longestMs = 1e12;
const kernelMs = v.pipe(v.number(), v.minValue(0), v.maxValue(longestMs));

/** Browser, device and library versions of a run. */
export const environmentSchema = v.strictObject({
  /** `navigator.userAgent`, or the name of a native harness. */
  userAgent: v.pipe(v.string(), v.maxLength(1_000)),
  platform: v.pipe(v.string(), v.maxLength(200)),
  logicalCores: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  deviceMemoryGiB: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(2 ** 40))),
  crossOriginIsolated: v.boolean(),
  /** The smallest step of `performance.now()` seen in a worker at the start of the run, in milliseconds. */
  timerStepMs: v.pipe(v.number(), v.minValue(0), v.maxValue(longestMs)),
  /**
   * Time of a fixed integer kernel before the first and after the last round, in milliseconds. Their ratio shows drift; no figure is
   * divided by it.
   */
  kernelMsBefore: v.nullable(kernelMs),
  kernelMsAfter: v.nullable(kernelMs),
  /** Formatlab's version, and the version of each library that the run used, by package. */
  formatlabVersion: v.pipe(v.string(), v.maxLength(50)),
  libraries: v.record(v.pipe(v.string(), v.maxLength(100)), v.pipe(v.string(), v.maxLength(200))),
  /** The user's name for the machine; null if not given. */
  machineLabel: v.nullable(v.pipe(v.string(), v.maxLength(200))),
});
export type Environment = v.InferOutput<typeof environmentSchema>;
