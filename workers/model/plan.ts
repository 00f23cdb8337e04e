import * as v from 'valibot';
import { budgetSchema } from './budget';
import { chosenTypeSchema } from './chosen-type';
import { lookupKeysSchema, projectColumnSchema } from './operation-choices';
import type { OptionValues } from './options';
import { maxOptionText } from './options';
import { readingSchema } from './reading-options';
import { maxSetFiles } from './user-data';

/** A plan says what to measure. It is pure data: it is stored in links and result files, and can be given on the command line. */

const id = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be an id'));
const optionValues = v.pipe(
  v.record(
    id,
    v.union([
      v.pipe(v.string(), v.maxLength(maxOptionText)),
      v.pipe(v.number(), v.minValue(-1e60), v.maxValue(1e60)),
      v.boolean(),
    ]),
  ),
  v.check((options) => Object.keys(options).length <= 32, 'has more than 32 options'),
);
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 40));
const seed = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 1));

export const operations = ['encode', 'decode', 'project', 'lookup', 'warmLookup', 'store', 'load'] as const;
export const operationSchema = v.picklist(operations);
export type Operation = v.InferOutput<typeof operationSchema>;

/** What is measured of the user's file itself, besides its size. */
export const userFileOperations: ReadonlySet<Operation> = new Set(['decode', 'project', 'lookup']);

export const granularities = ['file', 'columnChunk', 'page', 'chunk', 'buffer', 'record'] as const;

/**
 * The codec of a candidate. With an `implementation`, a codec of the registry compresses the format's file: whole (`file`), or in blocks of
 * 4,096 bytes (`page`) or 700 bytes (`record`), as `model/block-file.ts` describes. Without one, the format itself applies the codec at the
 * granularity that it names.
 */
export const candidateCodecSchema = v.strictObject({
  id,
  level: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(-(2 ** 20)), v.maxValue(100))),
  implementation: v.nullable(id),
  granularity: v.picklist(granularities),
  /**
   * Options besides the level (window, element size, dictionary …), as the implementation's metadata declares them; absent if it declares
   * none.
   */
  options: v.exactOptional(optionValues),
});
export type CandidateCodec = v.InferOutput<typeof candidateCodecSchema>;

export const candidateSchema = v.strictObject({
  format: id,
  implementation: id,
  options: optionValues,
  codec: v.nullable(candidateCodecSchema),
  /** Set if the run's own search found the candidate's settings by column, before its rounds began. */
  foundByColumn: v.exactOptional(v.literal(true)),
});
export type Candidate = v.InferOutput<typeof candidateSchema>;

/** The id of a type of users' files. Which types there are, `workers/registry/file-types.ts` finds. */
const ownFileTypeSchema = id;
export type OwnFileType = v.InferOutput<typeof ownFileTypeSchema>;

/**
 * What to do with a molecule of the user's file that cannot be read: `fatal` stops the reading, `skip` leaves the molecule out and counts
 * it.
 */
const malformedChoices = ['fatal', 'skip'] as const;
const malformedChoiceSchema = v.picklist(malformedChoices);
export type MalformedChoice = v.InferOutput<typeof malformedChoiceSchema>;

/**
 * Part of a large file, instead of all of it: about `targetBytes` of decoded data, in pieces that are spread over the file. The seed decides which
 * (rule 31 of docs/measurement.md).
 */
const fileSampleSchema = v.strictObject({ seed, targetBytes: v.pipe(count, v.minValue(1)) });
export type FileSample = v.InferOutput<typeof fileSampleSchema>;

/** How a file is sampled unless the user chooses otherwise: as much as a few candidates can be measured with in half a minute. */
export const defaultFileSample: FileSample = { seed: 1, targetBytes: 16 * 1_048_576 };

