import * as v from 'valibot';
import { datasetSchemaSchema } from './dataset';
import { clockScopes } from './entry';
import { environmentSchema } from './environment';
import { errorRecordSchema, stageSchema } from './errors';
import { fileSettingsSchema } from './file-settings';
import { operationSchema, planSchema } from './plan';
import { maxParts } from './statistics/sample-parts';

/**
 * The result of a run: the plan, the datasets, each cell's raw samples, and the environment. Statistics are not stored. They are a pure
 * function of the samples (`statistics/`), so that a result can be checked.
 */

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/**
 * A time in milliseconds: zero, or from 1 femtosecond, far below any clock's step, to about thirty years. The bounds keep divisions by a
 * time finite. JSON.parse reads 1e999 as Infinity.
 */
const milliseconds = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(1e12),
  v.check((ms) => ms === 0 || ms >= 1e-12, 'is a time shorter than a femtosecond'),
);
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal'));
/** The maximum number of characters of a reason, a warning or a note. */
export const sentenceLimit = 1_000;
const sentence = v.pipe(v.string(), v.maxLength(sentenceLimit));
/** The maximum number of notes on how a user's file was read. */
export const noteLimit = 100;

/** One operation in one trial. */
const roundSamplesSchema = v.strictObject({
  round: count,
  /** Time of the first call in this worker, before any warm-up. */
  coldMs: milliseconds,
  warmUpMs: milliseconds,
  warmUpCalls: count,
  /** False if the time cap ended the warm-up before two windows of calls agreed within 5 %. */
  warm: v.boolean(),
  callsPerSample: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Milliseconds per call: a sample's time divided by its number of calls. */
  samplesMs: v.pipe(v.array(milliseconds), v.maxLength(100_000)),
});
export type RoundSamples = v.InferOutput<typeof roundSamplesSchema>;

const operationResultSchema = v.variant('status', [
  v.strictObject({
    status: v.literal('measured'),
    rounds: v.pipe(v.array(roundSamplesSchema), v.maxLength(1_000)),
    clock: v.array(v.picklist(clockScopes)),
    wasmCopyInClock: v.nullable(v.boolean()),
    /** The column of `project`, or the keys of `lookup`; null for other operations. */
    detail: v.nullable(sentence),
    /** What one call processes: bytes of data, or the number of look-ups for `lookup`. */
    itemsPerCall: count,
  }),
  v.strictObject({ status: v.literal('unsupported'), reason: sentence }),
  v.strictObject({ status: v.literal('failed'), error: errorRecordSchema }),
]);
export type OperationResult = v.InferOutput<typeof operationResultSchema>;
export type MeasuredOperation = Extract<OperationResult, { status: 'measured' }>;

const verificationSchema = v.strictObject({
  /** The id of the second decoder's implementation; 'self' if no other implementation here reads the file. */
  verifiedBy: v.pipe(v.string(), v.maxLength(100)),
  /** Why no second decoder verified the file; null if one did. */
  reason: v.nullable(sentence),
  /** The losses that the format declares for this dataset. */
  loss: v.array(sentence),
  /** For a table with a declared loss: how many values the round trip changed. */
  changedValues: v.exactOptional(v.strictObject({ changed: count, total: count })),
  /** Second decoders that refused the file or read other values. The page shows them as non-conformance. */
  rejectedBy: v.array(v.strictObject({ implementation: v.pipe(v.string(), v.maxLength(100)), message: sentence })),
});
export type Verification = v.InferOutput<typeof verificationSchema>;

const cellPlace = { dataset: count, candidate: count };

/** Counts of a file's parts (`records`, `leafPages` …). */
const countsSchema = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(50)), count),
  v.check((counts) => Object.keys(counts).length <= 40, 'has more than 40 counts'),
);

const wholeBytesSchema = v.pipe(
  v.strictObject({ low: count, likely: count, high: count }),
  v.check(({ low, likely, high }) => low <= likely && likely <= high, 'has limits that do not hold its likely size'),
);
export type WholeBytes = v.InferOutput<typeof wholeBytesSchema>;

