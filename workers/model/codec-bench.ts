import * as v from 'valibot';

/** What `npm run bench:codecs` measures: each implementation in the browser beside the native library of the same version, alternating in one run. */

const positive = v.pipe(v.number(), v.gtValue(0), v.finite());
const bytes = v.pipe(v.number(), v.integer(), v.minValue(0));
const text = v.pipe(v.string(), v.maxLength(500));

/** Counting int64, random float64, JSON records. */
export const benchData = ['int64', 'float64', 'json'] as const;
/** The whole at once, blocks of 4,096 bytes, blocks of 700 bytes (or of the most whole elements in them). */
export const benchBlocks = ['bulk', 'page', 'record'] as const;
export const benchBlockBytes = { page: 4_096, record: 700 } as const;

/**
 * `browserMs` are whole calls as the engine makes them: where `inPlace`, each input lies in the codec's memory already, where formats write their files and decoding has
 * them placed; else it is copied there inside the time, where there is WASM. The result is used where it lies, until the next pass, as a format's decoder and whoever
 * writes a file do. The native side, too, has its input in memory, and reuses one buffer for its results. What copies take: `copyInMs`, beside `browserMs` where
 * `inPlace`, and inside where not; `copyOutMs`, beside it, for a pass's results into a new buffer, which whoever keeps them needs. Absent where there is no WASM.
 * `plainMs` is the native library's time without what WASM lacks (bench/codecs/build-native.mjs), which says what that comes to. `spread` is the upper quartile of the
 * rounds' factors over the lower; `again` where the figures are of the second, longer measurement that bench/codecs/suspicion.mjs asked for.
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

export const codecBenchCellSchema = v.strictObject({
  codec: v.string(),
  implementation: v.string(),
  level: v.nullable(v.pipe(v.number(), v.integer())),
  options: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  data: v.picklist(benchData),
  block: v.picklist(benchBlocks),
  dataBytes: bytes,
  /** Sum over the blocks. Of an implementation that only reads, `browserBytes` is what it read: the native library's. */
  browserBytes: bytes,
  nativeBytes: bytes,
  /** Medians of one pass over the data. Null where the side does not do it. */
  compress: v.nullable(timesSchema),
  decompress: v.nullable(timesSchema),
});
export type CodecBenchCell = v.InferOutput<typeof codecBenchCellSchema>;

export const codecBenchSchema = v.strictObject({
  format: v.literal('formatlab.codecBench'),
  version: v.literal(1),
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
  machine: v.strictObject({
    processor: text,
    logicalCores: v.pipe(v.number(), v.integer(), v.minValue(1)),
    system: text,
    browser: text,
    compiler: text,
  }),
  /** Name and version of each native library, by codec and implementation: '{ "zstd/native": "zstd 1.5.7" }'. */
  native: v.record(v.string(), text),
  /** Why a codec's ratio is what it is, where native uses wider vectors or instructions that WASM lacks, by 'codec/implementation'. */
  reasons: v.record(v.string(), text),
  /** Why an implementation's sizes are not the native library's, by 'codec/implementation'. */
  sizeReasons: v.optional(v.record(v.string(), text)),
  cells: v.array(codecBenchCellSchema),
});
export type CodecBench = v.InferOutput<typeof codecBenchSchema>;