export const datasetSpecSchema = v.variant('source', [
  v.strictObject({ source: v.literal('workload'), workload: id, knobs: optionValues, size: count, seed }),
  /** A user's file. The file itself is never part of a plan. Names are null unless the user chose to include them. */
  v.strictObject({
    source: v.literal('ownFile'),
    type: ownFileTypeSchema,
    fileName: v.nullable(v.pipe(v.string(), v.maxLength(255))),
    /** Of several files, the sum. */
    fileSizeBytes: count,
    /** How many files are read as one dataset; absent for a single file. */
    fileCount: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxSetFiles))),
    /** Of the data: with a sample, of the sampled data. */
    sha256: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
    /** Absent if everything in the file is measured. */
    sample: v.exactOptional(fileSampleSchema),
    /** The column types in order, after the user's corrections; null for the guessed ones. */
    columnTypes: v.nullable(v.pipe(v.array(chosenTypeSchema), v.maxLength(10_000))),
    /** For files of molecules only. Default: `fatal`. */
    malformed: v.exactOptional(malformedChoiceSchema),
    /** The user's reading options. The `reading` of the type says which it allows. */
    reading: v.exactOptional(readingSchema),
  }),
]);
export type DatasetSpec = v.InferOutput<typeof datasetSpecSchema>;

/**
 * How many rounds to measure, and for how long. `sizes` measures file sizes only, which are exact, and gives no verdicts on speed. The
 * others do (rule 6: 8 rounds or more); `quick` takes shorter samples; `repeats` has as many rounds as the study of Java serialization
 * (source 003).
 */
export const effortModes = ['sizes', 'quick', 'standard', 'thorough', 'repeats'] as const;
const effortModeSchema = v.picklist(effortModes);
export type EffortMode = v.InferOutput<typeof effortModeSchema>;

/** The limits that an effort mode sets. */
export interface Effort {
  readonly rounds: number;
  readonly warmUpMinMs: number;
  readonly warmUpMinCalls: number;
  readonly warmUpCapMs: number;
  /** Samples of each operation in each round: sampling stops when both minimums are reached, or at the time cap. */
  readonly samplesMin: number;
  readonly samplesMs: number;
  /** The engine abandons a call that takes longer than this. */
  readonly hangLimitMs: number;
}

/** Rules 4 and 6 of docs/measurement.md set these values. If quick mode's cap cuts a warm-up short, the result says so. */
export const efforts: Record<EffortMode, Effort> = {
  sizes: {
    rounds: 2,
    warmUpMinMs: 60,
    warmUpMinCalls: 5,
    warmUpCapMs: 250,
    samplesMin: 3,
    samplesMs: 80,
    hangLimitMs: 30_000,
  },
  quick: {
    rounds: 8,
    warmUpMinMs: 60,
    warmUpMinCalls: 5,
    warmUpCapMs: 250,
    samplesMin: 3,
    samplesMs: 80,
    hangLimitMs: 30_000,
  },
  standard: {
    rounds: 8,
    warmUpMinMs: 250,
    warmUpMinCalls: 16,
    warmUpCapMs: 1_500,
    samplesMin: 5,
    samplesMs: 200,
    hangLimitMs: 60_000,
  },
  thorough: {
    rounds: 16,
    warmUpMinMs: 250,
    warmUpMinCalls: 16,
    warmUpCapMs: 1_500,
    samplesMin: 10,
    samplesMs: 500,
    hangLimitMs: 120_000,
  },
  repeats: {
    rounds: 15,
    warmUpMinMs: 250,
    warmUpMinCalls: 16,
    warmUpCapMs: 1_500,
    samplesMin: 1,
    samplesMs: 50,
    hangLimitMs: 120_000,
  },
};

/**
 * The effort's limits for trials for which a budget has too little time: a third of the warm-up and a quarter of the samples, so that a call that takes
 * long is made once beyond the cold one. Sizes and verification are the same.
 */
