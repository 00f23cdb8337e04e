import { expect, it } from 'vitest';
import type { Column } from '../../model/column';
import { rowCountOf } from '../../model/column-rows';
import { commonNumericType, withCommonTypes } from './widen-types';
import { told } from '../testing/told';

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

const file = (columns: readonly Column[]) => ({
  columns,
  rowCount: columns[0] === undefined ? 1 : rowCountOf(columns[0], 1),
});

it('changes the values of files with a smaller type, keeps nulls, and says so', () => {
  const notes: string[] = [];
  const largest = 2n ** 63n - 1n;
  const [one, other] = withCommonTypes(
    [file([ids(Int32Array.of(-1, 7))]), file([ids(BigInt64Array.of(0n, largest))])],
    notes,
  );
  expect(one).toEqual([{ name: 'id', type: 'int64', validity: null, values: BigInt64Array.of(-1n, 7n) }]);
  expect(other).toEqual([
    { name: 'id', type: 'int64', validity: Uint8Array.of(0b10), values: BigInt64Array.of(0n, largest) },
  ]);
  expect(notes).toEqual([told('“id”', 'int32', 'int64', 'in 1 file')]);
});

it('leaves files alone that lack a column, or have two of one name', () => {
  const notes: string[] = [];
  const one = ids(Int32Array.of(1));
  const other = ids(BigInt64Array.of(1n, 2n));
  expect(withCommonTypes([file([one]), file([])], notes)).toEqual([[one], []]);
  const twice = [file([one, one]), file([other, other])];
  expect(withCommonTypes(twice, notes)).toEqual([
    [one, one],
    [other, other],
  ]);
  expect(notes).toEqual([]);
});

const base = { name: 'k', validity: null };
const numbers = (type: 'int64' | 'uint64', ...values: bigint[]): Column =>
  type === 'int64'
    ? { ...base, type, values: BigInt64Array.from(values) }
    : { ...base, type, values: BigUint64Array.from(values) };
const floats = (...values: number[]): Column => ({ ...base, type: 'float64', values: Float64Array.from(values) });
const times = (unit: 's' | 'ms' | 'ns', value: bigint, timeZone: string | null = null): Column => ({
  ...base,
  type: 'timestamp',
  unit,
  timeZone,
  values: BigInt64Array.of(value),
});
const plainTime = (value: bigint): Column => ({ ...base, type: 'timestamp', values: BigInt64Array.of(value) });
const decimals = (precision: number, scale: number, ...values: bigint[]): Column => ({
  ...base,
  type: 'decimal',
  precision,
  scale,
  values: BigInt64Array.from(values),
});
const list = (item: Column): Column => ({
  ...base,
  type: 'list',
  offsets: Int32Array.of(0, 1),
  item: { ...item, name: 'item' },
});
const struct = (field: Column): Column => ({ ...base, type: 'struct', fields: [field] });
const nulls = (count: number): Column => ({
  name: 'k',
  type: 'utf8',
  validity: new Uint8Array(Math.ceil(count / 8)),
  offsets: new Int32Array(count + 1),
  data: new Uint8Array(0),
});

it.each<[string, Column, Column, Column, Column, types: readonly string[]]>([
  [
    'whole numbers that float64 holds',
    numbers('int64', 3n, -(2n ** 53n) + 1n),
    floats(1.5, Number.NaN),
    floats(3, -(2 ** 53) + 1),
    floats(1.5, Number.NaN),
    ['int64', 'float64', 'float64'],
  ],
  [
    'numbers without a sign that int64 holds',
    numbers('uint64', 2n ** 63n - 1n),
    numbers('int64', -1n),
    numbers('int64', 2n ** 63n - 1n),
    numbers('int64', -1n),
    ['uint64', 'int64', 'int64'],
  ],
  [
    'times of other units',
    times('ms', -5n),
    plainTime(7n),
    plainTime(-5_000n),
    plainTime(7n),
    ['timestamp (ms)', 'timestamp', 'timestamp'],
  ],
  [
    'times of other units in a zone',
    times('s', 2n, 'UTC'),
    times('ns', 7n, 'UTC'),
    times('ns', 2_000_000_000n, 'UTC'),
    times('ns', 7n, 'UTC'),
    ['timestamp (s, UTC)', 'timestamp (ns, UTC)', 'timestamp (ns, UTC)'],
  ],
  [
    'decimals with more digits',
    decimals(5, 2, -100n),
    decimals(20, 2, 5n, 1n),
    decimals(20, 2, -100n, -1n),
    decimals(20, 2, 5n, 1n),
    ['decimal(5, 2)', 'decimal(20, 2)', 'decimal(20, 2)'],
  ],
  [
    'items of lists',
    list(ids(Int32Array.of(7))),
    list(numbers('int64', 2n)),
    list(numbers('int64', 7n)),
    list(numbers('int64', 2n)),
    ['list of int32', 'list of int64', 'list of int64'],
  ],
  [
    'fields of structs',
    struct(ids(Int32Array.of(7))),
    struct({ ...numbers('int64', 2n), name: 'id' }),
    struct({ ...numbers('int64', 7n), name: 'id' }),
    struct({ ...numbers('int64', 2n), name: 'id' }),
    ['struct {id: int32}', 'struct {id: int64}', 'struct {id: int64}'],
  ],
  [
    'a file without a value',
    nulls(1),
    plainTime(7n),
    { ...plainTime(0n), validity: Uint8Array.of(0) },
    plainTime(7n),
    ['without a value', 'timestamp', 'timestamp'],
  ],
])('gives %s the type that holds all', (_, one, other, wideOne, wideOther, types) => {
  const notes: string[] = [];
  expect(withCommonTypes([file([one]), file([other])], notes)).toEqual([[wideOne], [wideOther]]);
  expect(notes).toEqual([told('“k”', ...types)]);
});

it.each<[string, Column, Column]>([
  ['whole numbers that float64 alters', numbers('int64', 2n ** 53n + 1n), floats(1.5)],
  ['negative ones that float64 alters', numbers('int64', -(2n ** 53n) - 1n), floats(1.5)],
  ['numbers that neither holds', numbers('uint64', 2n ** 63n), numbers('int64', -1n)],
  ['times that a finer unit can’t hold', times('s', 2n ** 40n), times('ns', 7n)],
  ['times with and without a zone', times('ms', 1n, 'UTC'), times('ms', 1n)],
  ['decimals of other scales', decimals(5, 2, 1n), decimals(5, 3, 1n)],
  ['texts and numbers', { ...nulls(1), validity: null }, numbers('int64', 1n)],
  ['lists and numbers', list(numbers('int64', 1n)), numbers('int64', 1n)],
])('leaves %s as they are', (_, one, other) => {
  const notes: string[] = [];
  expect(withCommonTypes([file([one]), file([other])], notes)).toEqual([[one], [other]]);
  expect(notes).toEqual([]);
});
