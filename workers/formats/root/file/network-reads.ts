import { type ByteRange, mergedRanges, type NetworkReads, rangeOf } from '../../../model/remote/network-requests';
import type { OpenRootTable } from './count-reads';
import { MemorySource } from './source';

/** Remembers what is read. */
class LoggingSource extends MemorySource {
  readonly ranges: ByteRange[] = [];

  override read(offset: number, sizeBytes: number): Uint8Array {
    this.ranges.push(rangeOf(offset, sizeBytes));
    return super.read(offset, sizeBytes);
  }
}

/** The size of uproot's first request. It holds the header of the file and its first directory. */
const headBytes = 403;
/** uproot merges ranges into one request if the gap between them is at most this (`CoalesceConfig.max_range_gap`). */
const gapBytes = 32_768;

/** What uproot asks for of a table, where that is more than our reader reads, or not all at once: groups of ranges, of which each is merged for itself. */
interface UprootRanges<T> {
  readonly column: (table: T, name: string) => readonly (readonly ByteRange[])[];
  readonly row: (table: T, row: number) => readonly (readonly ByteRange[])[];
}

/**
 * What uproot asks for: what it reads to open the file is a request each, and ranges that it knows together are merged. The streamer
 * information is among them, and our note of the columns' types. uproot leaves the first out where it knows the classes, and does not know the second.
 */
export function rootNetworkReads<T extends OpenRootTable>(
  file: Uint8Array,
  columnIndex: number,
  open: (source: MemorySource) => T,
  rangesOf?: UprootRanges<T>,
): NetworkReads {
  const source = new LoggingSource(file);
  const table = open(source);
  const head = rangeOf(0, Math.min(headBytes, file.length));
  const opening = [head, ...source.ranges.filter(({ end }) => end > head.end)];
  const readsOf = (work: () => unknown) => {
    const before = source.ranges.length;
    work();
    return [source.ranges.slice(before)];
  };
  const { rowCount } = table;
  const name = table.columnName(columnIndex);
  const row = Math.floor(rowCount / 2);
  const ofColumn = name === null ? null : (rangesOf?.column(table, name) ?? readsOf(() => table.readColumn(name)));
  const ofRow = rowCount === 0 ? [] : (rangesOf?.row(table, row) ?? readsOf(() => table.readRow(row)));
  const merged = (groups: readonly (readonly ByteRange[])[]) =>
    groups.flatMap((group) => mergedRanges(group, gapBytes));
  return {
    column: ofColumn === null ? null : [...opening, ...merged(ofColumn)],
    row: [...opening, ...merged(ofRow)],
  };
}
