import { type FileVariant, type SearchPlan, type TriedSetting, variantKey } from './column-search';
import { rowBytesOf } from './remote/parquet-reads';

/** What one unit of each figure is worth, so that a choice can add them. */
export interface SearchWeights {
  readonly perByte: number;
  readonly perEncodeMs: number;
  readonly perDecodeMs: number;
  /** Of what look-ups read and take. Absent: 0. */
  readonly perRowByte?: number;
  readonly perLookupMs?: number;
  /** Of one column more than of the others, since it is also read alone. */
  readonly column?: { readonly name: string; readonly perByte: number; readonly perDecodeMs: number };
}

/** The figures of a file: its bytes with the footer, and the sums of its columns' times. To encode is also to sort. */
export interface FileFigures {
  readonly sizeBytes: number;
  readonly encodeMs: number;
  readonly decodeMs: number;
}

const weighedFigures = (
  { sizeBytes, encodeMs, decodeMs }: FileFigures,
  { perByte, perEncodeMs, perDecodeMs }: SearchWeights,
): number => sizeBytes * perByte + encodeMs * perEncodeMs + decodeMs * perDecodeMs;

/** What reads of parts of the column are worth. */
function weighedParts(trial: TriedSetting, { perRowByte = 0, perLookupMs = 0, column }: SearchWeights): number {
  let sum = (trial.lookupMs ?? 0) * perLookupMs;
  if (perRowByte > 0) sum += rowBytesOf(trial.parts) * perRowByte;
  if (column?.name === trial.column) sum += trial.sizeBytes * column.perByte + trial.decodeMs * column.perDecodeMs;
  return sum;
}

export const weighed = (trial: TriedSetting, weights: SearchWeights): number =>
  weighedFigures(trial, weights) + weighedParts(trial, weights);

export const weighedFile = (file: FoundFile, weights: SearchWeights): number =>
  [...file.trials.values()].reduce((sum, trial) => sum + weighedParts(trial, weights), weighedFigures(file, weights));

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

type Footer = Pick<SearchPlan, 'columns' | 'narrowings' | 'sharedFooter'>;

/** The file of these trials, one for each column and all of one variant. The footer's size is predicted, not measured. */
export function fileOfTrials(trials: ReadonlyMap<string, TriedSetting>, variant: FileVariant, plan: Footer): FoundFile {
  let sizeBytes = -Math.round((trials.size - 1) * sharedBytes([...trials.values()], plan));
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

/** Between the bytes of own types and of narrower ones: as far as the share of the columns that are written in a narrower type. */
function sharedBytes(trials: readonly TriedSetting[], { narrowings, sharedFooter }: Footer): number {
  const { ownBytes, narrowBytes } = sharedFooter;
  const narrowCount = trials.filter(({ setting }) => setting.narrowing !== null).length;
  const most = Object.keys(narrowings).length;
  return most === 0 ? ownBytes : ownBytes + ((narrowBytes - ownBytes) * narrowCount) / most;
}

/** The best file of all variants. Null if no variant has a trial of all rows for each column. */
export function bestFile(trials: readonly TriedSetting[], weights: SearchWeights, plan: Footer): FoundFile | null {
  let best: FoundFile | null = null;
  for (const each of completeVariants(trials, plan.columns)) {
    const file = fileOfTrials(bestTrials(each.trials, weights), each.variant, plan);
    if (best === null || weighedFile(file, weights) < weighedFile(best, weights)) best = file;
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

/** What a choice makes as small as it can. */
export interface SearchAim {
  /** Sums over columns: the file of the least total is the best of one of them, or close to it. */
  readonly weights: readonly SearchWeights[];
  /** What decides between the best files of these sums. */
  readonly totalOf: (file: FoundFile) => number;
}

/**
 * The best file within limits. A limit has a price: the weight of its figure is raised step by step, and of the files that are best at some
 * price, the best within the limits is taken. Single columns are then changed as long as that helps. If no file is within the limits, the result is the nearest one.
 */
export function bestFileWithin(
  trials: readonly TriedSetting[],
  { weights, totalOf }: SearchAim,
  limits: SearchLimits,
  plan: Footer,
): { readonly file: FoundFile; readonly isWithin: boolean } | null {
  let best: { readonly file: FoundFile; readonly rank: readonly [number, number] } | null = null;
  for (const each of completeVariants(trials, plan.columns))
    for (const sum of weights) {
      const file = bestOfVariant(each, sum, limits, plan);
      const rank = [excess(file, limits), totalOf(file)] as const;
      if (best === null || isLess(rank, best.rank)) best = { file, rank };
    }
  return best === null ? null : { file: best.file, isWithin: best.rank[0] === 0 };
}

const isLess = ([one, oneCost]: readonly [number, number], [other, otherCost]: readonly [number, number]): boolean =>
  one === other ? oneCost < otherCost : one < other;

/** The best file of one order of rows and layout, by one sum. */
function bestOfVariant(
  { variant, trials }: ReturnType<typeof completeVariants>[number],
  weights: SearchWeights,
  limits: SearchLimits,
  plan: Footer,
): FoundFile {
  let found = fileOfTrials(bestTrials(trials, weights), variant, plan);
  const rankOf = (file: FoundFile) => [excess(file, limits), weighedFile(file, weights)] as const;
  for (const priced of pricedWeights(trials, weights, limits)) {
    const file = fileOfTrials(bestTrials(trials, priced), variant, plan);
    if (isLess(rankOf(file), rankOf(found))) found = file;
  }
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const trial of trials) {
      // A file is made only of a change that helps: of many columns, all changes would take too long.
      const former = found.trials.get(trial.column) ?? trial;
      const figures = withTrial(found, trial, former);
      const partsMore = weighedParts(trial, weights) - weighedParts(former, weights);
      const more = weighedFigures(figures, weights) - weighedFigures(found, weights) + partsMore;
      if (!isLess([excess(figures, limits), more], [excess(found, limits), 0])) continue;
      const changed = fileOfTrials(new Map([...found.trials, [trial.column, trial]]), variant, plan);
      // The sums above may be rounded in another way.
      if (!isLess(rankOf(changed), rankOf(found))) continue;
      found = changed;
      isChanged = true;
    }
  }
  return found;
}

/** The figures of the file if the trial takes the place of its column's. */
function withTrial(
  { sizeBytes, encodeMs, decodeMs }: FoundFile,
  trial: TriedSetting,
  former: TriedSetting,
): FileFigures {
  return {
    sizeBytes: sizeBytes + trial.sizeBytes + trial.footerBytes - former.sizeBytes - former.footerBytes,
    encodeMs: encodeMs + trial.encodeMs - former.encodeMs,
    decodeMs: decodeMs + trial.decodeMs - former.decodeMs,
  };
}

const priceSteps = 40;

/** The weights with a price on each limited figure: from next to nothing to more than all else. */
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
    trials.reduce((sum, trial) => sum + weighedParts(trial, weights), 0),
  );
  const price = (figure: keyof FileFigures, step: number) =>
    limits[figure] === null || whole === 0
      ? 0
      : (whole / Math.max(sumOf(figure), Number.MIN_VALUE)) * 10 ** ((step / priceSteps) * 9 - 4);
  if (Object.values(limits).every((limit) => limit === null)) return [];
  return [
    ...Array.from({ length: priceSteps + 1 }, (_, step) => ({
      ...weights,
      perByte: weights.perByte + price('sizeBytes', step),
      perEncodeMs: weights.perEncodeMs + price('encodeMs', step),
      perDecodeMs: weights.perDecodeMs + price('decodeMs', step),
    })),
  ];
}
