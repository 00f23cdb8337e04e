import { takeRows } from '../model/column-rows';
import type { Dataset, Dict, KeyedVectors, List } from '../model/dataset';
import { pickMolecules, pickTexts } from '../model/molecules/pick';

/** Items `from` (inclusive) to `to` (exclusive). */
interface ItemRange {
  readonly from: number;
  readonly to: number;
}

const indicesOf = (ranges: readonly ItemRange[]): number[] =>
  ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index));

const slices = <T>(values: readonly T[], ranges: readonly ItemRange[]): T[] =>
  ranges.flatMap(({ from, to }) => values.slice(from, to));

/** The ranges of a typed array, whose items have so many values each. */
function typedSlices<
  A extends { slice(from: number, to: number): A; set(values: A, at: number): void; length: number },
>(values: A, ranges: readonly ItemRange[], make: (length: number) => A): A {
  const joined = make(ranges.reduce((sum, { from, to }) => sum + to - from, 0));
  let at = 0;
  for (const { from, to } of ranges) {
    joined.set(values.slice(from, to), at);
    at += to - from;
  }
  return joined;
}

/**
 * The items of these ranges, one range after the other, as a dataset of the same schema. Items are counted as `itemCount` does; an array is cut
 * along its first dimension, so limits are rounded to whole rows of it.
 */
export function datasetRanges(dataset: Dataset, ranges: readonly ItemRange[]): Dataset {
  switch (dataset.kind) {
    case 'table': {
      const rows = Int32Array.from(indicesOf(ranges));
      return {
        kind: 'table',
        rowCount: rows.length,
        columns: dataset.columns.map((column) => takeRows(column, rows)),
      };
    }
    case 'array': {
      const [length, ...inner] = dataset.shape;
      if (length === undefined) return dataset;
      const width = inner.reduce((product, size) => product * size, 1);
      const place = (item: number) => (width === 0 ? 0 : Math.round(item / width) * width);
      const values = dataset.values;
      const taken = typedSlices(
        values as Float64Array,
        ranges.map(({ from, to }) => ({ from: place(from), to: place(to) })),
        (size) => new (values.constructor as new (size: number) => Float64Array)(size),
      ) as typeof values;
      return { ...dataset, shape: [width === 0 ? 0 : taken.length / width, ...inner], values: taken };
    }
    case 'stringArray':
      return { ...dataset, values: slices(dataset.values, ranges) };
    case 'list':
      return { ...dataset, values: slices<unknown>(dataset.values, ranges) } as List;
    case 'dict':
      return { ...dataset, entries: new Map(slices<[unknown, unknown]>([...dataset.entries], ranges)) } as Dict;
    case 'keyedVectors':
      return { ...dataset, entries: new Map(slices<[unknown, unknown]>([...dataset.entries], ranges)) } as KeyedVectors;
    case 'records': {
      const chosen = indicesOf(ranges);
      return {
        kind: 'records',
        recordCount: chosen.length,
        keys: pickTexts(dataset.keys, chosen),
        values: pickTexts(dataset.values, chosen),
      };
    }
    case 'molecules':
      return pickMolecules(dataset, indicesOf(ranges));
    case 'bytes':
      return { kind: 'bytes', bytes: typedSlices(dataset.bytes, ranges, (size) => new Uint8Array(size)) };
  }
}
