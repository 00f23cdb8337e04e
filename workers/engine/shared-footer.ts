import { defaultLayout } from '../model/column-search';
import type { TrialTable } from '../model/trial-table';

/** The columns that tell what a footer has once. */
const writtenColumns = 40;

/**
 * The bytes of a footer that each column has if it is written alone, but columns of one file have once: the mean of some columns. Two columns alone
 * would not tell, since columns of like types also share parts of the schema.
 */
export async function sharedFooterBytes(
  table: Pick<TrialTable, 'fileBytes'>,
  columnCount: number,
  rows: Int32Array,
): Promise<number> {
  const count = Math.min(columnCount, writtenColumns);
  if (count < 2) return 0;
  const columns = Array.from({ length: count }, (_, index) => Math.floor((index * columnCount) / count));
  const bytesOf = (written: readonly number[]) =>
    table.fileBytes({ columns: written, rows, settings: new Map(), layout: defaultLayout });
  let apartBytes = 0;
  for (const column of columns) apartBytes += await bytesOf([column]);
  return (apartBytes - (await bytesOf(columns))) / (count - 1);
}
