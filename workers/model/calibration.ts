import * as v from 'valibot';

/**
 * How fast this machine is, from fixed work of under two seconds. Estimates of a run's duration are scaled by it, and nothing that is measured ever is.
 */

/** A kernel that took longer than a minute tells of a machine that stopped, not of its speed. */
const milliseconds = v.pipe(v.number(), v.minValue(1e-6), v.maxValue(60_000));

export const calibrationSchema = v.strictObject({
  /** Of integer arithmetic. */
  computeMs: milliseconds,
  /** Of a copy of a few megabytes into a new buffer. */
  memoryMs: milliseconds,
  /** Of texts and objects made and let go. */
  objectsMs: milliseconds,
  /** From asking for a worker until it answers, without the work. */
  startMs: milliseconds,
  /** How much of the time between the least warm-up and its cap a warm-up took, from 0 to 1: on a busy machine samples agree late. */
  unsteadiness: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
});
export type Calibration = v.InferOutput<typeof calibrationSchema>;
