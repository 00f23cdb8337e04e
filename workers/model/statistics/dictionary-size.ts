/**
 * How large a column of a whole Parquet file is, as a sample tells. Each row group has a dictionary of its own, and one that grows beyond its limit
 * is given up, so that a column of a sample can be stored in another way than in the whole file.
 */

/** The dictionaries and the data of one column of a file, over all of its row groups. Bytes are as stored. */
interface DictionaryFacts {
  /** The row groups that have a dictionary. */
  readonly dictionaries: number;
  /** The values in them. */
  readonly values: number;
  readonly dictionaryBytes: number;
  readonly dataBytes: number;
}

/** How many distinct values a column has in the sample and in parts of it. Where there are several of a kind, the mean. */
export interface DistinctCounts {
  readonly inSample: number;
  /** In every second unit of the sample together. */
  readonly inEverySecond: number;
  /** In each part that was encoded alone. */
  readonly inParts: readonly number[];
  readonly inUnit: number;
  readonly inHalfUnit: number;
  readonly inQuarterUnit: number;
  /** In halves of two units that lie half of the file apart. */
  readonly inFarHalves: number;
}

export interface DictionaryColumn {
  readonly sample: DictionaryFacts;
  /** The sum over the parts of the sample that were encoded alone. */
  readonly parts: DictionaryFacts;
  readonly distinct: DistinctCounts;
  /** Bytes of a value in a dictionary, before it is compressed. */
  readonly valueBytes: number;
  /** The column of the sample without a dictionary. Null if it is not known. */
  readonly withoutBytes: number | null;
}

/** How many rows what was encoded has, and the layout of the whole file. */
export interface SampledLayout {
  readonly sampleRows: number;
  /** Means. */
  readonly partRows: number;
  readonly unitRows: number;
  readonly totalRows: number;
  readonly rowGroupRows: number;
  /** The limit of a dictionary, before it is compressed. */
  readonly limitBytes: number;
  /** What a writer stores of a row group whose dictionary exceeds the limit: the rows before with it, or none of them. */
  readonly beyondLimit: 'rowsBefore' | 'none';
}

/**
 * What is assumed beyond the sample. Between `slow` and `fast` lies what the tables of `npm run bench:predict` do. With `fast`, a column goes on as the last
 * doubling of the sample did: a few frequent values beside many rare ones slow down at first, and then no longer.
 */
interface Growth {
  /** From 0, growth by a power of the rows, to 1, growth until all values of a fixed set have come, each as likely as any other. */
  readonly saturating: number;
  /** By how much the growth of a dictionary slows down with each doubling of the rows, in shares of how much it did so within the sample. */
  readonly slowing: number;
  /** By how much the references to a growing dictionary grow, in shares of how much they did so within the sample. */
  readonly references: number;
}
export const growths: Readonly<Record<'slow' | 'likely' | 'fast', Growth>> = {
  slow: { saturating: 0.5, slowing: 1, references: 0.25 },
  likely: { saturating: 0.2, slowing: 0.5, references: 0.85 },
  fast: { saturating: 0, slowing: 0, references: 1 },
};

/** The exponent of growth from `few` to `many` values with `times` as many rows: from 0, no growth, to 1, as the rows. */
const exponent = (many: number, few: number, times: number): number =>
  times <= 1 ? 1 : Math.min(1, Math.max(0, Math.log(Math.max(many, 1) / Math.max(few, 1)) / Math.log(times)));

/**
 * How many distinct values a row group of so many rows has. The count grows by a power of the rows, as Heaps' law has it (Heaps, Information
 * Retrieval, 1978, section 7.5), whose exponent falls as it did within the sample. The sample is spread over the file, so where values belong to places of
 * the file, it has more than rows that follow one another: then the growth from half a unit to a unit says less, and counts.
 */
