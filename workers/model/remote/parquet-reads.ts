import type { FileCounts } from '../entry';
import { countedGaps, gapCountNames } from './gap-counts';
import { type ByteRange, bytesOf, mergedRanges } from './network-requests';

/** The size of a reader's first request, at the end of the file. */
const tailBytes = 65_536;
/** It merges ranges into one request if the gap between them is at most this. */
const gapBytes = 65_536;

/** Where the parts of a Parquet file lie that a reader asks for. */
interface ParquetPlaces {
  readonly sizeBytes: number;
  readonly footerStart: number;
  /** The chunks of the column that is read alone, by row group. */
  readonly column: readonly (readonly ByteRange[])[];
  /** The bytes of all chunks of the row group that holds the row. */
  readonly rowGroupBytes: number;
  /** The offset indexes that tell the pages of one row. */
  readonly indexes: readonly ByteRange[];
  /** The dictionaries and pages of one row, and whole chunks where there is no offset index. */
  readonly pages: readonly ByteRange[];
}

/**
 * The requests and bytes that a reader over a network needs of a Parquet file, from nothing on: for one column, and for one row of all columns;
 * and those of them that only open the file. It fetches the end of the file, the rest of the footer if that is longer, and then the column or,
 * for a row, the offset indexes and then the pages. The requests of a step do not wait for one another, but for the step before.
 */
export function parquetReads(places: ParquetPlaces): FileCounts {
  const { sizeBytes, footerStart, indexes, pages } = places;
  const column = places.column.flat();
  const tail = Math.max(0, sizeBytes - tailBytes);
  const opened = [{ start: tail, end: sizeBytes }, ...(footerStart < tail ? [{ start: footerStart, end: tail }] : [])];
  const heldStart = Math.min(footerStart, tail);
  const requests = (ranges: readonly ByteRange[]): ByteRange[] =>
    mergedRanges(
      ranges.map(({ start, end }) => ({ start, end: Math.min(end, heldStart) })),
      gapBytes,
    );
  const count = (...steps: readonly (readonly ByteRange[])[]) => {
    const byStep = [...opened.map((range) => [range]), ...steps.map(requests)];
    const all = byStep.flat();
    return { requests: all.length, steps: byStep.filter(({ length }) => length > 0).length, bytes: bytesOf(all) };
  };
  const [toOpen, ofColumn, ofRow] = [count(), count(column), count(indexes, pages)];
  return {
    networkRequestsToOpen: toOpen.requests,
    networkStepsToOpen: toOpen.steps,
    networkBytesToOpen: toOpen.bytes,
    networkRequestsForOneColumn: ofColumn.requests,
    networkStepsForOneColumn: ofColumn.steps,
    networkBytesForOneColumn: ofColumn.bytes,
    networkRequestsForOneRow: ofRow.requests,
    networkStepsForOneRow: ofRow.steps,
    networkBytesForOneRow: ofRow.bytes,
    ...readerCounts(places),
  };
}

/** Readers merge ranges up to so many bytes: Arrow's `CacheOptions`. */
const mergedLimitBytes = 32 * 1_048_576;

/**
 * What readers of other sizes of first requests, and of other gaps, ask for follows from these: the footer's size, the chunks of the column at each
 * gap, and the row group of the middle row. A gap that merges no more than the one before is left out.
 */
function readerCounts({ sizeBytes, footerStart, column, rowGroupBytes }: ParquetPlaces): FileCounts {
  const counts: Record<string, number> = {
    networkBytesOfFooter: sizeBytes - footerStart,
    networkBytesOfRowGroup: rowGroupBytes,
  };
  const apart = column.flatMap((chunks) => mergedRanges(chunks, 0));
  let last = -1;
  for (const gap of countedGaps) {
    const ranges = gap === 0 ? apart : mergedRanges(apart, gap, mergedLimitBytes);
    if (ranges.length === last) continue;
    last = ranges.length;
    const names = gapCountNames(gap);
    counts[names.requests] = ranges.length;
    counts[names.bytes] = bytesOf(ranges);
  }
  return counts;
}

/** The parts of a column chunk. */
export interface ChunkParts {
  readonly bytes: number;
  /** What a reader needs for the middle row. Null if the row is in another row group, or no offset index tells its page. */
  readonly row: {
    readonly dictionaryBytes: number;
    /** Where the page begins in the chunk. */
    readonly pageStart: number;
    readonly pageBytes: number;
  } | null;
  /** The size of the chunk's offset index; 0 without one. */
  readonly indexBytes: number;
  /** The smallest and the largest value in the chunk's statistics. Null without them. */
  readonly bounds: ChunkBounds | null;
}

export interface ChunkBounds {
  /** The bytes of both values. */
  readonly bytes: number;
  /** True if the statistics also have both values in the form that Parquet had before the order of values was defined. */
  readonly hasFormerForm: boolean;
  /** False if a long text was shortened. */
  readonly areWhole: boolean;
}

/** One column's chunks: by row group, and in each by stored column, of which a struct has several. */
export interface ColumnParts {
  /** The row group of the middle row. */
  readonly rowGroup: number;
  readonly groups: readonly (readonly ChunkParts[])[];
}

/** The bytes that a reader asks for of a column for the middle row: its dictionaries and pages, and whole chunks without an offset index. */
export const rowBytesOf = ({ rowGroup, groups }: ColumnParts): number =>
  (groups[rowGroup] ?? []).reduce(
    (sum, { bytes, row }) => sum + (row === null ? bytes : row.dictionaryBytes + row.pageBytes),
    0,
  );

/**
 * The places of a file that consists of these columns in this order: after the magic bytes the chunks by row group, then the offset indexes, then
 * the footer. The writer adds nothing else.
 * @param readColumn the number of the column that is read alone
 */
export function placesOf(columns: readonly ColumnParts[], readColumn: number, sizeBytes: number): ParquetPlaces {
  const magicBytes = 4;
  const rowGroup = columns[0]?.rowGroup ?? 0;
  const groupCount = columns[0]?.groups.length ?? 0;
  const column: ByteRange[][] = [];
  const pages: ByteRange[] = [];
  let at = magicBytes;
  let rowGroupBytes = 0;
  for (let group = 0; group < groupCount; group += 1) {
    const ofColumn: ByteRange[] = [];
    column.push(ofColumn);
    for (const [number, parts] of columns.entries())
      for (const { bytes, row } of parts.groups[group] ?? []) {
        const end = at + bytes;
        if (number === readColumn) ofColumn.push({ start: at, end });
        if (group === rowGroup) {
          rowGroupBytes += bytes;
          if (row === null) pages.push({ start: at, end });
          else {
            pages.push({ start: at, end: at + row.dictionaryBytes });
            pages.push({ start: at + row.pageStart, end: at + row.pageStart + row.pageBytes });
          }
        }
        at = end;
      }
  }
  const indexes: ByteRange[] = [];
  for (let group = 0; group < groupCount; group += 1)
    for (const { groups } of columns)
      for (const { indexBytes, row } of groups[group] ?? []) {
        if (group === rowGroup && row !== null) indexes.push({ start: at, end: at + indexBytes });
        at += indexBytes;
      }
  return { sizeBytes, footerStart: at, column, rowGroupBytes, indexes, pages };
}
