import type { Column } from '../../model/column';
import { takeRows } from '../../model/column-rows';
import type { Dataset } from '../../model/dataset';
import { pickMolecules } from '../../model/molecules/pick';
import type { FileSample } from '../../model/plan';
import { drawRanges } from '../../model/strata';
import type { ImportResult } from '../../own-file/imported';
import { type CutInfo, isReadWhole } from '../../own-file/sample/cut';

/** As many ranges of rows are kept. */
const rangeCount = 16;

/** The bytes of a column's buffers, and of those in it. */
function bufferBytes(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + bufferBytes(each), 0);
}

/** The rows, or the molecules, of a dataset that could be kept alone; null for other kinds. */
function rowsOf(dataset: Dataset): { readonly count: number; readonly take: (rows: Int32Array) => Dataset } | null {
  switch (dataset.kind) {
    case 'table':
      return {
        count: dataset.rowCount,
        take: (rows) => ({
          ...dataset,
          rowCount: rows.length,
          columns: dataset.columns.map((column: Column) => takeRows(column, rows)),
        }),
      };
    case 'molecules':
      return { count: dataset.moleculeCount, take: (rows) => pickMolecules(dataset, [...rows]) };
    default:
      return null;
  }
}

/**
 * Keeps ranges of rows of what was read whole, or in larger pieces than a sample has: one of each of 16 strata, by the seed. Null if it is small.
 * `cut`: the sample that was read; null if all was.
 */
export function thinRows(
  read: ImportResult,
  sample: FileSample,
  cut: CutInfo | null,
): { readonly read: ImportResult; readonly cut: CutInfo } | null {
  const rows = rowsOf(read.dataset);
  const bytes = rows === null ? 0 : bufferBytes(read.dataset);
  if (rows === null || isReadWhole(bytes, sample)) return null;
  const rowBytes = bytes / rows.count;
  const take = Math.min(rangeCount, Math.max(1, Math.floor(sample.targetBytes / rowBytes)));
  const ranges = drawRanges(rows.count, take, Math.round(sample.targetBytes / rowBytes / take), sample.seed);
  const kept = Int32Array.from(
    ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)),
  );
  if (kept.length === rows.count) return null;
  const totalItems = cut?.totalItems ?? rows.count;
  return {
    read: { ...read, dataset: rows.take(kept) },
    cut: {
      unitKind: 'rows',
      unitItems: ranges.map(({ from, to }) => to - from),
      unitCount: Math.max(ranges.length, Math.floor((totalItems * ranges.length) / kept.length)),
      totalItems,
      isTotalEstimated: cut?.isTotalEstimated ?? false,
      isFirstPart: cut?.isFirstPart ?? false,
    },
  };
}
