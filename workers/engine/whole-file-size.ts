import type { Dataset, Table } from '../model/dataset';
import { valueCounter, valueIds } from './distinct-values';
import type { Candidate } from '../model/plan';
import type { DatasetSample, WholeBytes } from '../model/result';
import {
  type DictionaryColumn,
  type DictionaryColumnParts,
  type DictionaryFileParts,
  type DistinctCounts,
  growths,
  mayExceedLimit,
  type SampledLayout,
  wholeColumnBytes,
} from '../model/statistics/dictionary-size';
import { type PartRange, unitRanges } from '../model/statistics/sample-parts';

type File = Uint8Array<ArrayBuffer>;

/** The limit of a dictionary where no option sets it: that of arrow-rs, pyarrow and hyparquet-writer here. */
const defaultLimitKiB = 1_024;

/** What the parts of a sample's files sum up to whose columns have dictionaries. Each file is looked at once, and not kept. */
export class DictionaryFiles {
  readonly #partsOf: (file: File) => DictionaryFileParts;
  readonly #sample: DictionaryFileParts;
  readonly #parts = new Map<string, DictionaryColumnParts>();
  #partCount = 0;

  constructor(sampleFile: File, partsOf: (file: File) => DictionaryFileParts) {
    this.#partsOf = partsOf;
    this.#sample = partsOf(sampleFile);
  }

  /** True if at least one column has a dictionary. Otherwise the file grows with the rows, and nothing needs to be known of the parts. */
  get hasDictionaries(): boolean {
    return [...this.#sample.columns.values()].some(({ dictionaries }) => dictionaries > 0);
  }

  addPart(file: File): void {
    this.#partCount += 1;
    for (const [path, column] of this.#partsOf(file).columns) {
      const before = this.#parts.get(path);
      this.#parts.set(
        path,
        before === undefined
          ? column
          : {
              depth: column.depth,
              dictionaries: before.dictionaries + column.dictionaries,
              values: before.values + column.values,
              dictionaryBytes: before.dictionaryBytes + column.dictionaryBytes,
              plainDictionaryBytes: before.plainDictionaryBytes + column.plainDictionaryBytes,
              dataBytes: before.dataBytes + column.dataBytes,
            },
      );
    }
  }

