import type { FixedWidthType, NumericType, TimeUnit } from '../../../model/column';

/** numpy 2 renamed its internal modules from `numpy.core` to `numpy._core`. Pickles contain these names. */
export type NumpyGeneration = '2' | '1';

export const internalModule = (generation: NumpyGeneration, module: 'numeric' | 'multiarray') =>
  `numpy.${generation === '2' ? '_core' : 'core'}.${module}`;

/** The element type of an array; a timestamp without a unit is in microseconds. */
export type ArrayType = FixedWidthType | 'float16' | `timestamp ${TimeUnit}` | `duration ${TimeUnit}`;

/** numpy's short name of a type, as `dtype.__reduce__` gives it, and the unit of dates, times and durations. */
interface Dtype {
  readonly name: string;
  readonly unit: string | null;
}

const numbers: Readonly<Record<Exclude<FixedWidthType, 'date' | 'timestamp'> | 'float16', string>> = {
  bool: 'b1',
  int8: 'i1',
  int16: 'i2',
  int32: 'i4',
  int64: 'i8',
  uint8: 'u1',
  uint16: 'u2',
  uint32: 'u4',
  uint64: 'u8',
  float16: 'f2',
  float32: 'f4',
  float64: 'f8',
};

const dtypes: Readonly<Record<ArrayType, Dtype>> = {
  ...(Object.fromEntries(
    Object.entries(numbers).map(([type, name]): [string, Dtype] => [type, { name, unit: null }]),
  ) as Record<keyof typeof numbers, Dtype>),
  date: { name: 'M8', unit: 'D' },
  timestamp: { name: 'M8', unit: 'us' },
  'timestamp s': { name: 'M8', unit: 's' },
  'timestamp ms': { name: 'M8', unit: 'ms' },
  'timestamp us': { name: 'M8', unit: 'us' },
  'timestamp ns': { name: 'M8', unit: 'ns' },
  'duration s': { name: 'm8', unit: 's' },
  'duration ms': { name: 'm8', unit: 'ms' },
  'duration us': { name: 'm8', unit: 'us' },
  'duration ns': { name: 'm8', unit: 'ns' },
};

export const dtypeOf = (type: ArrayType): Dtype => dtypes[type];

const dtypeKey = ({ name, unit }: Dtype) => `${name} ${unit}`;
// If two types have the same name and unit, the plain one comes first and is used.
const types = new Map<string, ArrayType>();
for (const type of Object.keys(dtypes) as ArrayType[])
  if (!types.has(dtypeKey(dtypes[type]))) types.set(dtypeKey(dtypes[type]), type);

/** The type of a dtype; undefined if the reader does not support it. */
export const arrayTypeOf = (name: string, unit: string | null): ArrayType | undefined =>
  types.get(dtypeKey({ name, unit }));

/** The storage type of an array's values; dates are int64 in numpy. */
export function numpyStorageType(type: ArrayType): NumericType {
  if (type === 'bool') return 'uint8';
  if (type === 'float16') return 'uint16';
  return dtypes[type].unit === null ? (type as NumericType) : 'int64';
}
