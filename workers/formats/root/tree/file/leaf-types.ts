import { type NumericType, numericTypes } from '../../../../model/column';

/** The element types of flat branches: ROOT's letters (TTree.h), the class of the leaf, and the layout of values in a basket. */
export const leafTypes = ['bool', ...numericTypes] as const;
export type LeafType = (typeof leafTypes)[number];

interface LeafTypeInfo {
  readonly letter: string;
  readonly className: string;
  readonly bytes: 1 | 2 | 4 | 8;
  readonly isUnsigned: boolean;
  /** The element type of the typed array that holds the values. */
  readonly storage: NumericType;
}

const leaf = (
  letter: string,
  className: string,
  bytes: LeafTypeInfo['bytes'],
  isUnsigned: boolean,
  storage: NumericType,
): LeafTypeInfo => ({ letter, className, bytes, isUnsigned, storage });

export const leafTypeInfo: Readonly<Record<LeafType, LeafTypeInfo>> = {
  bool: leaf('O', 'TLeafO', 1, false, 'uint8'),
  int8: leaf('B', 'TLeafB', 1, false, 'int8'),
  uint8: leaf('b', 'TLeafB', 1, true, 'uint8'),
  int16: leaf('S', 'TLeafS', 2, false, 'int16'),
  uint16: leaf('s', 'TLeafS', 2, true, 'uint16'),
  int32: leaf('I', 'TLeafI', 4, false, 'int32'),
  uint32: leaf('i', 'TLeafI', 4, true, 'uint32'),
  int64: leaf('L', 'TLeafL', 8, false, 'int64'),
  uint64: leaf('l', 'TLeafL', 8, true, 'uint64'),
  float32: leaf('F', 'TLeafF', 4, false, 'float32'),
  float64: leaf('D', 'TLeafD', 8, false, 'float64'),
};

const byClass = new Map(
  leafTypes.map((type) => [`${leafTypeInfo[type].className} ${leafTypeInfo[type].isUnsigned}`, type]),
);

/** The type of the numbers that a leaf of this class holds. Null if the class holds no plain numbers or is unknown. */
export function leafTypeOf(className: string, isUnsigned: boolean): LeafType | null {
  return (
    byClass.get(`${className} ${isUnsigned}`) ?? (className === 'TLeafG' ? (isUnsigned ? 'uint64' : 'int64') : null)
  );
}

/** The leaf class of C strings, which differ in length. */
export const textLeafClass = 'TLeafC';
