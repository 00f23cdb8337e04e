import * as v from 'valibot';

/** What the stored results of benchmarks against native libraries have in common. */

export const positiveNumber = v.pipe(v.number(), v.gtValue(0), v.finite());
export const byteCount = v.pipe(v.number(), v.integer(), v.minValue(0));
export const benchText = v.pipe(v.string(), v.maxLength(500));

/** The entries of a machine's schema that all benchmarks have. */
export const benchMachineEntries = {
  processor: benchText,
  logicalCores: v.pipe(v.number(), v.integer(), v.minValue(1)),
  system: benchText,
  browser: benchText,
};
