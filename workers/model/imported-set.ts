import * as v from 'valibot';

/**
 * A table of results that the user imported: who measured which systems on which data, and every figure both as printed and in base units.
 * It comes from outside, so every size is bounded. Facts that are not stated are empty or null, never guessed.
 */

export const importedFormat = 'formatlab.imported';
export const importedVersion = 2;

/** The largest numbers of entries in one imported set. */
export const importedLimits = { systems: 2_000, datasets: 500, metrics: 100, figures: 20_000 } as const;

const label = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const text = v.pipe(v.string(), v.maxLength(1_000));
const key = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,79}$/, 'must be a key of lower-case letters, digits and hyphens'),
);
/** True for 0 and for numbers large enough that a division by them gives a finite result. */
const isZeroOrBeyond = (smallest: number) => (value: number) => value === 0 || Math.abs(value) >= smallest;
const finite = v.pipe(
  v.number(),
  v.minValue(-1e60),
  v.maxValue(1e60),
  v.check(isZeroOrBeyond(1e-60), 'is nearer to zero than 1e-60'),
);
const count = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(2 ** 60),
  v.check(isZeroOrBeyond(1e-6), 'is nearer to zero than a millionth'),
);

type Dimension = 'time' | 'bytes' | 'speed' | 'rate' | 'bare';

/**
 * Known units, and how much of the base unit (seconds, bytes, bytes/s, items/s, or a plain number) one of them is. Decimal prefixes are
 * powers of ten.
 */
export const importedUnits = {
  ns: { dimension: 'time', scale: 1e-9 },
  µs: { dimension: 'time', scale: 1e-6 },
  ms: { dimension: 'time', scale: 1e-3 },
  s: { dimension: 'time', scale: 1 },
  min: { dimension: 'time', scale: 60 },
  h: { dimension: 'time', scale: 3_600 },
  B: { dimension: 'bytes', scale: 1 },
  kB: { dimension: 'bytes', scale: 1e3 },
  KiB: { dimension: 'bytes', scale: 2 ** 10 },
  MB: { dimension: 'bytes', scale: 1e6 },
  MiB: { dimension: 'bytes', scale: 2 ** 20 },
  GB: { dimension: 'bytes', scale: 1e9 },
  GiB: { dimension: 'bytes', scale: 2 ** 30 },
  TB: { dimension: 'bytes', scale: 1e12 },
  TiB: { dimension: 'bytes', scale: 2 ** 40 },
  'B/s': { dimension: 'speed', scale: 1 },
  'kB/s': { dimension: 'speed', scale: 1e3 },
  'KiB/s': { dimension: 'speed', scale: 2 ** 10 },
  'MB/s': { dimension: 'speed', scale: 1e6 },
  'MiB/s': { dimension: 'speed', scale: 2 ** 20 },
  'GB/s': { dimension: 'speed', scale: 1e9 },
  'GiB/s': { dimension: 'speed', scale: 2 ** 30 },
  '/s': { dimension: 'rate', scale: 1 },
  'k/s': { dimension: 'rate', scale: 1e3 },
  'M/s': { dimension: 'rate', scale: 1e6 },
  '%': { dimension: 'bare', scale: 0.01 },
  '×': { dimension: 'bare', scale: 1 },
  '1': { dimension: 'bare', scale: 1 },
} as const satisfies Readonly<Record<string, { readonly dimension: Dimension; readonly scale: number }>>;
export type ImportedUnit = keyof typeof importedUnits;

const unitNames = [
  'ns',
  'µs',
  'ms',
  's',
  'min',
  'h',
  'B',
  'kB',
  'KiB',
  'MB',
  'MiB',
  'GB',
  'GiB',
  'TB',
  'TiB',
  'B/s',
  'kB/s',
  'KiB/s',
  'MB/s',
  'MiB/s',
  'GB/s',
  'GiB/s',
  '/s',
  'k/s',
  'M/s',
  '%',
  '×',
  '1',
] as const satisfies readonly ImportedUnit[];
const importedUnitSchema = v.picklist(unitNames);
export const importedUnitNames: readonly ImportedUnit[] = unitNames;

/**
 * What a figure measures, and whether lower or higher is better; null if that cannot be known.
 * - `writeTime`, `writeSpeed`: encoding, compressing and writing, with everything that the clock included. `readTime`, `readSpeed`: the
 *   reverse.
 * - `ratio`: data size divided by file size. `sizeShare`: file size divided by data size.
 * - `factor`, `number`: any other comparison, any other number.
 */
