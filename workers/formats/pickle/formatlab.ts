import type { FormatModule } from '../../model/entry';
import { withoutTrailingZeros } from '../../model/unicode-arrays';
import { Pickler } from './protocol/pickler';
import { readDataset } from './protocol/read-dataset';
import { DatasetPickler } from './protocol/write-dataset';

export const format: FormatModule = {
  async open({ options, schema }) {
    const protocol = options.protocol === '4' ? 4 : 5;
    const numpy = options.numpy === '1' ? '1' : '2';
    return {
      encode(dataset, allocate) {
        const pickler = new Pickler(protocol);
        new DatasetPickler(pickler, numpy).write(dataset);
        return pickler.finish(allocate);
      },
      decode: (file) => readDataset(file, schema),
    };
  },
  forget: (dataset) =>
    dataset.kind === 'stringArray' ? { ...dataset, values: dataset.values.map(withoutTrailingZeros) } : dataset,
};
