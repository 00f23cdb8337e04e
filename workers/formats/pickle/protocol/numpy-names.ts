import type { FixedWidthType } from '../../../model/dataset';

/** numpy 2 moved its inner modules from `numpy.core` to `numpy._core`, and pickles name them. */
export type NumpyGeneration = '2' | '1';

export const internalModule = (generation: NumpyGeneration, module: 'numeric' | 'multiarray') =>
  `numpy.${generation === '2' ? '_core' : 'core'}.${module}`;

/** numpy's two-letter names of the types, as `dtype.__reduce__` gives them; both kinds of date are `M8` with a unit. */
export const dtypeName: Record<FixedWidthType, string> = {
  bool: 'b1',
  int8: 'i1',
  int16: 'i2',
  int32: 'i4',
  int64: 'i8',
  uint8: 'u1',
  uint16: 'u2',
  uint32: 'u4',
  uint64: 'u8',
  float32: 'f4',
  float64: 'f8',
  date: 'M8',
  timestamp: 'M8',
};

export const isDate = (type: FixedWidthType) => type === 'date' || type === 'timestamp';