export function distinctInRows(
  { distinct }: Pick<DictionaryColumn, 'distinct'>,
  { sampleRows, partRows, unitRows }: SampledLayout,
  rows: number,
  { saturating, slowing }: Growth,
): number {
  const { inSample, inEverySecond, inUnit, inHalfUnit } = distinct;
  const before = exponent(inSample, mean(distinct.inParts), sampleRows / partRows);
  const last = exponent(inSample, inEverySecond, 2);
  const ofPlace = saturating * placeShare(distinct);
  const grows = exponent(inUnit, inHalfUnit, 2);
  const grewBefore = exponent(inHalfUnit, distinct.inQuarterUnit, 2);
  const times = rows / unitRows;
  const following =
    inUnit *
    (times > 1
      ? 2 ** doublings(Math.log2(times), grows, 2 * slowing * Math.max(0, grewBefore - grows))
      : times ** grows) **
      (1 - ofPlace) *
    saturated(inUnit, inHalfUnit, times) ** ofPlace;
  const spread =
    rows < sampleRows
      ? inSample * (rows / sampleRows) ** before
      : inSample *
        2 ** ((1 - saturating) * doublings(Math.log2(rows / sampleRows), last, slowing * Math.max(0, before - last))) *
        saturated(inSample, inEverySecond, rows / sampleRows) ** saturating;
  return Math.max(Math.min(spread, following), Math.min(inUnit, inSample));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Halves of a unit that share fewer of their values than this tell nothing: neighbours repeat each other. From `muchInCommon` on they tell all. */
const littleInCommon = 0.1;
const muchInCommon = 0.3;

/**
 * From 0, where rows far apart have as many values in common as neighbours have, to 1, where they have none: by how much the values belong to places of
 * the file.
 */
function placeShare({ inUnit, inHalfUnit, inFarHalves }: DistinctCounts): number {
  const inCommon = 2 * inHalfUnit - inUnit;
  const shareInCommon = inCommon / Math.max(1, inHalfUnit);
  const weight = Math.min(1, Math.max(0, (shareInCommon - littleInCommon) / (muchInCommon - littleInCommon)));
  return weight * Math.min(1, Math.max(0, (inFarHalves - inUnit) / Math.max(1, inCommon)));
}

/**
 * How many times as many values `times` as many rows have, if they are drawn from a fixed set of K values, each as likely as any other: after n rows
 * K · (1 − e^(−n/K)) have come (the coupon collector's problem), of which the counts of half of the rows and of all tell e^(−n/2K).
 */
function saturated(ofAll: number, ofHalf: number, times: number): number {
  const left = Math.min(1, Math.max(0, ofAll / Math.max(1, ofHalf) - 1));
  return left > 0.9999 ? times : (1 - left ** (2 * times)) / (1 - left ** 2);
}

/** The doublings of the count over so many doublings of the rows, if the exponent falls by `fall` with each until it is 0. */
function doublings(ofRows: number, exponentNow: number, fall: number): number {
  const start = Math.max(0, exponentNow - fall / 2);
  const until = fall > 0 ? Math.min(ofRows, start / fall) : ofRows;
  return start * until - (fall * until * until) / 2;
}

/** A column as it is around one part of the sample: how many times as many values it has there as on average. */
interface Place {
  readonly column: DictionaryColumn;
  readonly layout: SampledLayout;
  readonly growth: Growth;
  readonly richness: number;
}

const valuesAt = ({ column, layout, growth, richness }: Place, rows: number): number =>
  Math.min(rows, richness * distinctInRows(column, layout, rows, growth));

/** The most values of a dictionary. */
const mostValues = ({ valueBytes }: DictionaryColumn, { limitBytes }: SampledLayout): number =>
  limitBytes / Math.max(valueBytes, 1e-9);

/** The row from which on a row group's dictionary exceeds its limit; `rows` if it never does. */
function rowsWithin(place: Place, rows: number): number {
  const most = mostValues(place.column, place.layout);
  if (valuesAt(place, rows) <= most) return rows;
  let [low, high] = [0, rows];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (valuesAt(place, middle) > most) high = middle;
    else low = middle;
  }
  return low;
}

/**
 * The column around each part of the sample. A row group that is longer than the distance between two parts has the rows around several of them: then it has
 * the mean of their values.
 */
function placesOf(column: DictionaryColumn, layout: SampledLayout, growth: Growth): Place[] {
  const { inParts } = column.distinct;
  const average = mean(inParts);
  const groupRows = Math.min(layout.rowGroupRows, layout.totalRows);
  const within = Math.max(1, Math.round((inParts.length * groupRows) / Math.max(1, layout.totalRows)));
  return inParts.map((_, part) => {
    const first = Math.max(0, Math.min(part - (within >> 1), inParts.length - within));
    return { column, layout, growth, richness: average > 0 ? mean(inParts.slice(first, first + within)) / average : 1 };
  });
}

