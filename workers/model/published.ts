import * as v from 'valibot';
import { clockScopes } from './entry';
import { candidateSchema } from './plan';

/**
 * A published experiment as data: who, how and on what; every cell of its tables and every sentence with a number in it, as printed and in
 * base units. One file per source in `fixtures/published/`. Words are ours, in English; `printed` is the source's own.
 */

const sentence = v.pipe(v.string(), v.minLength(1), v.maxLength(1_000));
const label = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const key = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9./-]{0,79}$/, 'must be a key of letters, digits, dots, hyphens and slashes'));
const nonNegative = v.pipe(v.number(), v.minValue(0));

/** What a figure tells. Times are seconds and sizes bytes in `value`; `count` and `factor` are bare numbers. */
export const metrics = ['writeTime', 'readTime', 'fileSize', 'memorySize', 'idealTime', 'count', 'factor', 'speed'] as const;
export const metricSchema = v.picklist(metrics);
export type Metric = v.InferOutput<typeof metricSchema>;

/** Units as we read them, which is not always as printed: `unitReasons` says why. */
export const publishedUnits = { s: 1, MB: 1e6, MiB: 2 ** 20, GB: 1e9, GiB: 2 ** 30, 'MB/s': 1e6, B: 1, '1': 1 } as const;
export const publishedUnitSchema = v.picklist(['s', 'MB', 'MiB', 'GB', 'GiB', 'MB/s', 'B', '1']);
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
  /** In base units: seconds, bytes, bytes a second, or a bare number. */
  value: nonNegative,
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
export const publishedStatementSchema = v.strictObject({ section: label, says: sentence, figures: v.array(publishedFigureSchema) });

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
  /** What comes nearest to it here; null where nothing does, and then `candidateNote` says why. */
  candidate: v.nullable(candidateSchema),
  candidateNote: v.nullable(sentence),
});
export type PublishedSystem = v.InferOutput<typeof publishedSystemSchema>;

export const publishedDatasetSchema = v.strictObject({
  id: key,
  label,
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
  /** `figure` should be the first term divided by the second, the product of all, or the sum of all. */
  operation: v.picklist(['divide', 'multiply', 'add']),
  terms: v.pipe(v.array(termSchema), v.minLength(1)),
  /** `rounded`: equal within the rounding of what is printed. `atLeast`: the source claims no less. `about`: within a quarter, as the source's own word allows. */
  relation: v.picklist(['rounded', 'atLeast', 'about']),
});
export type PublishedCheck = v.InferOutput<typeof publishedCheckSchema>;

export const publishedFormat = 'formatlab.published';

export const publishedSourceSchema = v.strictObject({
  format: v.literal(publishedFormat),
  version: v.literal(1),
  id: v.pipe(v.string(), v.regex(/^[0-9]{3}$/)),
  title: v.strictObject({ original: label, english: label }),
  author: label,
  /** ISO date; null where the source states none. */
  date: v.nullable(v.pipe(v.string(), v.isoDate())),
  /** BCP 47. */
  language: v.pipe(v.string(), v.regex(/^[a-z]{2}$/)),
  kind: label,
  question: sentence,
  answer: sentence,
  method: v.array(sentence),
  setting: v.strictObject({ hardware: label, software: label, threads: label, repeats: label, statistic: label, diskCache: label }),
  /** Why a printed unit is read as it is. */
  unitReasons: v.array(v.strictObject({ metric: metricSchema, printed: label, readAs: label, reason: sentence })),
  workload: v.strictObject({
    id: key,
    /** The knobs that decide what the data is like: a run whose knobs differ has other data, and no mark is drawn beside it. */
    knobs: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
    seed: v.pipe(v.number(), v.integer(), v.minValue(0)),
    /** The size that "Run this here" takes, since the source's own may not fit a tab. */
    sizeHere: v.pipe(v.number(), v.integer(), v.minValue(1)),
    note: sentence,
  }),
  datasets: v.pipe(v.array(publishedDatasetSchema), v.minLength(1)),
  /** The first is the one that the source itself compares with. */
  systems: v.pipe(v.array(publishedSystemSchema), v.minLength(1)),
  tables: v.array(publishedTableSchema),
  statements: v.array(publishedStatementSchema),
  checks: v.array(publishedCheckSchema),
  beware: v.array(sentence),
});
export type PublishedSource = v.InferOutput<typeof publishedSourceSchema>;

/** Every figure of a source, table by table and then statement by statement. */
export function figuresOf(source: PublishedSource): PublishedFigure[] {
  const inTables = source.tables.flatMap(({ columns, rows }) => [columns, ...rows].flat().filter((cell): cell is PublishedFigure => typeof cell !== 'string'));
  return [...inTables, ...source.statements.flatMap(({ figures }) => figures)];
}

/** How much a figure may be off by its rounding alone, in base units: half of its last printed digit. */
export function roundingOf(figure: PublishedFigure): number {
  const decimals = /\.(\d+)/.exec(figure.printed)?.[1]?.length ?? 0;
  return (10 ** -decimals / 2) * publishedUnits[figure.unit];
}
