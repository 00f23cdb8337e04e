import * as v from 'valibot';
import {
  benchMachineEntries,
  benchText as text,
  byteCount as bytes,
  positiveNumber as positive,
} from './bench-machine';

/**
 * Results of `npm run bench:codecs`. It measures each implementation in the browser and the native library of the same version, alternating
 * in one run.
 */

/** Test data: counting int64, random float64, JSON records. */
export const benchData = ['int64', 'float64', 'json'] as const;
/** Block sizes: all data as one block, blocks of 4,096 bytes, blocks of 700 bytes (rounded down to whole elements). */
export const benchBlocks = ['bulk', 'page', 'record'] as const;
export const benchBlockBytes = { page: 4_096, record: 700 } as const;

/**
 * Times in milliseconds, and the factor between browser and native.
 * - `browserMs`: whole calls, as the engine makes them. If `inPlace`, the input already lies in the codec's WASM memory, as when a format
 *   writes its file there; otherwise the time includes the copy into WASM memory. The result is read in place until the next pass.
 * - `nativeMs`: the native library. Its input is in memory, too, and it reuses one buffer for results.
 * - `plainMs`: the native library built without the instructions that WASM lacks (bench/codecs/build-native.mjs).
 * - `copyInMs`: time to copy the input into WASM memory; `browserMs` includes it unless `inPlace`. Absent without WASM.
 * - `copyOutMs`: time to copy a pass's results into a new buffer; never included in `browserMs`. Absent without WASM.
 * - `spread`: upper quartile of the rounds' factors divided by the lower.
 * - `again`: true if bench/codecs/suspicion.mjs requested a second, longer measurement, and the figures are from it.
 */
const timesSchema = v.strictObject({
  browserMs: positive,
  nativeMs: positive,
  plainMs: v.optional(positive),
  copyInMs: v.optional(positive),
  copyOutMs: v.optional(positive),
  inPlace: v.optional(v.literal(true)),
  spread: v.optional(positive),
  again: v.optional(v.literal(true)),
});

const codecBenchCellSchema = v.strictObject({
  codec: v.string(),
  implementation: v.string(),
  level: v.nullable(v.pipe(v.number(), v.integer())),
  options: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  data: v.picklist(benchData),
  block: v.picklist(benchBlocks),
  dataBytes: bytes,
  /**
   * Sum of the compressed sizes of all blocks. An implementation that only decompresses reads the native library's blocks; then this is
   * their size.
   */
  browserBytes: bytes,
  nativeBytes: bytes,
  /** Medians of one pass over the data. Null if the implementation does not support the direction. */
  compress: v.nullable(timesSchema),
  decompress: v.nullable(timesSchema),
});
export type CodecBenchCell = v.InferOutput<typeof codecBenchCellSchema>;

export const codecBenchSchema = v.strictObject({
  format: v.literal('formatlab.codecBench'),
  version: v.literal(1),
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
  machine: v.strictObject({
    ...benchMachineEntries,
    compiler: text,
  }),
  /** Name and version of each native library, by codec and implementation: '{ "zstd/native": "zstd 1.5.7" }'. */
  native: v.record(v.string(), text),
  /** Why the native library is faster, if it uses wider vectors or instructions that WASM lacks; by 'codec/implementation'. */
  reasons: v.record(v.string(), text),
  /** Why an implementation's compressed sizes differ from the native library's; by 'codec/implementation'. */
  sizeReasons: v.optional(v.record(v.string(), text)),
  cells: v.array(codecBenchCellSchema),
});
export type CodecBench = v.InferOutput<typeof codecBenchSchema>;
