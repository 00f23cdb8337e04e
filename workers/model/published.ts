import * as v from 'valibot';
import { clockScopes } from './entry';
import { candidateSchema } from './plan';
import { readPrintedNumber } from './printed-number';

/**
 * A published experiment as data: authors, method and data, every cell of its tables, and every sentence with a number, both as printed and
 * in base units. One file per source in `fixtures/published/`. Texts are our translation or summary in English; `printed` is the source's
 * own text.
 */

const sentence = v.pipe(v.string(), v.minLength(1), v.maxLength(1_000));
const label = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const key = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9./-]{0,79}$/, 'must be a key of letters, digits, dots, hyphens and slashes'),
);
const nonNegative = v.pipe(v.number(), v.minValue(0));

/**
 * What a figure measures. In `value`, times are in seconds, sizes in bytes, speeds in bytes/s, and rates in codec calls or items per
 * second. The others are plain numbers.
 * - `writeTime`, `readTime`: the whole operation, with everything that the system's clock includes.
 * - `compressTime`, `decompressTime`: a codec alone, as the source determines it.
 * - `compressRate`, `decompressRate`: codec calls per second (“QPS”), each of a record or a page, as the unit says.
 * - `readRateMin`, `readRateMax`: items read per second in the slowest and in the fastest repeat. `readRate` if the source gives only one.
 * - `elapsedTime`: all repeats together.
 * - `sizeRatio`: file size divided by the file size of the system that it is compared with; 1 if nothing is saved.
 * - `writeSpeedUp`, `readSpeedUp`: how many times as fast as the system that it is compared with. `factor`: any other factor.
 */