export const quantities = {
  writeTime: { label: 'Write or encode time', dimension: 'time', better: 'less' },
  readTime: { label: 'Read or decode time', dimension: 'time', better: 'less' },
  time: { label: 'Other time', dimension: 'time', better: 'less' },
  writeSpeed: { label: 'Write or encode speed', dimension: 'speed', better: 'more' },
  readSpeed: { label: 'Read or decode speed', dimension: 'speed', better: 'more' },
  speed: { label: 'Other speed', dimension: 'speed', better: 'more' },
  rate: { label: 'Rate (items per second)', dimension: 'rate', better: 'more' },
  fileSize: { label: 'File size', dimension: 'bytes', better: 'less' },
  memorySize: { label: 'Memory', dimension: 'bytes', better: 'less' },
  ratio: { label: 'Ratio (data ÷ file)', dimension: 'bare', better: 'more' },
  sizeShare: { label: 'Share (file ÷ data)', dimension: 'bare', better: 'less' },
  factor: { label: 'Factor', dimension: 'bare', better: null },
  number: { label: 'Other number', dimension: 'bare', better: null },
} as const satisfies Readonly<
  Record<string, { readonly label: string; readonly dimension: Dimension; readonly better: 'less' | 'more' | null }>
>;
export type Quantity = keyof typeof quantities;

const quantityNames = [
  'writeTime',
  'readTime',
  'time',
  'writeSpeed',
  'readSpeed',
  'speed',
  'rate',
  'fileSize',
  'memorySize',
  'ratio',
  'sizeShare',
  'factor',
  'number',
] as const satisfies readonly Quantity[];
const quantitySchema = v.picklist(quantityNames);
export const quantityList: readonly Quantity[] = quantityNames;

/** True if a figure of that quantity can have that unit. */
export const unitFitsQuantity = (unit: ImportedUnit, quantity: Quantity): boolean =>
  importedUnits[unit].dimension === quantities[quantity].dimension;

/**
 * Our data that the user declares to be the same, so that sizes can be compared: a workload with its parameters (of any size), or a file by
 * its SHA-256.
 */
const sameDataSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('workload'),
    workload: v.pipe(v.string(), v.maxLength(64)),
    knobs: v.record(
      v.pipe(v.string(), v.maxLength(64)),
      v.union([
        v.pipe(v.string(), v.maxLength(200)),
        v.pipe(v.number(), v.minValue(-1e60), v.maxValue(1e60)),
        v.boolean(),
      ]),
    ),
  }),
  v.strictObject({ kind: v.literal('file'), sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
]);
export type SameData = v.InferOutput<typeof sameDataSchema>;

/** A dataset of an imported table. */
const importedDatasetSchema = v.strictObject({
  id: key,
  label,
  itemCount: v.nullable(count),
  dataBytes: v.nullable(count),
  sameAs: v.nullable(sameDataSchema),
});
export type ImportedDataset = v.InferOutput<typeof importedDatasetSchema>;

/** A system of an imported table. */
const importedSystemSchema = v.strictObject({
  id: key,
  label,
  /** The key of our candidate that the user declares to be the same; null if none is. */
  candidate: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(1_000))),
});
export type ImportedSystem = v.InferOutput<typeof importedSystemSchema>;

/**
 * What the clock of a column of times or speeds included: encoding or decoding `inMemory`, or also writing or reading the file
 * (`withStorage`). Only figures of the same scope are compared.
 */
export const importedScopes = ['inMemory', 'withStorage', 'notStated'] as const;
export const importedScopeSchema = v.picklist(importedScopes);
export type ImportedScope = v.InferOutput<typeof importedScopeSchema>;

/** True if a clock measured the quantity (times, speeds and rates), so that it has a scope. */
export const isTimedQuantity = (quantity: Quantity): boolean =>
  ['time', 'speed', 'rate'].includes(quantities[quantity].dimension);

/** A column of figures: its printed heading, and how the figures are read. */
export const importedMetricSchema = v.pipe(
  v.strictObject({
    id: key,
    label,
    quantity: quantitySchema,
    unit: importedUnitSchema,
    /** The clock's scope. Null for figures without a clock: sizes, ratios, plain numbers. */
    scope: v.nullable(importedScopeSchema),
  }),
  v.check(({ quantity, unit }) => unitFitsQuantity(unit, quantity), 'has a unit that does not fit its quantity'),
  v.check(
    ({ quantity, scope }) => isTimedQuantity(quantity) === (scope !== null),
    'must have a clock scope if it is a time, speed or rate, and none otherwise',
  ),
);
export type ImportedMetric = v.InferOutput<typeof importedMetricSchema>;

