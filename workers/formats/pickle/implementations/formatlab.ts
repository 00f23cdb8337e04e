import type { Column } from '../../../model/column';
import type { Dataset } from '../../../model/dataset';
import type { Allocate, FormatModule } from '../../../model/entry';
import { dropNaNPayloads, applyColumnLoss } from '../../../columns/forget-values';
import { ReusedMemory } from '../../../columns/reused-memory';
import { withoutTrailingZeros } from '../../../columns/unicode-arrays';
import { Memo } from '../protocol/memo';
import { Pickler } from '../protocol/pickler';
import { readDataset } from '../protocol/read-dataset';
import { DatasetPickler } from '../protocol/write-dataset';

export const format: FormatModule = {
  async open({ options, schema }) {
    const protocol = options.protocol === '4' ? 4 : 5;
    const numpy = options.numpy === '1' ? '1' : '2';
    /** Hold the file of the last `encodeView`, and the arrays of the last `decodeView`. */
    const fileMemory = new ReusedMemory();
    const memory = new ReusedMemory();
    const memo = new Memo();
    /** Holds the small parts of a file until it is put together. */
    let smallParts: Uint8Array<ArrayBuffer> | undefined;
    const write = (dataset: Dataset, allocate?: Allocate) => {
      const pickler = new Pickler(protocol, smallParts);
      new DatasetPickler(pickler, numpy).write(dataset);
      const file = pickler.finish(allocate);
      smallParts = pickler.small;
      return file;
    };
    return {
      encode: write,
      encodeView: (dataset) => write(dataset, (sizeBytes) => fileMemory.whole(sizeBytes)),
      decode: (file) => readDataset(file, schema),
      decodeView(file) {
        // The arrays of a pickle take less room than the file.
        memory.begin(file.length);
        return readDataset(file, schema, { arrays: memory, memo });
      },
    };
  },
  forget,
};

const unchanged = (column: Column) => column;

/** The dataset as pickle returns it: without NUL characters at the end of numpy's texts, the order of categories, and the payloads of NaNs that are Python floats. */
function forget(dataset: Dataset): Dataset {
  if (dataset.kind === 'stringArray') return { ...dataset, values: dataset.values.map(withoutTrailingZeros) };
  if (dataset.kind !== 'table') return dataset;
  const { columns, rowCount } = dataset;
  const kept = (column: Column) =>
    applyColumnLoss(column, rowCount, column.type === 'list' || column.type === 'struct' ? dropNaNPayloads : unchanged);
  return { ...dataset, columns: columns.map(kept) };
}
