import { copyValuesInto, readNpy, writeNpy } from '../../libraries/npy-file';
import { type Dataset, kindNames } from '../../model/dataset';
import type { Allocate, FormatModule } from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import { ReusedMemory } from '../../model/reused-memory';
import { withoutTrailingZeros } from '../../model/unicode-arrays';

function write(dataset: Dataset, allocate?: Allocate): Uint8Array<ArrayBuffer> {
  if (dataset.kind !== 'array' && dataset.kind !== 'stringArray')
    throw new FormatlabError({
      tag: 'unsupported',
      stage: 'encode',
      format: 'npy',
      message: `An .npy file holds an array, not ${kindNames[dataset.kind]}.`,
    });
  return writeNpy(dataset, 'npy', allocate);
}

export const format: FormatModule = {
  async open() {
    /** The file of the last `encodeView`, and the values of the last `decodeView`. */
    const fileMemory = new ReusedMemory();
    const valuesMemory = new ReusedMemory();
    return {
      encode: write,
      encodeView: (dataset) => write(dataset, (sizeBytes) => fileMemory.whole(sizeBytes)),
      decode: (file) => readNpy(file, 'npy'),
      decodeView(file) {
        valuesMemory.begin(file.length);
        return readNpy(file, 'npy', copyValuesInto(valuesMemory));
      },
    };
  },
  forget: (dataset) =>
    dataset.kind === 'stringArray' ? { ...dataset, values: dataset.values.map(withoutTrailingZeros) } : dataset,
};
