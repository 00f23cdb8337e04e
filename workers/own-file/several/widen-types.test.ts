import { expect, it } from 'vitest';
import type { Column } from '../../model/column';
import { commonNumericType, withCommonTypes } from './widen-types';

it.each([
  [['int32', 'int64'], 'int64'],
  [['uint8', 'int8'], 'int16'],
  [['uint32', 'int8'], 'int64'],
  [['uint8', 'uint16'], 'uint16'],
  [['float32', 'float64'], 'float64'],
  [['int32', 'float32'], 'float64'],
  [['uint32', 'float64'], 'float64'],
  [['uint64', 'int64'], null],
  [['int64', 'float64'], null],
  [['int32', 'utf8'], null],
  [['bool', 'int32'], null],
])('%j are %s together', (types, common) => {
  expect(commonNumericType(types)).toBe(common);
});

const ids = (values: Int32Array | BigInt64Array): Column =>
  values instanceof Int32Array
    ? { name: 'id', type: 'int32', validity: null, values }
    : { name: 'id', type: 'int64', validity: Uint8Array.of(0b10), values };

it('changes the values of files with a smaller type, keeps nulls, and says so', () => {
  const notes: string[] = [];
  const largest = 2n ** 63n - 1n;
  const [one, other] = withCommonTypes([[ids(Int32Array.of(-1, 7))], [ids(BigInt64Array.of(0n, largest))]], notes);
  expect(one).toEqual([{ name: 'id', type: 'int64', validity: null, values: BigInt64Array.of(-1n, 7n) }]);
  expect(other).toEqual([
    { name: 'id', type: 'int64', validity: Uint8Array.of(0b10), values: BigInt64Array.of(0n, largest) },
  ]);
  expect(notes).toEqual([
    'Column “id” is int32 in 1 file, int64 in 1 file. All are int64 now, which holds each value exactly.',
  ]);
});

it('leaves files alone that lack a column, or have two of one name', () => {
  const notes: string[] = [];
  const one = ids(Int32Array.of(1));
  const other = ids(BigInt64Array.of(1n, 2n));
  expect(withCommonTypes([[one], []], notes)).toEqual([[one], []]);
  expect(
    withCommonTypes(
      [
        [one, one],
        [other, other],
      ],
      notes,
    ),
  ).toEqual([
    [one, one],
    [other, other],
  ]);
  expect(notes).toEqual([]);
});
