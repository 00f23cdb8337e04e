import { expect, it } from 'vitest';
import type { NumericType } from '../model/column';
import { exactNumberConverter, toInt64OrNull } from './value-columns';

/** Values that decoders return, and the types that hold each of them exactly. */
const values: readonly (readonly [value: unknown, types: readonly (NumericType | 'float16' | 'bool')[]])[] = [
  [true, ['bool']],
  ['1', []],
  [null, []],
  [1, ['float16', 'float32', 'float64', 'int64', 'uint64', 'int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32']],
  [-1, ['float16', 'float32', 'float64', 'int64', 'int8', 'int16', 'int32']],
  [200, ['float16', 'float32', 'float64', 'int64', 'uint64', 'uint8', 'int16', 'uint16', 'int32', 'uint32']],
  [0.5, ['float16', 'float32', 'float64']],
  [1 / 3, ['float64']],
  [Number.NaN, ['float16', 'float32', 'float64']],
  [2 ** 53, ['float32', 'float64']],
  [2n ** 63n - 1n, ['int64', 'uint64']],
  [-(2n ** 63n), ['int64']],
  [2n ** 63n, ['uint64']],
  [2n ** 64n, []],
];
const types = [
  ...(['bool', 'float16', 'float32', 'float64', 'int64', 'uint64'] as const),
  ...(['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32'] as const),
];

it.each(values)('%s is taken by the types that hold it exactly', (value, expected) => {
  const taken = types.filter((type) => exactNumberConverter(type)(value) !== null);
  expect([...taken].sort()).toEqual([...expected].sort());
});

it('returns the value itself, a float16 by its bits', () => {
  expect(exactNumberConverter('bool')(true)).toBe(1);
  expect(exactNumberConverter('float32')(0.5)).toBe(0.5);
  expect(exactNumberConverter('float16')(1)).toBe(0x3c00);
  expect(toInt64OrNull(7)).toBe(7n);
});