export function briefEffort(effort: Effort): Effort {
  return {
    ...effort,
    warmUpMinMs: effort.warmUpMinMs / 3,
    warmUpMinCalls: Math.ceil(effort.warmUpMinCalls / 3),
    warmUpCapMs: effort.warmUpCapMs / 3,
    samplesMin: 1,
    samplesMs: effort.samplesMs / 4,
  };
}

/** Throughput of the slowest codecs at their highest levels (LZMA by page, brotli 11): about 1 MB/s. */
const slowestMBps = 1;

/**
 * A call may take this many times its estimate, since estimates are rough and a phone is several times slower than the reference machine.
 */
const slowerThanEstimated = 4;

/**
 * The time in milliseconds after which the engine abandons a call: the largest of the effort's limit, the time of the slowest codec for
 * this amount of data, and several times the candidate's own estimate.
 */
export function hangLimitMs(effort: Effort, dataBytes: number, estimatedCallMs = 0): number {
  return Math.max(effort.hangLimitMs, dataBytes / 1e3 / slowestMBps, slowerThanEstimated * estimatedCallMs);
}

export const planLimits = { datasets: 16, candidates: 64 } as const;

export const planSchema = v.strictObject({
  /** Several datasets make a sweep of the size or of one parameter. */
  datasets: v.pipe(v.array(datasetSpecSchema), v.minLength(1), v.maxLength(planLimits.datasets)),
  candidates: v.pipe(v.array(candidateSchema), v.minLength(1), v.maxLength(planLimits.candidates)),
  operations: v.pipe(v.array(operationSchema), v.minLength(1), v.maxLength(operations.length)),
  effort: effortModeSchema,
  /** The time to measure. Absent: the rounds of the effort. */
  budget: v.exactOptional(budgetSchema),
  /** The seed for the order of cells, the bootstrap, and the rows and keys that are drawn. */
  seed,
  /** Set if a run of a table first searches the best Parquet settings of each column, which then are one of its candidates. */
  searchesColumns: v.exactOptional(v.literal(true)),
  /** The column to read. Absent if it is the first one. */
  projectColumn: v.exactOptional(projectColumnSchema),
  /** The rows or keys to look up. Absent for the default, 1,024 random ones. */
  lookupKeys: v.exactOptional(lookupKeysSchema),
});
export type Plan = v.InferOutput<typeof planSchema>;

/** The plan without what the search of an earlier run has found. */
export function withoutFound(plan: Plan): Plan {
  const candidates = plan.candidates.filter(({ foundByColumn }) => foundByColumn !== true);
  return candidates.length === 0 || candidates.length === plan.candidates.length ? plan : { ...plan, candidates };
}

/** A codec of the registry that compresses the format's file, whole or block by block. */
export type WrappingCodec = CandidateCodec & { readonly implementation: string };

/** The codec that compresses the candidate's file; null if there is none, or if the format itself applies it. */
export function wrappingCodec({ codec }: Pick<Candidate, 'codec'>): WrappingCodec | null {
  return codec === null || codec.implementation === null ? null : { ...codec, implementation: codec.implementation };
}

/** The codec that the candidate's format applies itself; null if there is none, or if it compresses the file. */
export function innerCodec({ codec }: Pick<Candidate, 'codec'>): CandidateCodec | null {
  return codec === null || codec.implementation !== null ? null : codec;
}

/** A stable key of a candidate. Equal candidates have the same key, whatever the order of their options. */
export function candidateKey(candidate: Candidate): string {
  const options = optionsKey(candidate.options);
  const codec = candidate.codec === null ? '' : `+${codecKey(candidate.codec)}`;
  return `${candidate.format}/${candidate.implementation}${options ? `?${options}` : ''}${codec}`;
}

function codecKey({ id: codec, level, granularity, implementation, options }: CandidateCodec): string {
  const given = optionsKey(options ?? {});
  return `${codec}${level === null ? '' : `@${level}`}:${granularity}${implementation === null ? '' : `/${implementation}`}${given ? `?${given}` : ''}`;
}

function optionsKey(options: OptionValues): string {
  return Object.entries(options)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
}
