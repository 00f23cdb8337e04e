import { RootFileWriter } from '../file/file-writer';
import type { BlockCompressor } from '../file/native-blocks';
import type { ByteSink } from '../file/sink';
import type { Column } from '../../../model/column';
import type { Table } from '../../../model/dataset';
import type { Checksum } from './file/checksum';
import { type NTupleField, NTupleWriter } from './file/ntuple-writer';
import { fieldNamesFor } from '../../../model/rntuple-field-names';
import { columnNoteNameOf, writeNote } from './note';
import { elementsOf, fieldsOf, rowBytes } from './table-fields';

const ntupleName = 'ntuple';
export const fileName = 'table.root';
/** The maximum size of a cluster before compression. ROOT ends a cluster at an estimated 128 MiB after compression. */
export const clusterBytes = 128 * 1_024 * 1_024;

/** The end of the cluster that begins with row `from`; a cluster has at least one row. */
function clusterEnd(columns: readonly Column[], rowCount: number, from: number, maxBytes: number): number {
  let fits = from + 1;
  let beyond = rowCount + 1;
  while (beyond - fits > 1) {
    const middle = Math.floor((fits + beyond) / 2);
    if (rowBytes(columns, from, middle) <= maxBytes) fits = middle;
    else beyond = middle;
  }
  return fits;
}

/** A table as a file with one RNTuple. */
export function writeTable(
  table: Table,
  sink: ByteSink,
  compressor: BlockCompressor | null,
  checksum: Checksum,
  pageBytes: number,
  maxClusterBytes = clusterBytes,
): void {
  const { columns } = table;
  const fieldNames = fieldNamesFor(columns.map(({ name }) => name));
  const fields: NTupleField[] = [];
  for (const [index, column] of columns.entries())
    fields.push(...fieldsOf(column, fieldNames[index] ?? column.name, fields.length, compressor !== null));
  const file = new RootFileWriter(sink, { fileName, compressor });
  const ntuple = new NTupleWriter(file, { name: ntupleName, fields, pageBytes, checksum });
  for (let from = 0; from < table.rowCount; ) {
    const to = clusterEnd(columns, table.rowCount, from, maxClusterBytes);
    const first = from;
    ntuple.writeCluster(
      to - first,
      columns.flatMap((column) => elementsOf(column, first, to)),
    );
    from = to;
  }
  ntuple.close();
  const note = writeNote(columns, fieldNames);
  if (note !== null) file.writeNamed(columnNoteNameOf(ntupleName), note);
  file.close();
}
