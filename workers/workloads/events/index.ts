import type { Table } from '../../model/dataset';
import type { WorkloadModule } from '../../model/entry';
import { philoxFill } from '../../model/philox';
import { columnNames, readParameters } from './meta';

const twoTo32 = 2 ** 32;
const chunkRows = 4_096;

/**
 * The low words of rows `from` to `to` (both below 2³²; the high words are 0), for columns that are not all counts.
 * `e2e/interop/formatlab_data.py` computes the same in numpy. Key (seed, 0), counter (p, 0, column, 0); words 0 and 1 of block p belong to
 * row 2p, words 2 and 3 to row 2p + 1. The first word decides whether the value is zero, repeated or the count; the second selects the
 * repeated value from the pool.
 */
function fillChosen(
  low: Uint32Array,
  column: number,
  from: number,
  {
    seed,
    zeroLimit,
    duplicateLimit,
    distinctValues,
  }: { seed: number; zeroLimit: number; duplicateLimit: number; distinctValues: number },
): void {
  const words = new Uint32Array(4 * (chunkRows / 2 + 1));
  const rows = low.length / 2;
  for (let done = 0; done < rows; done += chunkRows) {
    const start = from + done;
    const end = Math.min(start + chunkRows, from + rows);
    const firstBlock = Math.floor(start / 2);
    const firstRow = firstBlock * 2;
    const used = words.subarray(0, 4 * (Math.ceil(end / 2) - firstBlock));
    philoxFill(used, firstBlock, { key: [seed, 0], counter: [0, column, 0] });
    for (let row = start; row < end; row += 1) {
      const word = 2 * (row - firstRow);
      const choice = used[word] as number;
      let value = row;
      if (choice < zeroLimit) value = 0;
      else if (choice < duplicateLimit) value = Math.floor(((used[word + 1] as number) * distinctValues) / twoTo32);
      low[2 * (row - from)] = value;
    }
  }
}

export const workload: WorkloadModule = {
  generate({ parameters, seed, from, to, onProgress }): Table {
    const { zeroShare, duplicateShare, distinctValues } = readParameters(parameters);
    const zeroLimit = Math.floor(zeroShare * twoTo32);
    const duplicateLimit = zeroLimit + Math.floor(duplicateShare * (twoTo32 - zeroLimit));
    const rowCount = to - from;
    const columns = columnNames.map((name, column) => {
      const values = new BigInt64Array(rowCount);
      // Writing the low 32-bit words is many times faster than BigInt arithmetic. Typed arrays are little-endian in all browsers.
      const low = new Uint32Array(values.buffer);
      if (duplicateLimit > 0) fillChosen(low, column, from, { seed, zeroLimit, duplicateLimit, distinctValues });
      else for (let row = 0; row < rowCount; row += 1) low[2 * row] = from + row;
      onProgress?.(Math.floor((rowCount * (column + 1)) / columnNames.length));
      return { name, type: 'int64', validity: null, values } as const;
    });
    return { kind: 'table', rowCount, columns };
  },
};
