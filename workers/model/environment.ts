import * as v from 'valibot';

const longestMs = 1e12;
const kernelMs = v.pipe(v.number(), v.minValue(0), v.maxValue(longestMs));

/** Where and with what a run was taken. */
export const environmentSchema = v.strictObject({
  /** `navigator.userAgent`, or what a native harness calls itself. */
  userAgent: v.pipe(v.string(), v.maxLength(1_000)),
  platform: v.pipe(v.string(), v.maxLength(200)),
  logicalCores: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  deviceMemoryGiB: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(2 ** 40))),
  crossOriginIsolated: v.boolean(),
  /** Smallest step of `performance.now()` seen in a worker at the start. */
  timerStepMs: v.pipe(v.number(), v.minValue(0), v.maxValue(longestMs)),
  /** Throughput of a fixed integer kernel before the first and after the last round; their ratio tells drift. Never divided by. */
  kernelMsBefore: v.nullable(kernelMs),
  kernelMsAfter: v.nullable(kernelMs),
  /** Version of Formatlab, and of each library that the run used, by package. */
  formatlabVersion: v.pipe(v.string(), v.maxLength(50)),
  libraries: v.record(v.pipe(v.string(), v.maxLength(100)), v.pipe(v.string(), v.maxLength(100))),
  /** What the maker of the run calls the machine; null unless given. */
  machineLabel: v.nullable(v.pipe(v.string(), v.maxLength(200))),
});
export type Environment = v.InferOutput<typeof environmentSchema>;
