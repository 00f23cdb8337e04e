import * as v from 'valibot';
import { chosenTypeSchema } from './chosen-type';
import { lookupKeysSchema, projectColumnSchema } from './operation-choices';
import type { OptionValues } from './options';
import { delimitedReadingSchema } from './reading-options';

/** What to measure. A plan is pure data: it lives in the URL, in result files and on the command line. */

const id = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be an id'));
const optionValues = v.pipe(
  v.record(
    id,
    v.union([
      v.pipe(v.string(), v.maxLength(1_000)),
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

export const granularities = ['file', 'columnChunk', 'page', 'chunk', 'buffer', 'record'] as const;

/**
 * The codec of a candidate. With an `implementation`, a codec of the registry wraps the format's file: whole (`file`), or in blocks of 4,096 (`page`) or 700 (`record`) bytes,
 * as `model/block-file.ts` lays them out. Without one, it is the format's own, at the granularity that the format names.
 */
export const candidateCodecSchema = v.strictObject({
  id,
  level: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(-(2 ** 20)), v.maxValue(100))),
  implementation: v.nullable(id),
  granularity: v.picklist(granularities),
  /** Beyond the level (window, element size, dictionary …), as the implementation's metadata declare them; absent where it declares none. */
  options: v.exactOptional(optionValues),
});
export type CandidateCodec = v.InferOutput<typeof candidateCodecSchema>;

export const candidateSchema = v.strictObject({
  format: id,
  implementation: id,
  options: optionValues,
  codec: v.nullable(candidateCodecSchema),
});
export type Candidate = v.InferOutput<typeof candidateSchema>;

export const ownFileTypes = ['csv', 'json', 'ndjson', 'parquet', 'arrow', 'npy', 'smiles', 'sdf', 'bytes'] as const;
export const ownFileTypeSchema = v.picklist(ownFileTypes);
export type OwnFileType = v.InferOutput<typeof ownFileTypeSchema>;

/** What becomes of a molecule of the user's file that can't be read: `fatal` ends the reading, `skip` leaves it out and counts it. */
export const malformedChoices = ['fatal', 'skip'] as const;
export const malformedChoiceSchema = v.picklist(malformedChoices);
export type MalformedChoice = v.InferOutput<typeof malformedChoiceSchema>;

/** Types of files that hold molecules: only these leave the choice. */
export const isMoleculeFile = (type: OwnFileType | null): boolean => type === 'smiles' || type === 'sdf';

export const datasetSpecSchema = v.variant('source', [
  v.strictObject({ source: v.literal('workload'), workload: id, knobs: optionValues, size: count, seed }),
  /** The file itself is never part of a plan; names are null unless the user ticked that they may be told. */
  v.strictObject({
    source: v.literal('ownFile'),
    type: ownFileTypeSchema,
    fileName: v.nullable(v.pipe(v.string(), v.maxLength(255))),
    fileSizeBytes: count,
    sha256: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
    /** Types of the columns in order, as corrected by the user. */
    columnTypes: v.nullable(v.pipe(v.array(chosenTypeSchema), v.maxLength(10_000))),
    /** Of files of molecules; absent is `fatal`. */
    malformed: v.exactOptional(malformedChoiceSchema),
    /** What the user says of how a table is read; what each type of file allows is in `readingSchemas`. */
    reading: v.exactOptional(delimitedReadingSchema),
  }),
]);
export type DatasetSpec = v.InferOutput<typeof datasetSpecSchema>;

/**
 * How long and how often. `sizes` is for who asks for sizes alone, which are exact: it gives no verdicts on speeds. The others do (rule 6: 8 rounds or more), `quick` by short
 * samples; `repeats` has as many rounds as source 003.
 */
export const effortModes = ['sizes', 'quick', 'standard', 'thorough', 'repeats'] as const;
export const effortModeSchema = v.picklist(effortModes);
export type EffortMode = v.InferOutput<typeof effortModeSchema>;

export interface Effort {
  readonly rounds: number;
  readonly warmUpMinMs: number;
  readonly warmUpMinCalls: number;
  readonly warmUpCapMs: number;
  /** Samples of each operation in each round: until both are reached, or the cap on time. */
  readonly samplesMin: number;
  readonly samplesMs: number;
  /** One call of one operation is given up after this long. */
  readonly hangLimitMs: number;
}

/** Rules 4 and 6 of docs/measurement.md; quick mode's shorter warm-up is labelled where it cut something short. */
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

/** The slowest codecs at their highest levels (LZMA by page, brotli 11) make about one MB a second. */
const slowestMBps = 1;

/** Estimates are rough, and a phone takes several times as long as the machine that they were taken on. */
const slowerThanEstimated = 4;

/**
 * One call is given up after the effort's limit, or where the data are large after as long as the slowest codec may take for them, or the candidate by the estimate of its own
 * longest call, several times over.
 */
export function hangLimitMs(effort: Effort, dataBytes: number, estimatedCallMs = 0): number {
  return Math.max(effort.hangLimitMs, dataBytes / 1e3 / slowestMBps, slowerThanEstimated * estimatedCallMs);
}

export const planLimits = { datasets: 16, candidates: 64 } as const;

export const planSchema = v.strictObject({
  /** More than one for a size sweep. */
  datasets: v.pipe(v.array(datasetSpecSchema), v.minLength(1), v.maxLength(planLimits.datasets)),
  candidates: v.pipe(v.array(candidateSchema), v.minLength(1), v.maxLength(planLimits.candidates)),
  operations: v.pipe(v.array(operationSchema), v.minLength(1), v.maxLength(operations.length)),
  effort: effortModeSchema,
  /** Of the order of cells, of the resampler, and of the rows and keys that are drawn. */
  seed,
  /** Absent is the first column. */
  projectColumn: v.exactOptional(projectColumnSchema),
  /** Absent is 1,024 drawn ones. */
  lookupKeys: v.exactOptional(lookupKeysSchema),
});
export type Plan = v.InferOutput<typeof planSchema>;

/** A codec of the registry that wraps the format's file, whole or block by block. */
export type WrappingCodec = CandidateCodec & { readonly implementation: string };

/** The codec that wraps the candidate's file; null where there is none, or it is inside the format. */
export function wrappingCodec({ codec }: Pick<Candidate, 'codec'>): WrappingCodec | null {
  return codec === null || codec.implementation === null ? null : { ...codec, implementation: codec.implementation };
}

/** The codec inside the candidate's format; null where there is none, or it wraps the file. */
export function innerCodec({ codec }: Pick<Candidate, 'codec'>): CandidateCodec | null {
  return codec === null || codec.implementation !== null ? null : codec;
}

/** A stable key of a candidate, equal for equal candidates whatever the order of their options. */
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
