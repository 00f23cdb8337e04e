import * as v from 'valibot';

/**
 * The speed of this machine, from fixed work that takes less than two seconds. It scales estimates of a run's duration. It never scales a
 * measurement.
 */

/** A kernel that took longer than a minute means that the machine was suspended, not that it is slow. */
const milliseconds = v.pipe(v.number(), v.minValue(1e-6), v.maxValue(60_000));

/** Times of the calibration kernels. */
export const calibrationSchema = v.strictObject({
  /** Time of the integer arithmetic kernel. */
  computeMs: milliseconds,
  /** Time to copy a few megabytes into a new buffer. */
  memoryMs: milliseconds,
  /** Time to allocate and release texts and objects. */
  objectsMs: milliseconds,
  /** Time from the request for a worker until it answers, without the kernels. */
  startMs: milliseconds,
  /** How long warm-up took between its minimum (0) and its cap (1). On a busy machine, samples take longer to agree. */
  unsteadiness: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
});
export type Calibration = v.InferOutput<typeof calibrationSchema>;
