import type { NumericType } from '../../../model/dataset';
import { characterSet, type ElementType, type ReadMetadata, typeClass } from './library';

const numeric = (type: number, size: number, signed: boolean): ElementType => ({ type, size, signed, vlen: false });

export const elementTypes: Readonly<Record<NumericType, ElementType>> = {
  int8: numeric(typeClass.integer, 1, true),
  int16: numeric(typeClass.integer, 2, true),
  int32: numeric(typeClass.integer, 4, true),
  int64: numeric(typeClass.integer, 8, true),
  uint8: numeric(typeClass.integer, 1, false),
  uint16: numeric(typeClass.integer, 2, false),
  uint32: numeric(typeClass.integer, 4, false),
  uint64: numeric(typeClass.integer, 8, false),
  float32: numeric(typeClass.float, 4, true),
  float64: numeric(typeClass.float, 8, true),
};

/** What h5py makes of a list of bytes: `string_dtype('ascii')`. In the heap a 4-byte pointer. */
export const asciiStringType: ElementType = {
  type: typeClass.string,
  size: 4,
  signed: false,
  vlen: true,
  cset: characterSet.ascii,
};
/** What h5py makes of a list of str: `string_dtype('utf-8')`. */
export const utf8StringType: ElementType = { ...asciiStringType, cset: characterSet.utf8 };

/** numpy's item size of a string that h5py keeps as an object reference; h5py guesses chunks by it. */
export const objectReferenceBytes = 8;

/** The numeric type of a dataset, or null where it is none of ours (strings, compounds, half floats). Byte order does not matter: libhdf5 converts. */
export function numericTypeOf(metadata: ReadMetadata): NumericType | null {
  for (const [name, { type, size, signed }] of Object.entries(elementTypes)) {
    // A float has no sign flag of its own in HDF5's metadata.
    if (metadata.type === type && metadata.size === size && (type === typeClass.float || metadata.signed === signed))
      return name as NumericType;
  }
  return null;
}
