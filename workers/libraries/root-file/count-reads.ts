import { MemorySource } from './source';

/** A table in a file that is open, as far as reading parts of it goes. */
export interface OpenTable {
  readonly rowCount: number;
  /** Null where it has no columns. */
  readonly firstColumn: string | null;
  readColumn(name: string): unknown;
  readRow(row: number): unknown;
}

/** Bytes of the file that are read, as they are counted while it is done: to open it, then for the first column whole, or for the row in the middle. */
export interface ReadCounts {
  readonly bytesReadToOpen: number;
  readonly bytesReadForOneColumn: number;
  readonly bytesReadForOneRow: number;
}

export function countReads(file: Uint8Array, open: (source: MemorySource) => OpenTable): ReadCounts {
  const source = new MemorySource(file);
  const bytesOf = (work: () => unknown) => {
    const before = source.bytesRead;
    work();
    return source.bytesRead - before;
  };
  const table = open(source);
  const { rowCount, firstColumn } = table;
  return {
    bytesReadToOpen: source.bytesRead,
    bytesReadForOneColumn: firstColumn === null ? 0 : bytesOf(() => table.readColumn(firstColumn)),
    bytesReadForOneRow: rowCount === 0 ? 0 : bytesOf(() => table.readRow(Math.floor(rowCount / 2))),
  };
}