/** One figure of an imported table. */
const importedFigureSchema = v.strictObject({
  system: key,
  metric: key,
  dataset: key,
  /** The text exactly as printed, or the texts whose median the value is. */
  printed: label,
  /** The unit of the column, or of this cell if it states its own. */
  unit: importedUnitSchema,
  /** In base units: seconds, bytes, bytes/s, items/s, or a plain number. If a range is printed, its middle. */
  value: finite,
  /** The limits of a printed range, of a ± interval, or of repeats; null if a single number is printed. */
  range: v.nullable(v.strictObject({ low: finite, high: finite })),
});
export type ImportedFigure = v.InferOutput<typeof importedFigureSchema>;

/** Where the figures come from, as free text. An empty text means “not stated”. */
const provenanceSchema = v.strictObject({
  who: text,
  where: text,
  date: text,
  hardware: text,
  software: text,
  threads: text,
  repeats: text,
  clock: text,
});
export type Provenance = v.InferOutput<typeof provenanceSchema>;

const cells = v.pipe(v.array(text), v.maxLength(importedLimits.metrics + 20));

export const importedSetSchema = v.pipe(
  v.strictObject({
    format: v.literal(importedFormat),
    version: v.literal(importedVersion),
    id: key,
    title: label,
    importedAt: v.pipe(v.string(), v.isoTimestamp()),
    provenance: provenanceSchema,
    /** True if the user declares that the figures were measured on the machine of the user's own runs. */
    sameMachine: v.exactOptional(v.boolean()),
    /** True if native libraries measured the figures, as the exported script does. */
    native: v.exactOptional(v.literal(true)),
    datasets: v.pipe(v.array(importedDatasetSchema), v.minLength(1), v.maxLength(importedLimits.datasets)),
    systems: v.pipe(v.array(importedSystemSchema), v.minLength(1), v.maxLength(importedLimits.systems)),
    metrics: v.pipe(v.array(importedMetricSchema), v.minLength(1), v.maxLength(importedLimits.metrics)),
    figures: v.pipe(v.array(importedFigureSchema), v.minLength(1), v.maxLength(importedLimits.figures)),
    /** The system that factors are computed against. */
    baseline: v.nullable(key),
    /** The original table; null if the figures did not come as a table. */
    table: v.nullable(
      v.strictObject({ columns: cells, rows: v.pipe(v.array(cells), v.maxLength(importedLimits.systems)) }),
    ),
  }),
  v.check(
    (set) =>
      [set.datasets, set.systems, set.metrics].every((list) => new Set(list.map(({ id }) => id)).size === list.length),
    'repeats an id among its datasets, systems or metrics',
  ),
  v.check((set) => {
    const known = { system: idsOf(set.systems), metric: idsOf(set.metrics), dataset: idsOf(set.datasets) };
    return set.figures.every(
      (figure) =>
        known.system.has(figure.system) && known.metric.has(figure.metric) && known.dataset.has(figure.dataset),
    );
  }, 'has a figure of a system, metric or dataset that it does not list'),
  v.check(
    (set) => set.figures.every((figure) => dimensionOf(set, figure) === importedUnits[figure.unit].dimension),
    'has a figure whose unit does not fit its metric’s quantity',
  ),
  v.check(
    (set) =>
      new Set(set.figures.map(({ system, metric, dataset }) => `${system} ${metric} ${dataset}`)).size ===
      set.figures.length,
    'has two figures of the same system, metric and dataset',
  ),
  v.check(
    (set) => set.baseline === null || set.systems.some(({ id }) => id === set.baseline),
    'names a baseline that is not among its systems',
  ),
);
export type ImportedSet = v.InferOutput<typeof importedSetSchema>;

const idsOf = (list: readonly { readonly id: string }[]) => new Set(list.map(({ id }) => id));

function dimensionOf(
  set: { readonly metrics: readonly { readonly id: string; readonly quantity: Quantity }[] },
  figure: { readonly metric: string },
): Dimension | null {
  const metric = set.metrics.find(({ id }) => id === figure.metric);
  return metric === undefined ? null : quantities[metric.quantity].dimension;
}
