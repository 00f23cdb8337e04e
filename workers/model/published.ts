import * as v from 'valibot';
import { clockScopes } from './entry';
import { candidateSchema } from './plan';
import { readPrintedNumber } from './printed-number';

/**
 * A published experiment as data: who, how and on what; every cell of its tables and every sentence with a number in it, as printed and in
 * base units. One file per source in `fixtures/published/`. Words are ours, in English; `printed` is the source's own.
 */

const sentence = v.pipe(v.string(), v.minLength(1), v.maxLength(1_000));
const label = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const key = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9./-]{0,79}$/, 'must be a key of letters, digits, dots, hyphens and slashes'),
);
const nonNegative = v.pipe(v.number(), v.minValue(0));

/**
 * What a figure tells. Times are seconds, sizes bytes, speeds bytes a second and rates calls of a codec or items a second in `value`; the others are bare numbers.
 * - `writeTime`, `readTime`: of the whole operation, with all that the system's clock includes.
 * - `compressTime`, `decompressTime`: of a codec alone, as the source arrives at it.
 * - `compressRate`, `decompressRate`: calls a second (“QPS”), each of a record or a page, as the unit says.
 * - `readRateMin`, `readRateMax`: items read a second in the slowest and in the fastest of the repeats; `readRate` where only one is told.
 * - `elapsedTime`: of all repeats together.
 * - `sizeRatio`: file over the file of the system that it is compared with, 1 where nothing is saved.
 * - `writeSpeedUp`, `readSpeedUp`: how many times as fast as the system that it is compared with; `factor` is any other.
 */
export const metrics = [
  'writeTime',
  'readTime',
  'compressTime',
  'decompressTime',
  'compressRate',
  'decompressRate',
  'readRate',
  'readRateMin',
  'readRateMax',
  'elapsedTime',
  'writeSpeedUp',
  'readSpeedUp',
  'latency',
  'fileSize',
  'sizeRatio',
  'memorySize',
  'pageSize',
  'pageCount',
  'itemCount',
  'idealTime',
  'count',
  'factor',
  'speed',
] as const;
export const metricSchema = v.picklist(metrics);
export type Metric = v.InferOutput<typeof metricSchema>;

/** Units as we read them, which is not always as printed: `unitReasons` says why. */
export const publishedUnits = {
  s: 1,
  ms: 1e-3,
  µs: 1e-6,
  B: 1,
  KiB: 2 ** 10,
  MB: 1e6,
  MiB: 2 ** 20,
  GB: 1e9,
  GiB: 2 ** 30,
  'MB/s': 1e6,
  'records/s': 1,
  'pages/s': 1,
  'molecules/s': 1,
  '1': 1,
} as const;
export const publishedUnitSchema = v.picklist([
  's',
  'ms',
  'µs',
  'B',
  'KiB',
  'MB',
  'MiB',
  'GB',
  'GiB',
  'MB/s',
  'records/s',
  'pages/s',
  'molecules/s',
  '1',
]);
export type PublishedUnit = v.InferOutput<typeof publishedUnitSchema>;

export const publishedFigureSchema = v.strictObject({
  /** Unique in the source. */
  id: key,
  metric: metricSchema,
  /** Null where the figure is about the data or the setting, not about a system. */
  system: v.nullable(key),
  dataset: v.nullable(key),
  /** The number exactly as it stands there, with its unit where one is printed beside it. */
  printed: label,
  unit: publishedUnitSchema,
  /** In base units: seconds, bytes, bytes or calls a second, or a bare number. */
  value: nonNegative,
  /** Where the source says only that it is less or more than that (“in less than a second”): it is in no chart. Absent: it is that. */
  bound: v.exactOptional(v.picklist(['below', 'above'])),
});
export type PublishedFigure = v.InferOutput<typeof publishedFigureSchema>;

const cell = v.union([v.pipe(v.string(), v.maxLength(200)), publishedFigureSchema]);

export const publishedTableSchema = v.strictObject({
  id: key,
  title: label,
  /** Where it stands: the section's heading, translated. */
  section: label,
  /** A cell is a heading or a figure; each row has as many as there are columns. */
  columns: v.array(cell),
  rows: v.array(v.array(cell)),
  note: v.nullable(sentence),
});
export type PublishedTable = v.InferOutput<typeof publishedTableSchema>;

/** A sentence of the source with a number in it, in our words. */
export const publishedStatementSchema = v.strictObject({
  section: label,
  says: sentence,
  figures: v.array(publishedFigureSchema),
});

export const publishedSystemSchema = v.strictObject({
  id: key,
  label,
  /** For a label beside a mark. */
  shortLabel: v.pipe(v.string(), v.maxLength(24)),
  description: sentence,
  /** For filters and colour; ids of the registry where it has them. */
  formatId: key,
  codecId: key,
  codecFamily: key,
  clock: v.strictObject({
    /** Null where the source does not say: no factor is formed with such a time. */
    writeTime: v.nullable(v.pipe(v.array(v.picklist(clockScopes)), v.minLength(1))),
    readTime: v.nullable(v.pipe(v.array(v.picklist(clockScopes)), v.minLength(1))),
    explanation: sentence,
  }),
  /** Of this source, what it is compared with, for sizes, times and speed-ups; null where it is what others are compared with, or stands alone. */
  comparedWith: v.strictObject({ fileSize: v.nullable(key), writeTime: v.nullable(key), readTime: v.nullable(key) }),
  /** What comes nearest to it here; null where nothing does, and then `candidateNote` says why. */
  candidate: v.nullable(candidateSchema),
  candidateNote: v.nullable(sentence),
});
export type PublishedSystem = v.InferOutput<typeof publishedSystemSchema>;

