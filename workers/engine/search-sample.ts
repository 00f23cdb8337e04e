import type { FileVariant } from '../model/column-search';
import type { ColumnTrial } from '../model/trial-table';

/** Rows in which columns are tried: all or a sample, in some order. */
export interface Part {
  readonly allRows: boolean;
  readonly variant: FileVariant;
  /** The rows of the table, in their order. Null: all rows as they are. */
  readonly rows: Int32Array | null;
}

export const callsOf = ({ allRows }: Part, isProbe: boolean): ColumnTrial['calls'] =>
  isProbe ? 'once' : allRows ? 'repeatedWithLookups' : 'repeated';

/** A table with more rows is tried on a sample first: blocks of rows that are spread evenly, so that neighbours stay together. */
export const sampleRows = 65_536;
const sampleBlocks = 16;
const blockRows = sampleRows / sampleBlocks;

/** The rows with which the workers are warmed up, if the table has as many. */
export const warmUpRows = blockRows;

/** The rows of the sample of a table that has more rows. */
export function sampleIndices(rowCount: number): Int32Array {
  const indices = new Int32Array(sampleRows);
  for (let block = 0; block < sampleBlocks; block += 1) {
    const from = Math.floor((block * (rowCount - blockRows)) / (sampleBlocks - 1));
    for (let row = 0; row < blockRows; row += 1) indices[block * blockRows + row] = from + row;
  }
  return indices;
}

export const firstRows = (rowCount: number): Int32Array => Int32Array.from({ length: rowCount }, (_, row) => row);
