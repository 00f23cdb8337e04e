import { copyValuesInto, readNpy, readNpyPlaces, writeNpy } from '../../../libraries/npy-file';
import { type Dataset, kindNames } from '../../../model/dataset';
import type { Allocate, FormatModule } from '../../../model/entry';
import { FormatlabError } from '../../../model/errors';
import { type NetworkReads, rangeOf } from '../../../model/remote/network-requests';
import { ReusedMemory } from '../../../columns/reused-memory';
import { withoutTrailingZeros } from '../../../columns/unicode-arrays';

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

/**
 * What numpy asks for (`numpy.lib.format.read_magic` and `read_array_header_1_0`), and then the values of the middle row: the magic bytes with the
 * version, the length of the header, the header, the row.
 */
function npyNetworkReads(file: Uint8Array<ArrayBuffer>): NetworkReads {
  const { dataStart, rowCount, rowBytes } = readNpyPlaces(file, 'npy');
  const [magicEnd, lengthEnd] = [8, (file[6] ?? 1) === 1 ? 10 : 12];
  const opening = [rangeOf(0, magicEnd), { start: magicEnd, end: lengthEnd }, { start: lengthEnd, end: dataStart }];
  const row = rangeOf(dataStart + Math.floor(rowCount / 2) * rowBytes, rowBytes);
  return { column: null, row: rowCount * rowBytes === 0 ? opening : [...opening, row] };
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
      networkReads: npyNetworkReads,
      decodeView(file) {
        valuesMemory.begin(file.length);
        return readNpy(file, 'npy', copyValuesInto(valuesMemory));
      },
    };
  },
  forget: (dataset) =>
    dataset.kind === 'stringArray' ? { ...dataset, values: dataset.values.map(withoutTrailingZeros) } : dataset,
};
