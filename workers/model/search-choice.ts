import { type FileVariant, type SearchPlan, type TriedSetting, variantKey } from './column-search';

/** What one unit of each figure is worth, so that a choice can add them. */
export interface SearchWeights {
  readonly perByte: number;
  readonly perEncodeMs: number;
  readonly perDecodeMs: number;
}

/** The figures of a file: its bytes with the footer, and the sums of its columns' times. To encode is also to sort. */
export interface FileFigures {
  readonly sizeBytes: number;
  readonly encodeMs: number;
  readonly decodeMs: number;
}

export const weighed = (
  { sizeBytes, encodeMs, decodeMs }: FileFigures,
  { perByte, perEncodeMs, perDecodeMs }: SearchWeights,
): number => sizeBytes * perByte + encodeMs * perEncodeMs + decodeMs * perDecodeMs;

/** A file: the best setting of each column, in one order of rows and one layout. */
export interface FoundFile extends FileFigures {
  readonly variant: FileVariant;
  /** One for each column of the data. */
  readonly trials: ReadonlyMap<string, TriedSetting>;
}

/**
 * The best trial of each column. Columns lie apart in a Parquet file, so the best file for a sum of size and times consists of each column's
 * best setting. Only trials of all rows are chosen.
 */
export function bestTrials(trials: Iterable<TriedSetting>, weights: SearchWeights): ReadonlyMap<string, TriedSetting> {
  const best = new Map<string, TriedSetting>();
  for (const trial of trials) {
    if (!trial.allRows) continue;
    const known = best.get(trial.column);
    if (known === undefined || weighed(trial, weights) < weighed(known, weights)) best.set(trial.column, trial);
  }
  return best;
}

type Footer = Pick<SearchPlan, 'columns' | 'sharedFooterBytes'>;

/** The file of these trials, one for each column and all of one variant. The footer's size is predicted, not measured. */
export function fileOfTrials(trials: ReadonlyMap<string, TriedSetting>, variant: FileVariant, plan: Footer): FoundFile {
  let sizeBytes = -(trials.size - 1) * plan.sharedFooterBytes;
  let encodeMs = variant.sortMs ?? 0;
  let decodeMs = 0;
  for (const trial of trials.values()) {
    sizeBytes += trial.sizeBytes + trial.footerBytes;
    encodeMs += trial.encodeMs;
    decodeMs += trial.decodeMs;
  }
  return { variant, trials, sizeBytes, encodeMs, decodeMs };
}

/** The trials of all rows by their variants, if each column was tried. */
export function completeVariants(
  trials: readonly TriedSetting[],
  columns: readonly string[],
): readonly { readonly variant: FileVariant; readonly trials: readonly TriedSetting[] }[] {
  const byVariant = new Map<string, TriedSetting[]>();
  for (const trial of trials) {
    if (!trial.allRows) continue;
    const key = variantKey(trial.variant);
    const own = byVariant.get(key) ?? [];
    own.push(trial);
    byVariant.set(key, own);
  }
  return [...byVariant.values()].flatMap((own) => {
    const [first] = own;
    const tried = new Set(own.map(({ column }) => column));
    return first !== undefined && columns.every((name) => tried.has(name))
      ? [{ variant: first.variant, trials: own }]
      : [];
  });
}

/** The best file of all variants. Null if no variant has a trial of all rows for each column. */
export function bestFile(trials: readonly TriedSetting[], weights: SearchWeights, plan: Footer): FoundFile | null {
  let best: FoundFile | null = null;
  for (const each of completeVariants(trials, plan.columns)) {
    const file = fileOfTrials(bestTrials(each.trials, weights), each.variant, plan);
    if (best === null || weighed(file, weights) < weighed(best, weights)) best = file;
  }
  return best;
}

/** The most that a file may have of each figure. Null: no limit. */
export interface SearchLimits {
  readonly sizeBytes: number | null;
  readonly encodeMs: number | null;
  readonly decodeMs: number | null;
}

const excess = (file: FileFigures, limits: SearchLimits): number =>
  (['sizeBytes', 'encodeMs', 'decodeMs'] as const).reduce((sum, figure) => {
    const limit = limits[figure];
    return sum + (limit === null ? 0 : Math.max(0, file[figure] / limit - 1));
  }, 0);

/**
 * The best file within limits. A limit has a price: the weight of its figure is raised step by step, and of the files that are best at some
 * price, the best within the limits is taken. Single columns are then changed as long as that helps. If no file is within the limits, the result is the nearest one.
 */
export function bestFileWithin(
  trials: readonly TriedSetting[],
  weights: SearchWeights,
  limits: SearchLimits,
  plan: Footer,
): { readonly file: FoundFile; readonly isWithin: boolean } | null {
  let best: FoundFile | null = null;
  const isBetter = (one: FileFigures, other: FileFigures) => {
    const difference = excess(one, limits) - excess(other, limits);
    return difference === 0 ? weighed(one, weights) < weighed(other, weights) : difference < 0;
  };
  for (const each of completeVariants(trials, plan.columns)) {
    let found: FoundFile | null = null;
    for (const priced of pricedWeights(each.trials, weights, limits)) {
      const file = fileOfTrials(bestTrials(each.trials, priced), each.variant, plan);
      if (found === null || isBetter(file, found)) found = file;
    }
    if (found === null) continue;
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (const trial of each.trials) {
        // A file is made only of a change that helps: of many columns, all changes would take too long.
        if (!isBetter(withTrial(found, trial), found)) continue;
        const changed: FoundFile = fileOfTrials(new Map([...found.trials, [trial.column, trial]]), each.variant, plan);
        // The sums above may be rounded in another way.
        if (!isBetter(changed, found)) continue;
        found = changed;
        isChanged = true;
      }
    }
    if (best === null || isBetter(found, best)) best = found;
  }
  return best === null ? null : { file: best, isWithin: excess(best, limits) === 0 };
}

/** The figures of the file if the trial takes the place of its column's. */
function withTrial({ trials, sizeBytes, encodeMs, decodeMs }: FoundFile, trial: TriedSetting): FileFigures {
  const former = trials.get(trial.column) ?? trial;
  return {
    sizeBytes: sizeBytes + trial.sizeBytes + trial.footerBytes - former.sizeBytes - former.footerBytes,
    encodeMs: encodeMs + trial.encodeMs - former.encodeMs,
    decodeMs: decodeMs + trial.decodeMs - former.decodeMs,
  };
}

const priceSteps = 40;

/** The weights, and those with a price on each limited figure: from next to nothing to more than all else. */
function pricedWeights(
  trials: readonly TriedSetting[],
  weights: SearchWeights,
  limits: SearchLimits,
): readonly SearchWeights[] {
  const sumOf = (figure: keyof FileFigures) => trials.reduce((sum, trial) => sum + trial[figure], 0);
  const whole = Math.max(
    weights.perByte * sumOf('sizeBytes'),
    weights.perEncodeMs * sumOf('encodeMs'),
    weights.perDecodeMs * sumOf('decodeMs'),
  );
  const price = (figure: keyof FileFigures, step: number) =>
    limits[figure] === null || whole === 0
      ? 0
      : (whole / Math.max(sumOf(figure), Number.MIN_VALUE)) * 10 ** ((step / priceSteps) * 9 - 4);
  return [
    weights,
    ...Array.from({ length: priceSteps + 1 }, (_, step) => ({
      perByte: weights.perByte + price('sizeBytes', step),
      perEncodeMs: weights.perEncodeMs + price('encodeMs', step),
      perDecodeMs: weights.perDecodeMs + price('decodeMs', step),
    })),
  ];
}