const cellResultSchema = v.variant('status', [
  v.strictObject({
    status: v.literal('completed'),
    ...cellPlace,
    /** The size of the file in bytes. Null if the candidate makes no file (a conversion in memory). */
    sizeBytes: v.nullable(count),
    /** SHA-256 of the encoded file; null without one. Equal library versions give equal bytes, unless the format writes a timestamp. */
    encodedSha256: v.nullable(sha256),
    /** In a run of a native script: the libraries used instead of the browser's, with their versions. */
    madeBy: v.exactOptional(
      v.strictObject({
        format: v.pipe(v.string(), v.maxLength(100)),
        /** The library of the codec that compresses the file. */
        codec: v.nullable(v.pipe(v.string(), v.maxLength(100))),
      }),
    ),
    /** If the format reports them. */
    counts: v.exactOptional(countsSchema),
    /**
     * Set if only an evenly spread sample of the items was measured: how many items, and their bytes of data. Size, ratio and times are
     * those of the sample.
     */
    sample: v.exactOptional(
      v.strictObject({
        items: count,
        dataBytes: count,
        /** Bytes of the file that do not grow with the number of items. */ fixedBytes: count,
      }),
    ),
    /**
     * If the data are a sample of a file: the sizes of up to 8 parts of it, each encoded alone (`partRanges` in `statistics/sample-parts.ts`), from
     * which the whole file's size is predicted.
     */
    partsBytes: v.exactOptional(v.pipe(v.array(count), v.minLength(1), v.maxLength(maxParts))),
    /** The size of the sample's file with each unit of the sample broken in two (`brokenUnits`): what neighbouring rows save. */
    brokenBytes: v.exactOptional(count),
    /** If the file has dictionaries in row groups: the size of the whole file, and its limits by how fast the dictionaries may grow. */
    wholeBytes: v.exactOptional(wholeBytesSchema),
    verification: verificationSchema,
    operations: v.record(operationSchema, operationResultSchema),
    setUpMs: milliseconds,
    wasmPeakBytes: v.nullable(count),
    /** Rounds that were discarded because the tab was hidden or frozen. */
    discardedRounds: count,
  }),
  v.strictObject({ status: v.literal('failed'), ...cellPlace, error: errorRecordSchema }),
  v.strictObject({ status: v.literal('unsupported'), ...cellPlace, reason: sentence }),
  v.strictObject({ status: v.literal('cancelled'), ...cellPlace }),
  /**
   * The plan's budget ended before the candidate was measured once. The size of its file, which was neither read nor timed, is null if there was none
   * yet.
   */
  v.strictObject({ status: v.literal('overBudget'), ...cellPlace, sizeBytes: v.nullable(count) }),
  v.strictObject({ status: v.literal('timedOut'), ...cellPlace, stage: stageSchema, limitMs: milliseconds }),
]);
export type CellResult = v.InferOutput<typeof cellResultSchema>;
export type CompletedCell = Extract<CellResult, { status: 'completed' }>;

/**
 * The file's size. For a sample, the size is extrapolated to all items, which hold `dataBytes` bytes. Null if the candidate makes no file.
 */
export function extrapolatedSizeBytes({ sizeBytes, sample }: CompletedCell, dataBytes: number): number | null {
  if (sizeBytes === null || sample === undefined || sample.dataBytes === 0) return sizeBytes;
  return Math.round(sample.fixedBytes + ((sizeBytes - sample.fixedBytes) * dataBytes) / sample.dataBytes);
}

/** The pieces of a file that a sample consists of. */
const sampleUnitKinds = ['rowGroups', 'pages', 'batches', 'stripes', 'blocks', 'rows', 'files', 'chunks'] as const;
/** The maximum number of pieces of a sample. */
export const sampleUnitLimit = 1_000;

/** How much of the user's file a sample holds. */
const datasetSampleSchema = v.strictObject({
  unitKind: v.picklist(sampleUnitKinds),
  /** The items of each unit, in the order of the sample. */
  unitItems: v.pipe(v.array(count), v.minLength(1), v.maxLength(sampleUnitLimit)),
  /** The units of the whole file. */
  unitCount: count,
  /** The items of the whole file. */
  totalItems: count,
  /** True if the items of the whole file were not counted, but follow from the share that was read. */
  isTotalEstimated: v.boolean(),
  /** True if the units are the first ones of the file, since others can't be read alone. */
  isFirstPart: v.boolean(),
  /** The share of the user's file that the sample is of: its bytes, by the items of the sample and of the whole file. */
  fileBytes: count,
});
export type DatasetSample = v.InferOutput<typeof datasetSampleSchema>;