const metrics = [
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
const metricSchema = v.picklist(metrics);
export type Metric = v.InferOutput<typeof metricSchema>;

/** Units as we read them. They may differ from the printed ones; `unitReasons` then says why. */
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
const publishedUnitSchema = v.picklist([
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

const publishedFigureSchema = v.strictObject({
  /** An id that is unique in its source. */
  id: key,
  metric: metricSchema,
  /** The id of the system. Null if the figure is about the data or the set-up, not about a system. */
  system: v.nullable(key),
  dataset: v.nullable(key),
  /** The number exactly as printed, with its unit if one is printed beside it. */
  printed: label,
  unit: publishedUnitSchema,
  /** In base units: seconds, bytes, bytes/s, calls/s, or a plain number. */
  value: nonNegative,
  /** Set if the source gives only a limit (“in less than a second”). Charts do not show such figures. Absent for exact values. */
  bound: v.exactOptional(v.picklist(['below', 'above'])),
});
export type PublishedFigure = v.InferOutput<typeof publishedFigureSchema>;

const cell = v.union([v.pipe(v.string(), v.maxLength(200)), publishedFigureSchema]);

const publishedTableSchema = v.strictObject({
  id: key,
  title: label,
  /** The heading of the source's section, translated. */
  section: label,
  /** The table's columns. Each cell is a heading or a figure, and each row has as many cells as there are columns. */
  columns: v.array(cell),
  rows: v.array(v.array(cell)),
  note: v.nullable(sentence),
});
export type PublishedTable = v.InferOutput<typeof publishedTableSchema>;

/** A sentence of the source that contains a number, in our words. */
const publishedStatementSchema = v.strictObject({
  section: label,
  says: sentence,
  figures: v.array(publishedFigureSchema),
});

/** A system that the source measured. */
const publishedSystemSchema = v.strictObject({
  id: key,
  label,
  /** The label beside a mark in a chart. */
  shortLabel: v.pipe(v.string(), v.maxLength(24)),
  description: sentence,
  /** Format and codec for filters and colours; ids of the registry if it has them. */
  formatId: key,
  codecId: key,
  codecFamily: key,
  clock: v.strictObject({
    /** What the clock of the source's write times includes. Null if the source does not say; then no factor uses such a time. */
    writeTime: v.nullable(v.pipe(v.array(v.picklist(clockScopes)), v.minLength(1))),
    readTime: v.nullable(v.pipe(v.array(v.picklist(clockScopes)), v.minLength(1))),
    explanation: sentence,
  }),
  /**
   * The systems of this source that sizes, times and speed-ups are compared with; null if the system is itself the reference, or has none.
   */
  comparedWith: v.strictObject({ fileSize: v.nullable(key), writeTime: v.nullable(key), readTime: v.nullable(key) }),
  /** The candidate that comes closest to the system; null if none does, and then `candidateNote` says why. */
  candidate: v.nullable(candidateSchema),
  candidateNote: v.nullable(sentence),
});
export type PublishedSystem = v.InferOutput<typeof publishedSystemSchema>;

/** A workload of ours that generates data like the source's. */
const publishedWorkloadSchema = v.strictObject({
  /** An id that is unique in its source. */
  id: key,
  /** A name, if the source has more than one workload: “arrays”. */
  label,
  /** Id in the registry. */
  workload: key,
  /**
   * The parameters that determine the data. The charts draw no published mark beside a run with other parameters, since its data differ.
   */
  knobs: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  seed: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The size for “Run this here”, since the source's own size may not fit into a tab's memory. */
  sizeHere: v.pipe(v.number(), v.integer(), v.minValue(1)),
  note: sentence,
});
export type PublishedWorkload = v.InferOutput<typeof publishedWorkloadSchema>;

/** A dataset of the source. */
const publishedDatasetSchema = v.strictObject({
  id: key,
  label,
  /** Which of the source's workloads generates it. */
  workload: key,
  /** The workload's size. */
  itemCount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Bytes of Formatlab's own dataset of this size in memory, with which ratios and throughputs are computed. */
  dataBytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type PublishedDataset = v.InferOutput<typeof publishedDatasetSchema>;

const termSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('figure'), figure: key }),
  v.strictObject({ kind: v.literal('constant'), value: v.number(), meaning: label }),
]);

/** A figure that can be computed from others. The page recomputes it and says whether it agrees. */
export const publishedCheckSchema = v.strictObject({
  id: key,
  asks: sentence,
  /** The printed figure. */
  figure: key,
  /**
   * How the figure follows from the terms: the first divided by the others; the product or the sum of all; the first minus the others; or
   * (`as`) equal to the only term.
   */
  operation: v.picklist(['divide', 'multiply', 'add', 'subtract', 'as']),
  terms: v.pipe(v.array(termSchema), v.minLength(1)),
  /**
   * - `rounded`: equal within the rounding of the printed figures.
   * - `cut`: equal if the digits after the printed ones are cut off, as this source does throughout.
   * - `same`: the same claim in another place, equal except for digits that one of them omits.
   * - `atLeast`, `atMost`: the source claims no less, or no more.
   * - `about`: equal within a quarter, as the source itself says “about”.
   */
  relation: v.picklist(['rounded', 'cut', 'same', 'atLeast', 'atMost', 'about']),
});
export type PublishedCheck = v.InferOutput<typeof publishedCheckSchema>;

const publishedFormat = 'formatlab.published';

export const publishedSourceSchema = v.strictObject({
  format: v.literal(publishedFormat),
  version: v.literal(1),
  id: v.pipe(v.string(), v.regex(/^[0-9]{3}$/)),
  /** `original` is null if the source has no title, or its title is unknown; `english` is then ours. */
  title: v.strictObject({ original: v.nullable(label), english: label }),
  author: label,
  /** The author's name in Latin letters, if the source prints it in others. */
  authorLatin: v.optional(label),
  /** ISO date; null if the source states none. */
  date: v.nullable(v.pipe(v.string(), v.isoDate())),
  /** Language code (BCP 47). */
  language: v.pipe(v.string(), v.regex(/^[a-z]{2}$/)),
  kind: label,
  question: sentence,
  /** The source's answer in one sentence, with its own figures. */
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
  /** Why a printed unit is read as another one. */
  unitReasons: v.array(v.strictObject({ metric: metricSchema, printed: label, readAs: label, reason: sentence })),
  workloads: v.pipe(v.array(publishedWorkloadSchema), v.minLength(1)),
  /** What the source calls writing and reading, for titles of charts: “Serializing”. */
  names: v.strictObject({ write: label, read: label }),
  datasets: v.pipe(v.array(publishedDatasetSchema), v.minLength(1)),
  systems: v.pipe(v.array(publishedSystemSchema), v.minLength(1)),
  tables: v.array(publishedTableSchema),
  statements: v.array(publishedStatementSchema),
  checks: v.array(publishedCheckSchema),
  beware: v.array(sentence),
});
export type PublishedSource = v.InferOutput<typeof publishedSourceSchema>;

/** Every figure of a source: those of its tables, then those of its statements. */
export function figuresOf(source: PublishedSource): PublishedFigure[] {
  const inTables = source.tables.flatMap(({ columns, rows }) =>
    [columns, ...rows].flat().filter((cell): cell is PublishedFigure => typeof cell !== 'string'),
  );
  return [...inTables, ...source.statements.flatMap(({ figures }) => figures)];
}

/** The value of one step in a figure's last printed digit, in base units; 0 if it is printed as a fraction. */
export function lastDigitOf(figure: PublishedFigure): number {
  return readPrintedNumber(figure.printed).lastDigit * publishedUnits[figure.unit];
}

/** The largest rounding error of a printed figure, in base units: half a step of its last digit. */
export const roundingErrorOf = (figure: PublishedFigure): number => lastDigitOf(figure) / 2;