/** True if a row group of the whole file may exceed the limit of a dictionary. */
export const mayExceedLimit = (column: DictionaryColumn, layout: SampledLayout): boolean => {
  const rows = Math.min(layout.rowGroupRows, layout.totalRows);
  return placesOf(column, layout, growths.fast).some((place) => rowsWithin(place, rows) < rows);
};

/** The sample's dictionaries, of which the last one may belong to a row group of few rows: it counts by these. */
const fullDictionaries = ({ dictionaries }: DictionaryFacts, { sampleRows, rowGroupRows }: SampledLayout): number =>
  Math.min(dictionaries, Math.max(1, sampleRows / rowGroupRows));

/** Bytes of the reference of one row where the dictionary has `values` values. */
function referenceBytes({ column, layout, growth }: Place, values: number, exceeded: boolean): number {
  const { sample, parts, distinct } = column;
  const ofPartRow = parts.dataBytes / layout.sampleRows;
  if (exceeded) return ofPartRow;
  // In the sample's own row groups, if it has several.
  const full = fullDictionaries(sample, layout);
  const inSample = full > 1 ? sample.values / full : distinct.inSample;
  const inPart = mean(distinct.inParts);
  const ofRow = sample.dataBytes / layout.sampleRows;
  const slope = inSample > inPart * 1.05 ? (ofRow - ofPartRow) / Math.log(inSample / inPart) : 0;
  return Math.max(0, ofRow + growth.references * slope * Math.log(Math.max(values, 1) / Math.max(inSample, 1)));
}

/** A dictionary was given up near its limit: a writer looks at its size from time to time. */
const nearLimit = 0.95;

/** The bytes of the column in the whole file: the mean of those that it would have if all of it were as around each part of the sample. */
export function wholeColumnBytes(column: DictionaryColumn, layout: SampledLayout, growth: Growth): number {
  const { sample, parts, distinct, withoutBytes } = column;
  const { sampleRows, totalRows, rowGroupRows, beyondLimit } = layout;
  const ofSample = sample.dataBytes + sample.dictionaryBytes;
  const most = mostValues(column, layout);
  // The row groups of the sample are as those of the whole file, and exceed the limit as they do.
  const full = fullDictionaries(sample, layout);
  const alike = full > 1 && sample.values / full > most * nearLimit;
  const isOfPlaces = placeShare(distinct) > 0;
  if (sample.values === 0 || (alike && !isOfPlaces)) return (ofSample / sampleRows) * totalRows;
  const without = withoutBytes === null ? null : withoutBytes / sampleRows;
  const exceeded = alike || (sample.dictionaries === 1 && distinct.inSample > most);
  const ofDictionaries = exceeded && parts.values > 0 ? parts : sample;
  const valueStored = ofDictionaries.dictionaryBytes / Math.max(1, ofDictionaries.values);
  const groupBytes = (place: Place, rows: number): number => {
    // A dictionary that even a part exceeds is as good as none.
    if (place.richness * mean(distinct.inParts) > most) return rows * (without ?? ofSample / sampleRows);
    const within = rowsWithin(place, rows);
    const values = Math.min(most, valuesAt(place, within));
    const reference = referenceBytes(place, values, exceeded);
    if (within >= rows || without === null) return valueStored * values + rows * reference;
    if (beyondLimit === 'none') return rows * without;
    return valueStored * values + within * reference + (rows - within) * without;
  };
  const groups = Math.floor(totalRows / rowGroupRows);
  const rest = totalRows % rowGroupRows;
  return mean(
    placesOf(column, layout, growth).map(
      (place) =>
        (groups === 0 ? 0 : groups * groupBytes(place, rowGroupRows)) + (rest === 0 ? 0 : groupBytes(place, rest)),
    ),
  );
}

/** What a file of our own is made of whose columns have dictionaries. All numbers are bytes, or counts where they say so. */
export interface DictionaryFileParts {
  readonly rowGroups: number;
  readonly footerBytes: number;
  /** All that is neither in the footer nor in a column chunk: page indexes, Bloom filters, the marks of the format. */
  readonly otherBytes: number;
  /** By the path of the column, its parts joined by dots. */
  readonly columns: ReadonlyMap<string, DictionaryColumnParts>;
}

export interface DictionaryColumnParts extends DictionaryFacts {
  /** How many names its path has: more than one for a part of a list or a struct. */
  readonly depth: number;
  /** Of the values in the dictionaries, without the headers of the pages. */
  readonly plainDictionaryBytes: number;
}
