import { MemorySource } from './source';

/** An open file with a table, with the functions that read parts of it. */
export interface OpenRootTable {
  readonly rowCount: number;
  /** The name of the column at this index. Null if the table has no such column. */
  columnName(index: number): string | null;
  readColumn(name: string): unknown;
  readRow(row: number): unknown;
}

/** The number of bytes of the file that are read: to open it, for a whole column, and for the middle row. */
interface BytesReadCounts {
  readonly bytesReadToOpen: number;
  readonly bytesReadForOneColumn: number;
  readonly bytesReadForOneRow: number;
}

export function countReads(
  file: Uint8Array,
  columnIndex: number,
  open: (source: MemorySource) => OpenRootTable,
): BytesReadCounts {
  const source = new MemorySource(file);
  const bytesOf = (work: () => unknown) => {
    const before = source.bytesRead;
    work();
    return source.bytesRead - before;
  };
  const table = open(source);
  const { rowCount } = table;
  const column = table.columnName(columnIndex);
  return {
    bytesReadToOpen: source.bytesRead,
    bytesReadForOneColumn: column === null ? 0 : bytesOf(() => table.readColumn(column)),
    bytesReadForOneRow: rowCount === 0 ? 0 : bytesOf(() => table.readRow(Math.floor(rowCount / 2))),
  };
}
