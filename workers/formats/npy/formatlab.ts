import { readNpy, writeNpy } from '../../libraries/npy-file';
import { kindNames } from '../../model/dataset';
import type { FormatModule } from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import { withoutTrailingZeros } from '../../model/unicode-arrays';

export const format: FormatModule = {
  async open() {
    return {
      encode(dataset, allocate) {
        if (dataset.kind !== 'array' && dataset.kind !== 'stringArray')
          throw new FormatlabError({
            tag: 'unsupported',
            stage: 'encode',
            format: 'npy',
            message: `An .npy file holds an array, not ${kindNames[dataset.kind]}.`,
          });
        return writeNpy(dataset, 'npy', allocate);
      },
      decode: (file) => readNpy(file, 'npy'),
    };
  },
  forget: (dataset) =>
    dataset.kind === 'stringArray' ? { ...dataset, values: dataset.values.map(withoutTrailingZeros) } : dataset,
};
