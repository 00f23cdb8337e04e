import * as v from 'valibot';
import { datasetSchemaSchema } from './dataset';
import { clockScopes } from './entry';
import { environmentSchema } from './environment';
import { errorRecordSchema, stageSchema } from './errors';
import { fileSettingsSchema } from './file-settings';
import { operationSchema, planSchema } from './plan';

/**
 * The result of a run: the plan, what each dataset was, each cell's raw samples, and the environment. Statistics
 * are not stored: they are a pure function of the samples (`statistics/`), so that a result can be checked.
 */

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/**
 * Zero, or from a femtosecond, far below what any clock tells, to some thirty years: what charts divide by a time then stays a number. JSON's 1e999 is read
 * as Infinity.
 */
const milliseconds = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(1e12),
  v.check((ms) => ms === 0 || ms >= 1e-12, 'is a time shorter than a femtosecond'),
);
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal'));
/** Characters of a reason, a warning or a note. */
export const sentenceLimit = 1_000;
const sentence = v.pipe(v.string(), v.maxLength(sentenceLimit));
/** Notes on how an own file was read. */
export const noteLimit = 100;

/** One operation in one trial. */
export const roundSamplesSchema = v.strictObject({
  round: count,
  /** The first call in this worker, before any warm-up. */
  coldMs: milliseconds,
  warmUpMs: milliseconds,
  warmUpCalls: count,
  /** False where the cap ended the warm-up before two windows agreed within 5 %. */
  warm: v.boolean(),
  callsPerSample: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Per call: a sample's time divided by its calls. */
  samplesMs: v.pipe(v.array(milliseconds), v.maxLength(100_000)),
});
export type RoundSamples = v.InferOutput<typeof roundSamplesSchema>;

export const operationResultSchema = v.variant('status', [
  v.strictObject({
    status: v.literal('measured'),
    rounds: v.pipe(v.array(roundSamplesSchema), v.maxLength(1_000)),
    clock: v.array(v.picklist(clockScopes)),
    wasmCopyInClock: v.nullable(v.boolean()),
    /** Of `project` the column, of `lookup` the number of keys in a call; null otherwise. */
    detail: v.nullable(sentence),
    /** What one call worked through: data bytes for whole-dataset operations, look-ups for `lookup`. */
    itemsPerCall: count,
  }),
  v.strictObject({ status: v.literal('unsupported'), reason: sentence }),
  v.strictObject({ status: v.literal('failed'), error: errorRecordSchema }),
]);
export type OperationResult = v.InferOutput<typeof operationResultSchema>;
export type MeasuredOperation = Extract<OperationResult, { status: 'measured' }>;

export const verificationSchema = v.strictObject({
  /** 'self' where the implementation that wrote was the only one here that reads, else the second decoder's implementation id. */
  verifiedBy: v.pipe(v.string(), v.maxLength(100)),
  /** Why no second decoder checked it; null where one did. */
  reason: v.nullable(sentence),
  /** What the format declares it loses on this dataset. */
  loss: v.array(sentence),
  /** Of a table with a declared loss: how many of its values came back other than they went in. */
  changedValues: v.exactOptional(v.strictObject({ changed: count, total: count })),
  /** Second decoders that refused the bytes or read other values: shown as non-conformance. */
  rejectedBy: v.array(v.strictObject({ implementation: v.pipe(v.string(), v.maxLength(100)), message: sentence })),
});
export type Verification = v.InferOutput<typeof verificationSchema>;

const cellPlace = { dataset: count, candidate: count };

