import type { CompletedCell, DatasetSample } from '../result';
import { type PartRange, partRanges } from './sample-parts';

/** The size of the file of all data, of which a sample was encoded: rule 32 of docs/measurement.md. */
export interface PredictedSize {
  /** The most likely size, in bytes. */
  readonly bytes: number;
  /** It lies between these in at least 95 % of the cases. Null where nothing tells how far the rest of the file differs from what was read. */
  readonly limits: { readonly low: number; readonly high: number } | null;
  /** What the limits follow from. */
  readonly errors: PredictionErrors;
}

/** Relative errors: 0.01 is 1 %. */
interface PredictionErrors {
  /** Of each part that was encoded alone, its bytes for each item, divided by their mean. */
  readonly partRates: readonly number[];
  /** The share of the file that is not in the sample. */
  readonly unread: number;
  /** What the model may overestimate, and underestimate, beside the spread of the parts. */
  readonly over: number;
  readonly under: number;
  /** How often the sample must be doubled for all data. */
  readonly doublings: number;
}

type Cell = Pick<CompletedCell, 'sizeBytes' | 'sample' | 'partsBytes' | 'brokenBytes' | 'wholeBytes'>;

/** Quantiles of Student's t for 97.5 %, with 1 to 7 degrees of freedom. */
const t975 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365];

/**
 * What each doubling of the data beyond the sample can change in the bytes of an item, whatever else is known: pages and windows that the sample did not
 * fill, values that come later. From the tables of `npm run bench:predict`.
 */
const changeOfDoubling = 0.005;
/**
 * What neighbouring rows save by each doubling of the rows that follow one another, in shares of what the last one saved, which broken units tell: the file's
 * rows all follow one another. How much is likely, and how far more and less are possible.
 */
const neighboursLikely = 1;
const neighboursOver = 1.5;
const neighboursUnder = 0.75;
/** The error of the number of items, if that was not counted. */
const errorOfEstimatedTotal = 0.01;

/**
 * The size of the whole file. What each file has once is F = (Σ sᵢ − S) ÷ (k − 1), at least 0, where S is the sample's size and the sᵢ are those of its k
 * parts, each encoded alone. The whole has F + (S − F) · N ÷ n bytes, with N of n items. Where dictionaries of row groups make
 * that wrong, the cell has a size of its own (`dictionary-size.ts`).
 *
 * The limits hold two errors, as the root of the sum of their squares. The spread of the parts' bytes for each item gives the standard error of a
 * stratified sample, by successive differences, which a trend over the file does not enlarge (Wolter, Introduction to Variance Estimation, 2007, section 8.2), with
 * the correction for what was read of the file, times Student's t with k − 1 degrees of freedom. The error of the model is how much F matters, or
 * how far slow and fast growth of dictionaries lie apart, and a share for each doubling. What the parts have in common may be so only because they stand nearer to each other
 * in the sample than in the file, where a codec does not look back as far: so the file may also have Σ sᵢ · N ÷ n bytes.
 * @returns null if there is no file, or if the sample is empty.
 */
