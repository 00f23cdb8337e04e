import { mapBuffers } from '../../../model/column-rows';
import type { Column } from '../../../model/column';
import type { Table } from '../../../model/dataset';
import type { BlockCompressor } from './native-blocks';
import { MemorySink } from './sink';

/** Room for keys, lists of baskets or pages, and class descriptions. If they take more, the file is copied once. */
const besideValues = 1.05;
const besideTable = 65_536;

function storedBytes(column: Column): number {
  let sum = 0;
  mapBuffers(column, (buffer) => {
    sum += buffer.byteLength;
    return buffer;
  });
  return sum;
}

/** A sink for a table's file, with room for the whole uncompressed file. */
export function tableSink(table: Table, compressor: BlockCompressor | null): MemorySink {
  return new MemorySink(
    compressor === null
      ? table.columns.reduce((sum, column) => sum + storedBytes(column), 0) * besideValues + besideTable
      : 0,
  );
}