const datasetInfoSchema = v.variant('status', [
  v.strictObject({
    status: v.literal('ready'),
    schema: datasetSchemaSchema,
    itemCount: count,
    /** Bytes of the data's buffers in memory; ratios are computed with them. */
    dataBytes: count,
    sha256,
    generateMs: milliseconds,
    /** For a sample of a user's file, whose items, bytes and SHA-256 the fields above tell. */
    sample: v.exactOptional(datasetSampleSchema),
    /** For a user's text file: the options with which it was read. */
    readAs: v.exactOptional(sentence),
    /** For a user's file: columns that changed their type, and rows that were left out. */
    notes: v.exactOptional(v.pipe(v.array(sentence), v.maxLength(noteLimit))),
    /** For a user's file: the settings with which it was written. */
    fileSettings: v.exactOptional(fileSettingsSchema),
    /** For a user's file: the times in which a candidate's decoder reads the file itself, or why it does not. */
    fileDecode: v.exactOptional(
      v.strictObject({
        /** The decoder's format and implementation. Null if there is no decoder. */
        reader: v.nullable(v.pipe(v.string(), v.maxLength(200))),
        result: operationResultSchema,
        /** Reading one column alone, and looking up rows or keys, if the plan has them. */
        parts: v.exactOptional(
          v.strictObject({
            project: v.exactOptional(operationResultSchema),
            lookup: v.exactOptional(operationResultSchema),
          }),
        ),
        counts: v.exactOptional(countsSchema),
        /** How the trial ended after which no more were made. The rounds before it count. */
        endedBy: v.exactOptional(v.picklist(['failed', 'timedOut'])),
      }),
    ),
  }),
  v.strictObject({ status: v.literal('failed'), error: errorRecordSchema }),
  v.strictObject({ status: v.literal('pending') }),
]);
export type DatasetInfo = v.InferOutput<typeof datasetInfoSchema>;
/** What is known of the times in which the user's file itself is read. */
export type FileDecode = NonNullable<Extract<DatasetInfo, { status: 'ready' }>['fileDecode']>;

/** The A/A control: the same candidate measured twice, as if it were two (rule 17), with the raw samples of both arms, round by round. */
const noiseFloorSchema = v.strictObject({
  candidate: count,
  dataset: count,
  operation: operationSchema,
  a: v.array(roundSamplesSchema),
  b: v.array(roundSamplesSchema),
});

/** A relative change of the drift kernel's time beyond this means that the machine's own speed has changed (rule 16). */
export const maxRelativeDrift = 0.1;

export const resumptionLimit = 100;

/** Where a run went on after it was stopped, or after its page was closed. */
const resumptionSchema = v.strictObject({
  /** The first round after it. */
  round: count,
  /** In UTC, in ISO 8601. */
  resumedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Times of the drift kernel at the end of the part before, and at the begin of the part after; null while they are unknown. */
  kernelMsBefore: v.nullable(milliseconds),
  kernelMsAfter: v.nullable(milliseconds),
});
export type Resumption = v.InferOutput<typeof resumptionSchema>;

/** The maximum number of warnings of one run; later ones are dropped. */
export const warningLimit = 100;
export const resultFormat = 'formatlab.result';
export const resultVersion = 1 as const;

export const runResultSchema = v.strictObject({
  format: v.literal(resultFormat),
  version: v.literal(resultVersion),
  /** The start of the run in UTC, in ISO 8601. */
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  finishedAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  plan: planSchema,
  environment: environmentSchema,
  datasets: v.pipe(v.array(datasetInfoSchema), v.maxLength(16)),
  cells: v.pipe(v.array(cellResultSchema), v.maxLength(1_024)),
  noiseFloor: v.nullable(noiseFloorSchema),
  /** How much of the plan's budget has passed, in milliseconds. Absent without a budget. */
  budgetSpentMs: v.exactOptional(milliseconds),
  /** Absent if the run was measured in one go. */
  resumptions: v.exactOptional(v.pipe(v.array(resumptionSchema), v.maxLength(resumptionLimit))),
  warnings: v.pipe(v.array(sentence), v.maxLength(warningLimit)),
});
export type RunResult = v.InferOutput<typeof runResultSchema>;
export type NoiseFloorSamples = v.InferOutput<typeof noiseFloorSchema>;
