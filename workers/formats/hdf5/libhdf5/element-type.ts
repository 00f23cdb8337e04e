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

/** The type that h5py creates for a list of bytes: `string_dtype('ascii')`. In the WASM heap it is a 4-byte pointer. */
export const asciiStringType: ElementType = {
  type: typeClass.string,
  size: 4,
  signed: false,
  vlen: true,
  cset: characterSet.ascii,
};
/** The type that h5py creates for a list of str: `string_dtype('utf-8')`. */
export const utf8StringType: ElementType = { ...asciiStringType, cset: characterSet.utf8 };

/**
 * A datatype message (HDF5 File Format Specification 3.0, IV.A.2.d) that replaces an element's own after libhdf5 has laid out the dataset. It is needed for types that h5wasm
 * can read but not create.
 */
export interface ReplacementDatatype {
  readonly elementType: ElementType;
  readonly message: Uint8Array;
}

/** IEEE 754 binary16, little-endian, like libhdf5's H5T_IEEE_F16LE and h5py's `<f2`. It replaces a compound type, whose longer message has room for it. */
export const float16Type: ReplacementDatatype = {
  elementType: {
    ...numeric(typeClass.compound, 2, false),
    compound_type: { nmembers: 1, members: [{ ...numeric(typeClass.integer, 2, false), name: 'bits', offset: 0 }] },
  },
  // Class 1, version 1; the fraction's highest bit is implied; the sign is bit 15. Then: 16 bits from bit 0, 5 exponent bits from bit 10, 10 fraction bits from bit 0, bias 15.
  message: Uint8Array.of(0x11, 0x20, 15, 0, 2, 0, 0, 0, 0, 0, 16, 0, 10, 5, 0, 10, 15, 0, 0, 0, 0, 0, 0, 0),
};

/** Opaque bytes without a tag, as h5py writes numpy's `V<width>`. The message replaces that of a string of the same length. */
export function opaqueType(width: number): ReplacementDatatype {
  const message = Uint8Array.of(0x15, 0, 0, 0, 0, 0, 0, 0);
  new DataView(message.buffer).setUint32(4, width, true);
  return { elementType: { ...asciiStringType, size: width, vlen: false }, message };
}

export const isFloat16 = ({ type, size }: ReadMetadata): boolean => type === typeClass.float && size === 2;
export const isOpaque = ({ type, size }: ReadMetadata, width: number): boolean =>
  type === typeClass.opaque && size === width;

/** numpy's item size of a string, which h5py holds as an object reference. h5py's guess of the chunk shape uses it. */
export const objectReferenceBytes = 8;

/** The numeric type of a dataset; null for strings, compounds and half floats. Byte order does not matter, because libhdf5 converts it. */
export function numericTypeOf(metadata: ReadMetadata): NumericType | null {
  for (const [name, { type, size, signed }] of Object.entries(elementTypes)) {
    // HDF5's metadata has no sign flag for floats.
    if (metadata.type === type && metadata.size === size && (type === typeClass.float || metadata.signed === signed))
      return name as NumericType;
  }
  return null;
}