  /**
   * The size of the whole file, between what slow and fast growth of its dictionaries would make of it.
   * @param encodeWithout encodes the sample without dictionaries; it is called only if a dictionary may exceed its limit. Null if that can't be.
   */
  async wholeBytes(
    dataset: Dataset,
    sample: DatasetSample,
    ranges: readonly PartRange[],
    candidate: Candidate,
    encodeWithout: (() => Promise<File>) | null,
  ): Promise<WholeBytes> {
    const layout = layoutOf(sample, ranges, candidate);
    const counts =
      dataset.kind === 'table' ? distinctCounts(dataset, sample, ranges) : new Map<string, DistinctCounts>();
    const columns = new Map<string, DictionaryColumn>();
    for (const [path, column] of this.#sample.columns) {
      const parts = this.#parts.get(path);
      if (parts === undefined) continue;
      columns.set(path, {
        sample: column,
        parts,
        distinct:
          (column.depth === 1 ? counts.get(path) : undefined) ??
          countsOfDictionaries(column, parts, this.#partCount, layout),
        valueBytes: column.plainDictionaryBytes / Math.max(1, column.values),
        withoutBytes: null,
      });
    }
    if (encodeWithout !== null && [...columns.values()].some((column) => mayExceedLimit(column, layout))) {
      for (const [path, { dictionaryBytes, dataBytes }] of this.#partsOf(await encodeWithout()).columns) {
        const column = columns.get(path);
        if (column !== undefined) columns.set(path, { ...column, withoutBytes: dictionaryBytes + dataBytes });
      }
    }
    const { rowGroups, footerBytes, otherBytes } = this.#sample;
    const groups = Math.ceil(layout.totalRows / layout.rowGroupRows);
    const rest =
      footerBytes * Math.max(1, groups / Math.max(1, rowGroups)) + otherBytes * (layout.totalRows / layout.sampleRows);
    const all = [...columns.values()];
    const [slow, likely, fast] = ([growths.slow, growths.likely, growths.fast] as const).map((growth) =>
      Math.round(rest + all.reduce((sum, column) => sum + wholeColumnBytes(column, layout, growth), 0)),
    ) as [number, number, number];
    return { likely, low: Math.min(slow, likely, fast), high: Math.max(slow, likely, fast) };
  }
}

/** Of a column whose values were not counted: those of its dictionaries, which do not tell how fast rows that follow one another bring new values. */
function countsOfDictionaries(
  sample: DictionaryColumnParts,
  parts: DictionaryColumnParts,
  partCount: number,
  { sampleRows, partRows, unitRows }: SampledLayout,
): DistinctCounts {
  const inSample = sample.values / Math.max(1, sample.dictionaries);
  const inPart = parts.values / Math.max(1, partCount);
  const growth = Math.min(1, Math.log(Math.max(1, inSample / Math.max(1, inPart))) / Math.log(sampleRows / partRows));
  return {
    inSample,
    inParts: Array.from({ length: partCount }, () => inPart),
    inEverySecond: inSample / 2 ** growth,
    // As if all rows of a unit differed: of both ways to grow, the slower one counts.
    inUnit: unitRows,
    inHalfUnit: unitRows / 2,
    inQuarterUnit: unitRows / 4,
    inFarHalves: unitRows,
  };
}

/**
 * The distinct values of parts as if all had as many rows: a part of more rows has more of them, by the power of the rows with which they grow from the parts
 * to the sample.
 */
function asIfAlike(values: readonly number[], ranges: readonly PartRange[], inSample: number): number[] {
  const rows = ranges.map(({ from, to }) => to - from);
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const growth = Math.log(inSample / Math.max(1, mean(values))) / Math.log(Math.max(2, rows.length));
  const power = Math.min(1, Math.max(0, growth));
  return values.map((each, part) => each * (mean(rows) / (rows[part] as number)) ** power);
}

const middleOf = ({ from, to }: PartRange) => Math.ceil((from + to) / 2);
const firstHalf = (range: PartRange): PartRange => ({ from: range.from, to: middleOf(range) });
const secondHalf = (range: PartRange): PartRange => ({ from: middleOf(range), to: range.to });

/** The distinct values of each column that is no list and no struct, by its name. */
function distinctCounts(
  { columns }: Table,
  sample: DatasetSample,
  ranges: readonly PartRange[],
): ReadonlyMap<string, DistinctCounts> {
  const units = unitRanges(sample.unitItems, ranges.at(-1)?.to ?? 0);
  const far = units.length >> 1;
  const counts = new Map<string, DistinctCounts>();
  for (const column of columns) {
    const ids = valueIds(column);
    if (ids === null) continue;
    const count = valueCounter(ids);
    const all = count(units);
    /** As if the rows that are not null were evenly spread, so that a value for each row makes a growth as the rows. */
    const meanOf = (sets: readonly (readonly PartRange[])[], share: number) => {
      const [rows, distinct] = sets
        .map((ranges) => count(ranges))
        .reduce(([sumOfRows, sumOfDistinct], each) => [sumOfRows + each.rows, sumOfDistinct + each.distinct], [0, 0]);
      return rows === 0 ? 0 : (distinct / rows) * all.rows * share;
    };
    counts.set(column.name, {
      inSample: all.distinct,
      inEverySecond: meanOf([units.filter((_, index) => index % 2 === 0)], 1 / 2),
      inParts: asIfAlike(
        ranges.map((range) => count([range]).distinct),
        ranges,
        all.distinct,
      ),
      inUnit: meanOf(
        units.map((unit) => [unit]),
        1 / units.length,
      ),
      inHalfUnit: meanOf(
        units.map((unit) => [firstHalf(unit)]),
        1 / 2 / units.length,
      ),
      inQuarterUnit: meanOf(
        units.map((unit) => [firstHalf(firstHalf(unit))]),
        1 / 4 / units.length,
      ),
      inFarHalves: meanOf(
        units.map((unit, index) => [firstHalf(unit), secondHalf(units[(index + far) % units.length] ?? unit)]),
        1 / units.length,
      ),
    });
  }
  return counts;
}

function layoutOf(
  sample: DatasetSample,
  ranges: readonly PartRange[],
  { options, implementation }: Candidate,
): SampledLayout {
  const sampleRows = sample.unitItems.reduce((sum, items) => sum + items, 0);
  const { rowGroupRows, dictionaryKiB } = options;
  return {
    sampleRows,
    partRows: sampleRows / ranges.length,
    unitRows: sampleRows / unitRanges(sample.unitItems, sampleRows).length,
    totalRows: Math.max(sampleRows, sample.totalItems),
    rowGroupRows: typeof rowGroupRows === 'number' ? rowGroupRows : 1_048_576,
    limitBytes: (typeof dictionaryKiB === 'number' ? dictionaryKiB : defaultLimitKiB) * 1_024,
    beyondLimit: implementation === 'hyparquet' ? 'none' : 'rowsBefore',
  };
}
