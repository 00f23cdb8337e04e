import { type ByteRange, mergedRanges, type NetworkReads, rangeOf } from '../../model/remote/network-requests';
import type { OpenTable } from './count-reads';
import { MemorySource } from './source';

/** Remembers what is read. */
class LoggingSource extends MemorySource {
  readonly ranges: ByteRange[] = [];

  override read(offset: number, sizeBytes: number): Uint8Array {
    this.ranges.push(rangeOf(offset, sizeBytes));
    return super.read(offset, sizeBytes);
  }
}

/** uproot asks first for so many bytes, which hold the header of the file and its first directory. */
const headBytes = 403;
/** uproot asks once for ranges with at most so many bytes between them (`CoalesceConfig.max_range_gap`). */
const gapBytes = 32_768;

/**
 * What uproot asks for: what it reads to open the file is a request each, and ranges that it knows together are merged. The streamer
 * information is among them, and our note of the columns' types. uproot leaves the first out where it knows the classes, and does not know the second.
 * @param rangesAround what it asks for that needs a row, if that is more than `readRow` reads
 */
export function rootNetworkReads<T extends OpenTable>(
  file: Uint8Array,
  open: (source: MemorySource) => T,
  rangesAround?: (table: T, row: number) => readonly ByteRange[],
): NetworkReads {
  const source = new LoggingSource(file);
  const table = open(source);
  const head = rangeOf(0, Math.min(headBytes, file.length));
  const opening = [head, ...source.ranges.filter(({ end }) => end > head.end)];
  const rangesOf = (work: () => unknown) => {
    const before = source.ranges.length;
    work();
    return source.ranges.slice(before);
  };
  const { rowCount, firstColumn } = table;
  const row = Math.floor(rowCount / 2);
  const around = () => rangesAround?.(table, row) ?? rangesOf(() => table.readRow(row));
  const column = firstColumn === null ? [] : rangesOf(() => table.readColumn(firstColumn));
  return {
    column: [...opening, ...mergedRanges(column, gapBytes)],
    row: [...opening, ...mergedRanges(rowCount === 0 ? [] : around(), gapBytes)],
  };
}
