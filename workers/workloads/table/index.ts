import type { Column } from '../../model/column';
import { takeRows } from '../../model/column-rows';
import type { Table } from '../../model/dataset';
import type { WorkloadModule } from '../../model/entry';
import { blockStart, type Range } from './draws';
import { readParameters, type TableParameters } from './meta';
import { amounts, created, ids, paid, quantities, shipped } from './numbers';
import { copiedRows, placesOf } from './rows';
import { categories, names, notes } from './texts';

/** The columns before any row is repeated. Their order is that of the schema in `meta.ts`. */
function columnMakers(range: Range, parameters: TableParameters): readonly (() => Column)[] {
  const places = placesOf(range, parameters.sortedness);
  return [
    () => ids(range, places),
    () => categories(range, parameters),
    () => names(range, parameters),
    () => created(range, parameters, places),
    () => amounts(range, parameters),
    () => quantities(range, parameters),
    () => paid(range, parameters),
    () => shipped(range, parameters, places),
    () => notes(range, parameters),
  ];
}

export const workload: WorkloadModule = {
  generate({ parameters, seed, from, to, onProgress }): Table {
    const read = readParameters(parameters);
    const range = { seed, from, to };
    const rowCount = to - from;
    const copied = read.duplicateShare > 0 ? copiedRows(range, read.duplicateShare) : null;
    // A copy may be of any earlier row of its block.
    const first = copied === null ? from : blockStart(from);
    const rows = copied === null ? null : Int32Array.from(copied, (row) => row - first);
    const makers = columnMakers({ ...range, from: first }, read);
    const columns = makers.map((make, index) => {
      const column = rows === null ? make() : takeRows(make(), rows);
      onProgress?.(Math.floor((rowCount * (index + 1)) / makers.length));
      return column;
    });
    return { kind: 'table', rowCount, columns };
  },
};
