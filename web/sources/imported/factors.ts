import {
  type ImportedDataset,
  type ImportedFigure,
  type ImportedScope,
  type ImportedSet,
  type ImportedSystem,
  importedScopes,
  type Quantity,
} from '../../../workers/model/imported-set';
import { geometricMean } from '../../../workers/model/statistics/pareto';

/**
 * A factor within an imported set: a system relative to the baseline that the user chose, for the same metric and
 * dataset. Machine and data are therefore the same for both.
 */
export interface SystemFactor {
  readonly system: ImportedSystem;
  /** The geometric mean of `count` pairs of figures. */
  readonly factor: number;
  /**
   * The number of pairs of metric and dataset, out of `of` for which the baseline has a figure, for which this system
   * has one too.
   */
  readonly count: number;
  readonly of: number;
}

interface Selection {
  readonly quantities: readonly Quantity[];
  /** Ids of metrics. Null takes all metrics of these quantities. */
  readonly metrics?: readonly string[] | null;
  /**
   * The clock's scope, since figures under different scopes never form a factor. Null selects metrics without a clock.
   */
  readonly scope: ImportedScope | null;
  /** The ids of the datasets to include. Null includes all. */
  readonly datasets: readonly string[] | null;
}

/** The factors of every system that shares a figure with the baseline. Only positive figures form a factor. */
export function factorsTo(
  set: ImportedSet,
  baseline: string,
  { quantities, metrics: chosenMetrics = null, scope, datasets }: Selection,
): SystemFactor[] {
  const metrics = new Set(
    set.metrics
      .filter(
        (metric) =>
          quantities.includes(metric.quantity) &&
          metric.scope === scope &&
          (chosenMetrics === null || chosenMetrics.includes(metric.id)),
      )
      .map(({ id }) => id),
  );
  const chosen = set.figures.filter(
    (figure) =>
      metrics.has(figure.metric) && (datasets === null || datasets.includes(figure.dataset)) && figure.value > 0,
  );
  const place = ({ metric, dataset }: ImportedFigure) => `${metric} ${dataset}`;
  const base = new Map(
    chosen.filter(({ system }) => system === baseline).map((figure) => [place(figure), figure.value]),
  );
  const bySystem = new Map<string, number[]>();
  for (const figure of chosen) {
    const against = base.get(place(figure));
    if (against !== undefined)
      bySystem.set(figure.system, [...(bySystem.get(figure.system) ?? []), figure.value / against]);
  }
  return set.systems.flatMap((system) => {
    const values = bySystem.get(system.id);
    return values === undefined ? [] : [{ system, factor: geometricMean(values), count: values.length, of: base.size }];
  });
}

/** The aspects that can be compared with a run: sizes, and times as factors (2: twice as long). */
export type Aspect = 'size' | 'write' | 'read';

/**
 * The factors of an aspect under clocks of one scope (null for sizes). They come from the quantity that the set has:
 * times or inverted speeds; sizes, shares or inverted ratios.
 */
export function aspectFactors(
  set: ImportedSet,
  baseline: string,
  {
    aspect,
    scope,
    datasets,
  }: { readonly aspect: Aspect; readonly scope: ImportedScope | null; readonly datasets: readonly string[] | null },
): SystemFactor[] {
  for (const { quantity, turned } of sourcesOf[aspect]) {
    const factors = factorsTo(set, baseline, { quantities: [quantity], scope, datasets });
    if (factors.length > 0) return turned ? factors.map((each) => ({ ...each, factor: 1 / each.factor })) : factors;
  }
  return [];
}

/** The clock scopes of a set's figures of an aspect, in the order of the list of scopes. */
export function scopesOf(set: ImportedSet, aspect: 'write' | 'read'): ImportedScope[] {
  const own = new Set(
    set.metrics
      .filter(({ quantity }) => sourcesOf[aspect].some((source) => source.quantity === quantity))
      .map(({ scope }) => scope),
  );
  return importedScopes.filter((scope) => own.has(scope));
}

const sourcesOf: Readonly<Record<Aspect, readonly { readonly quantity: Quantity; readonly turned: boolean }[]>> = {
  size: [
    { quantity: 'fileSize', turned: false },
    { quantity: 'sizeShare', turned: false },
    { quantity: 'ratio', turned: true },
  ],
  write: [
    { quantity: 'writeTime', turned: false },
    { quantity: 'writeSpeed', turned: true },
  ],
  read: [
    { quantity: 'readTime', turned: false },
    { quantity: 'readSpeed', turned: true },
  ],
};

/** The first positive figure of a quantity, and for times and speeds of that clock scope if one is given; null if there is none. */
export function firstPositiveFigure(
  set: ImportedSet,
  system: ImportedSystem,
  dataset: ImportedDataset,
  quantity: Quantity,
  scope: ImportedScope | null = null,
): ImportedFigure | null {
  const ids = set.metrics
    .filter((metric) => metric.quantity === quantity && (scope === null || metric.scope === scope))
    .map(({ id }) => id);
  return (
    set.figures.find(
      (figure) =>
        figure.system === system.id && figure.dataset === dataset.id && ids.includes(figure.metric) && figure.value > 0,
    ) ?? null
  );
}

/**
 * The ratio of data size to file size for a system on a dataset: as printed, from a printed share, or from both sizes.
 * Null if the set states none of these.
 */
export function printedRatio(
  set: ImportedSet,
  system: ImportedSystem,
  dataset: ImportedDataset,
): { readonly ratio: number; readonly figure: ImportedFigure } | null {
  const ratio = firstPositiveFigure(set, system, dataset, 'ratio');
  if (ratio !== null) return { ratio: ratio.value, figure: ratio };
  const share = firstPositiveFigure(set, system, dataset, 'sizeShare');
  if (share !== null) return { ratio: 1 / share.value, figure: share };
  const size = firstPositiveFigure(set, system, dataset, 'fileSize');
  return size === null || dataset.dataBytes === null || dataset.dataBytes === 0
    ? null
    : { ratio: dataset.dataBytes / size.value, figure: size };
}