export function predictedSize(cell: Cell, sample: DatasetSample): PredictedSize | null {
  const { sizeBytes, partsBytes, wholeBytes } = cell;
  const sampleItems = sample.unitItems.reduce((sum, items) => sum + items, 0);
  const items = cell.sample?.items ?? sampleItems;
  if (sizeBytes === null || items === 0) return null;
  const totalItems = Math.max(sample.totalItems, sampleItems);
  const times = totalItems / items;
  const ranges = partRanges(sample.unitItems, items);
  // A result from outside may have other parts.
  const parts = partsBytes?.length === ranges.length ? partsBytes : [];
  const linear = sizeBytes * times;
  const fixed = Math.max(cell.sample?.fixedBytes ?? 0, fixedBytes(sizeBytes, parts));
  const once = fixed + (sizeBytes - fixed) * times;
  /** As if no part had anything in common with another. */
  const apart = parts.reduce((sum, partBytes) => sum + partBytes, 0) * times;
  const unbroken = 1 - neighboursLikely * neighboursShare(cell);
  const likely = wholeBytes?.likely ?? once;
  const bytes = likely * unbroken;
  const doublings = Math.log2(times);
  const least = doublings * changeOfDoubling + (sample.isTotalEstimated ? errorOfEstimatedTotal : 0);
  const [over, under] =
    wholeBytes === undefined
      ? [share(linear - once, once), share(Math.max(linear, apart) - once, once)]
      : [share(likely - wholeBytes.low, likely), share(wholeBytes.high - likely, likely)];
  const errors: PredictionErrors = {
    partRates: relativeRates(parts, ranges),
    unread: 1 - items / totalItems,
    over: Math.hypot(over, least, neighboursOver * neighboursShare(cell)),
    under: Math.hypot(under, least, neighboursUnder * neighboursShare(cell)),
    doublings,
  };
  if (totalItems === items) return { bytes: sizeBytes, limits: { low: sizeBytes, high: sizeBytes }, errors };
  if (sample.isFirstPart || parts.length < 2) return { bytes, limits: null, errors };
  const spread = errorOfSpread(errors.partRates, errors.unread);
  return {
    bytes,
    limits: {
      low: bytes * (1 - Math.min(1, Math.hypot(spread, errors.over))),
      high: bytes * (1 + Math.hypot(spread, errors.under)),
    },
    errors,
  };
}

/** By which share of its size the sample's file grows if each of its units is broken in two. */
const neighboursShare = ({ sizeBytes, brokenBytes }: Cell): number =>
  brokenBytes === undefined || sizeBytes === null ? 0 : Math.min(0.5, share(brokenBytes - sizeBytes, sizeBytes));

const share = (part: number, of: number): number => (of > 0 ? Math.max(0, part) / of : 0);

/** What each file has once, as its parts tell: at least 0, and no more than the file. */
function fixedBytes(sizeBytes: number, parts: readonly number[]): number {
  if (parts.length < 2) return 0;
  const sum = parts.reduce((total, bytes) => total + bytes, 0);
  return Math.min(sizeBytes, Math.max(0, (sum - sizeBytes) / (parts.length - 1)));
}

function relativeRates(parts: readonly number[], ranges: readonly PartRange[]): number[] {
  const rates = parts.map((bytes, index) => {
    const { from, to } = ranges[index] as PartRange;
    return bytes / (to - from);
  });
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  return mean > 0 ? rates.map((rate) => rate / mean) : [];
}

/** Half of the interval of 95 % of the mean of numbers from neighbouring strata. */
function errorOfSpread(values: readonly number[], unread: number): number {
  const freedom = values.length - 1;
  if (freedom < 1) return 0;
  let squares = 0;
  for (let index = 1; index < values.length; index += 1)
    squares += ((values[index] as number) - (values[index - 1] as number)) ** 2;
  return (
    (t975[Math.min(freedom, t975.length) - 1] as number) * Math.sqrt((unread * squares) / (2 * freedom) / values.length)
  );
}

/**
 * By what factor, at most, the quotient of two predicted sizes can be off: at least 1. Both are of the same units, so a unit that takes more bytes in
 * both files does not count. Null if either has no limits.
 */
export function errorOfQuotient(a: PredictedSize, b: PredictedSize): number | null {
  if (a.limits === null || b.limits === null) return null;
  const logs = a.errors.partRates.map((rate, part) => Math.log(rate / (b.errors.partRates[part] ?? rate)));
  if (logs.some((log) => !Number.isFinite(log))) return null;
  const spread = errorOfSpread(logs, a.errors.unread);
  const model = Math.max(Math.abs(a.errors.over - b.errors.over), Math.abs(a.errors.under - b.errors.under));
  const least = changeOfDoubling * Math.max(a.errors.doublings, b.errors.doublings);
  return Math.exp(Math.hypot(spread, model + least));
}
