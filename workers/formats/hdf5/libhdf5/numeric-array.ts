import type { Bytes, NumericArray } from '../../../model/dataset';
import { elementTypes, numericTypeOf } from './element-type';
import type { Hdf5Reader } from './reader';
import type { NumericDatasetSpec } from './dataset-spec';

/** The name of the only dataset in a file with an array or plain bytes. The attribute `kind` of the root group says which of the two it is. */
const valuesDatasetName = 'values';

export function valuesSource({ elementType, shape, values }: Omit<NumericArray, 'kind'>): NumericDatasetSpec {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const rowBytes = bytes.length / (shape[0] || 1);
  return {
    name: valuesDatasetName,
    elementType: elementTypes[elementType],
    shape,
    fill: (heap, from, to) => heap.set(bytes.subarray(from * rowBytes, to * rowBytes)),
  };
}

export function readArray(reader: Hdf5Reader): NumericArray {
  const metadata = reader.metadata(valuesDatasetName);
  const elementType = numericTypeOf(metadata);
  if (elementType === null)
    throw reader.malformed(`holds “${valuesDatasetName}” of a type other than the ten numeric ones`);
  const values = reader.values(valuesDatasetName, metadata, elementType);
  return { kind: 'array', elementType, shape: metadata.shape, values };
}

export function readBytes(reader: Hdf5Reader): Bytes {
  const { values } = readArray(reader);
  if (!(values instanceof Uint8Array))
    throw reader.malformed(`holds “${valuesDatasetName}” of a type other than uint8`);
  return { kind: 'bytes', bytes: values };
}
