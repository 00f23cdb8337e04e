import * as v from 'valibot';
import { intervalOverRounds, type RoundsInterval } from './statistics/intervals';
import { median } from './statistics/samples';
import { benchMachineEntries, benchText, byteCount, positiveNumber } from './bench-machine';

/**
 * Results of `npm run bench:formats`. It measures each format with its main settings in the browser and by a native library of Python, with
 * the same data, alternating in one run, on one thread.
 */

/** The datasets are the workloads events, table and keyedVectors; npy, which holds one array, has the workload array instead of vectors. */
export const formatBenchData = ['events', 'table', 'vectors'] as const;
export type FormatBenchData = (typeof formatBenchData)[number];
export const formatBenchOperations = ['encode', 'decode'] as const;
export type FormatBenchOperation = (typeof formatBenchOperations)[number];

/** A factor above this limit needs a reason. */
export const formatFactorLimit = 1.5;

const operationSchema = v.variant('status', [
  v.strictObject({
    status: v.literal('measured'),
    /** The fastest sample of each side in each round, in milliseconds per call. */
    rounds: v.pipe(v.array(v.strictObject({ browserMs: positiveNumber, nativeMs: positiveNumber })), v.minLength(1)),
    /** Why the factor is above the limit, as a profile found; absent below the limit. */
    reason: v.exactOptional(benchText),
  }),
  /** One side failed, so that there is no factor. */
  v.strictObject({ status: v.literal('failed'), side: v.picklist(['browser', 'native']), reason: benchText }),
  /** The format, or the native library, has no form for this dataset. */
  v.strictObject({ status: v.literal('unsupported'), reason: benchText }),
]);
export type FormatBenchTimes = v.InferOutput<typeof operationSchema>;
export type MeasuredFormatTimes = Extract<FormatBenchTimes, { status: 'measured' }>;

export const formatBenchCellSchema = v.strictObject({
  format: v.string(),
  implementation: v.string(),
  /** The name of the settings, unique within the format: 'PLAIN zstd 9'. */
  setting: benchText,
  /** The codec that the format applies itself. Null without one. */
  codec: v.nullable(v.strictObject({ id: v.string(), level: v.nullable(v.pipe(v.number(), v.integer())) })),
  data: v.picklist(formatBenchData),
  /** Rows or vectors. */
  size: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The files of both sides; null if one has none. `equal`: the same bytes. */
  sizes: v.nullable(v.strictObject({ browserBytes: byteCount, nativeBytes: byteCount, equal: v.boolean() })),
  encode: operationSchema,
  decode: operationSchema,
});
export type FormatBenchCell = v.InferOutput<typeof formatBenchCellSchema>;

export const formatBenchSchema = v.strictObject({
  format: v.literal('formatlab.formatBench'),
  version: v.literal(1),
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
  machine: v.strictObject({ ...benchMachineEntries, python: benchText }),
  /**
   * The average number of processes that wanted a core before the run started, over one minute. A run on a busy machine has wider intervals.
   */
  loadAverage: v.pipe(v.number(), v.minValue(0), v.finite()),
  /** Rounds of each cell, as asked for. */
  rounds: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** False if a filter left cells out, or if the run was stopped. */
  complete: v.boolean(),
  /** The implementation here, by 'format/implementation': '{ "parquet/arrow-rs": "arrow-rs parquet 60.1.0" }'. */
  implementations: v.record(v.string(), benchText),
  /** The native library of each format, and what it does and does not do within the clock. */
  counterparts: v.record(v.string(), v.strictObject({ library: benchText, does: benchText })),
  /** Formats that another command compares with native. */
  elsewhere: v.array(v.strictObject({ format: v.string(), native: benchText, command: benchText })),
  cells: v.array(formatBenchCellSchema),
});
export type FormatBench = v.InferOutput<typeof formatBenchSchema>;

/** A factor between browser and native. Below 1, the browser is faster. */
export interface RoundFactor {
  readonly factor: number;
  /** Over the rounds (rule 8). Null with fewer than 3. */
  readonly interval: RoundsInterval | null;
}

/** The median over rounds of the browser's time divided by the native time. */
export function factorOverRounds(rounds: MeasuredFormatTimes['rounds']): RoundFactor {
  const ratios = rounds.map(({ browserMs, nativeMs }) => browserMs / nativeMs);
  const interval = intervalOverRounds(ratios.map(Math.log), median, 1);
  return {
    factor: median(ratios),
    interval: interval === null ? null : { ...interval, low: Math.exp(interval.low), high: Math.exp(interval.high) },
  };
}