export const cellResultSchema = v.variant('status', [
  v.strictObject({
    status: v.literal('completed'),
    ...cellPlace,
    /** Null where no file is made: a conversion in memory. */
    sizeBytes: v.nullable(count),
    /** Of the encoded file: equal library versions give equal bytes, unless the format stamps the time. Null where there is none. */
    encodedSha256: v.nullable(sha256),
    /** The libraries that took the browser's part, with their versions, in a run of a native script. */
    madeBy: v.exactOptional(
      v.strictObject({
        format: v.pipe(v.string(), v.maxLength(100)),
        /** Of the codec that wraps the file. */
        codec: v.nullable(v.pipe(v.string(), v.maxLength(100))),
      }),
    ),
    /** What is in the file (`records`, `leafPages` …), where the format tells. */
    counts: v.exactOptional(
      v.pipe(
        v.record(v.pipe(v.string(), v.maxLength(50)), count),
        v.check((counts) => Object.keys(counts).length <= 20, 'has more than 20 counts'),
      ),
    ),
    /** Measured on an evenly spread sample of the items: how many, and the bytes of data that they hold. Size, ratio and times are the sample's. */
    sample: v.exactOptional(
      v.strictObject({
        items: count,
        dataBytes: count,
        /** Of the file: they would be no more with all items. */ fixedBytes: count,
      }),
    ),
    verification: verificationSchema,
    operations: v.record(operationSchema, operationResultSchema),
    setUpMs: milliseconds,
    wasmPeakBytes: v.nullable(count),
    /** Rounds that were thrown away because the tab was hidden or frozen. */
    discardedRounds: count,
  }),
  v.strictObject({ status: v.literal('failed'), ...cellPlace, error: errorRecordSchema }),
  v.strictObject({ status: v.literal('unsupported'), ...cellPlace, reason: sentence }),
  v.strictObject({ status: v.literal('cancelled'), ...cellPlace }),
  v.strictObject({ status: v.literal('timedOut'), ...cellPlace, stage: stageSchema, limitMs: milliseconds }),
]);
export type CellResult = v.InferOutput<typeof cellResultSchema>;
export type CompletedCell = Extract<CellResult, { status: 'completed' }>;

/** The file's size; of a sample, what the whole would take, given the data bytes of all items. Null where no file is made. */
export function wholeSizeBytes({ sizeBytes, sample }: CompletedCell, dataBytes: number): number | null {
  if (sizeBytes === null || sample === undefined || sample.dataBytes === 0) return sizeBytes;
  return Math.round(sample.fixedBytes + ((sizeBytes - sample.fixedBytes) * dataBytes) / sample.dataBytes);
}

export const datasetInfoSchema = v.variant('status', [
  v.strictObject({
    status: v.literal('ready'),
    schema: datasetSchemaSchema,
    itemCount: count,
    /** Size of the buffers in memory: what ratios are taken against. */
    dataBytes: count,
    sha256,
    generateMs: milliseconds,
    /** Of an own file of text: how it was read, found out or chosen. */
    readAs: v.exactOptional(sentence),
    /** Of an own file: what became another type, or was left out, when it was read. */
    notes: v.exactOptional(v.pipe(v.array(sentence), v.maxLength(noteLimit))),
    /** Of an own file: how it is written. */
    fileSettings: v.exactOptional(fileSettingsSchema),
  }),
  v.strictObject({ status: v.literal('failed'), error: errorRecordSchema }),
  v.strictObject({ status: v.literal('pending') }),
]);
export type DatasetInfo = v.InferOutput<typeof datasetInfoSchema>;

/** Two identical candidates measured as if they were two (rule 17): raw samples of both arms, round by round. */
export const noiseFloorSchema = v.strictObject({
  candidate: count,
  dataset: count,
  operation: operationSchema,
  a: v.array(roundSamplesSchema),
  b: v.array(roundSamplesSchema),
});

/** Warnings past these are dropped as they come: a machine so unsteady has said it by then. */
export const warningLimit = 100;
export const resultFormat = 'formatlab.result';
export const resultVersion = 1 as const;

export const runResultSchema = v.strictObject({
  format: v.literal(resultFormat),
  version: v.literal(resultVersion),
  /** ISO 8601, UTC. */
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  finishedAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  plan: planSchema,
  environment: environmentSchema,
  datasets: v.pipe(v.array(datasetInfoSchema), v.maxLength(16)),
  cells: v.pipe(v.array(cellResultSchema), v.maxLength(1_024)),
  noiseFloor: v.nullable(noiseFloorSchema),
  warnings: v.pipe(v.array(sentence), v.maxLength(warningLimit)),
});
export type RunResult = v.InferOutput<typeof runResultSchema>;
export type NoiseFloorSamples = v.InferOutput<typeof noiseFloorSchema>;
