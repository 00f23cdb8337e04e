/** Bytes of a file that a reader asks for. `end` is the first byte after them. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The ranges that a reader asks for, in order, each in a request of its own. */
export interface NetworkReads {
  /** To open the file and read the wanted column; null if the data has no such column. */
  readonly column: readonly ByteRange[] | null;
  /** To open the file and read one row or key; null if that can't be read alone. */
  readonly row: readonly ByteRange[] | null;
}

/**
 * One range for all that begin at most `gapBytes` after another one, in the order of the file, unless it becomes longer than the limit. Empty ranges
 * are left out.
 */
export function mergedRanges(
  ranges: readonly ByteRange[],
  gapBytes: number,
  limitBytes = Number.POSITIVE_INFINITY,
): ByteRange[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.filter((range) => range.end > range.start).sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start - last.end <= gapBytes && end - last.start <= limitBytes)
      last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

export const rangeOf = (start: number, bytes: number): ByteRange => ({ start, end: start + bytes });

/** The number of bytes in all ranges together. */
export const bytesOf = (ranges: readonly ByteRange[]): number =>
  ranges.reduce((sum, { start, end }) => sum + end - start, 0);

/** The counts by which the page names requests and their bytes. */
export function networkCounts({ column, row }: NetworkReads): Readonly<Record<string, number>> {
  return {
    ...(column === null
      ? {}
      : { networkRequestsForOneColumn: column.length, networkBytesForOneColumn: bytesOf(column) }),
    ...(row === null ? {} : { networkRequestsForOneRow: row.length, networkBytesForOneRow: bytesOf(row) }),
  };
}
