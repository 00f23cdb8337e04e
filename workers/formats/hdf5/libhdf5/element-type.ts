import type { NumericType } from '../../../model/column';
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

/**
 * The datatype message (HDF5 File Format Specification 3.0, IV.A.2.d) that replaces an element's own once libhdf5 has laid the dataset out: of a type that h5wasm reads, and has
 * no way to create.
 */
export interface LaidOutType {
  readonly elementType: ElementType;
  readonly message: Uint8Array;
}

/** IEEE 754 binary16, little-endian, as libhdf5's H5T_IEEE_F16LE and h5py's `<f2`. It takes the place of a compound, whose longer message has room for it. */
export const float16Type: LaidOutType = {
  elementType: {
    ...numeric(typeClass.compound, 2, false),
    compound_type: { nmembers: 1, members: [{ ...numeric(typeClass.integer, 2, false), name: 'bits', offset: 0 }] },
  },
  // Class 1, version 1; the highest bit of the fraction implied; the sign in bit 15. Then: 16 bits from bit 0, the exponent's 5 from bit 10, the fraction's 10 from bit 0, bias 15.
  message: Uint8Array.of(0x11, 0x20, 15, 0, 2, 0, 0, 0, 0, 0, 16, 0, 10, 5, 0, 10, 15, 0, 0, 0, 0, 0, 0, 0),
};

/** Bytes that have no other meaning, as h5py writes numpy's `V<width>`: opaque, without a tag. They take the place of a string of that length. */
export function opaqueType(width: number): LaidOutType {
  const message = Uint8Array.of(0x15, 0, 0, 0, 0, 0, 0, 0);
  new DataView(message.buffer).setUint32(4, width, true);
  return { elementType: { ...asciiStringType, size: width, vlen: false }, message };
}

export const isFloat16 = ({ type, size }: ReadMetadata): boolean => type === typeClass.float && size === 2;
export const isOpaque = ({ type, size }: ReadMetadata, width: number): boolean =>
  type === typeClass.opaque && size === width;

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