/** Data that the source measured on, as a workload of ours makes it. */
export const publishedWorkloadSchema = v.strictObject({
  /** Unique in the source. */
  id: key,
  /** What it is called where the source has more than one: “arrays”. */
  label,
  /** Id in the registry. */
  workload: key,
  /** The knobs that decide what the data is like: a run whose knobs differ has other data, and no mark is drawn beside it. */
  knobs: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  seed: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The size that "Run this here" takes, since the source's own may not fit a tab. */
  sizeHere: v.pipe(v.number(), v.integer(), v.minValue(1)),
  note: sentence,
});
export type PublishedWorkload = v.InferOutput<typeof publishedWorkloadSchema>;

export const publishedDatasetSchema = v.strictObject({
  id: key,
  label,
  /** Which of the source's workloads it is made by. */
  workload: key,
  /** The workload's size. */
  itemCount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** What Formatlab's own dataset of this size takes in memory: what ratios and throughputs are taken against. */
  dataBytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type PublishedDataset = v.InferOutput<typeof publishedDatasetSchema>;

const termSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('figure'), figure: key }),
  v.strictObject({ kind: v.literal('constant'), value: v.number(), meaning: label }),
]);

/** A figure that can be computed from others: the page recomputes it and says whether it agrees. */
export const publishedCheckSchema = v.strictObject({
  id: key,
  asks: sentence,
  /** What the source prints. */
  figure: key,
  /** `figure` should be the first term divided by the others, the product or the sum of all, the first less the others, or (`as`) the one term as it is. */
  operation: v.picklist(['divide', 'multiply', 'add', 'subtract', 'as']),
  terms: v.pipe(v.array(termSchema), v.minLength(1)),
  /**
   * - `rounded`: equal within the rounding of what is printed.
   * - `cut`: equal once the digits beyond what is printed are cut off, as this source does throughout.
   * - `same`: the same claim in another place: equal but for the digits that one of the two leaves out.
   * - `atLeast`, `atMost`: the source claims no less, or no more.
   * - `about`: within a quarter, as the source's own word allows.
   */
  relation: v.picklist(['rounded', 'cut', 'same', 'atLeast', 'atMost', 'about']),
});
export type PublishedCheck = v.InferOutput<typeof publishedCheckSchema>;

export const publishedFormat = 'formatlab.published';

export const publishedSourceSchema = v.strictObject({
  format: v.literal(publishedFormat),
  version: v.literal(1),
  id: v.pipe(v.string(), v.regex(/^[0-9]{3}$/)),
  /** `original` is null where the source has no title, or none is known; `english` is then ours. */
  title: v.strictObject({ original: v.nullable(label), english: label }),
  author: label,
  /** ISO date; null where the source states none. */
  date: v.nullable(v.pipe(v.string(), v.isoDate())),
  /** BCP 47. */
  language: v.pipe(v.string(), v.regex(/^[a-z]{2}$/)),
  kind: label,
  question: sentence,
  answer: sentence,
  method: v.array(sentence),
  setting: v.strictObject({
    hardware: label,
    software: label,
    threads: label,
    repeats: label,
    statistic: label,
    diskCache: label,
  }),
  /** Why a printed unit is read as it is. */
  unitReasons: v.array(v.strictObject({ metric: metricSchema, printed: label, readAs: label, reason: sentence })),
  workloads: v.pipe(v.array(publishedWorkloadSchema), v.minLength(1)),
  /** What its writing and reading are called, for the titles of charts: “Serializing”. */
  names: v.strictObject({ write: label, read: label }),
  datasets: v.pipe(v.array(publishedDatasetSchema), v.minLength(1)),
  systems: v.pipe(v.array(publishedSystemSchema), v.minLength(1)),
  tables: v.array(publishedTableSchema),
  statements: v.array(publishedStatementSchema),
  checks: v.array(publishedCheckSchema),
  beware: v.array(sentence),
});
export type PublishedSource = v.InferOutput<typeof publishedSourceSchema>;

/** Every figure of a source, table by table and then statement by statement. */
export function figuresOf(source: PublishedSource): PublishedFigure[] {
  const inTables = source.tables.flatMap(({ columns, rows }) =>
    [columns, ...rows].flat().filter((cell): cell is PublishedFigure => typeof cell !== 'string'),
  );
  return [...inTables, ...source.statements.flatMap(({ figures }) => figures)];
}

/** What one more in a figure's last printed digit would add, in base units; 0 where it is printed as a fraction. */
export function lastDigitOf(figure: PublishedFigure): number {
  return readPrintedNumber(figure.printed).lastDigit * publishedUnits[figure.unit];
}

/** How much a figure may be off by its rounding alone, in base units: half of its last printed digit. */
export const roundingOf = (figure: PublishedFigure): number => lastDigitOf(figure) / 2;
