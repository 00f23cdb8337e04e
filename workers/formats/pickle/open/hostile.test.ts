import { expect, it } from 'vitest';
import { readTestTable, caughtErrorRecord, columnValues } from '../../../open-file/testing/test-files';
import { columnOfIndex, columnOfPandasArray, lengthOfIndex } from './extension-arrays';
import { unpickle } from './machine';
import { PyDict, PyGlobal, PyList, PyObject, type PyValue } from './values';
import { telling } from '../../../model/testing/telling';

/** Pickles that no program writes, or that are written in a way of long ago. */

const context = () => ({ notes: [] as string[], format: 'pickle', remedy: '' });
const dictOf = (entries: Readonly<Record<string, PyValue>>) => {
  const dict = new PyDict();
  for (const [key, value] of Object.entries(entries)) dict.set(key, value);
  return dict;
};
const indexOf = (className: string, state: Readonly<Record<string, PyValue>>) =>
  new PyObject('pandas.core.indexes.base._new_Index', [
    new PyGlobal(`pandas.core.indexes.${className}`),
    dictOf(state),
  ]);
const rangeIndex = (start: bigint, stop: bigint, step: bigint) =>
  indexOf('range.RangeIndex', { start, stop, step, name: null });
const pickled = (text: string) => new TextEncoder().encode(text);

it.each([
  // Doubles have no 2⁵³ + 1, and would count one value too few.
  [0n, 2n ** 53n + 1n, 2n ** 53n, 2],
  [2n ** 62n, 2n ** 62n + 3n, 1n, 3],
  [5n, 0n, -2n, 3],
  [0n, 10n, 3n, 4],
  [0n, 5n, -1n, 0],
  [3n, 3n, 1n, 0],
])('a RangeIndex from %d to %d by %d counts %d values, as Python’s range', (start, stop, step, count) => {
  const { column, rowCount } = columnOfIndex(rangeIndex(start, stop, step), 'index', context());
  expect(rowCount).toBe(count);
  expect(column).toMatchObject({
    values: BigInt64Array.from({ length: count }, (_, row) => start + BigInt(row) * step),
  });
});

it('a RangeIndex whose numbers no int64 holds is refused, not wrapped', () => {
  expect(() => lengthOfIndex(rangeIndex(2n ** 63n - 1n, 2n ** 63n + 2n, 1n))).toThrow(/more than 64 bits/u);
  expect(() => lengthOfIndex(rangeIndex(0n, 2n ** 40n, 1n))).toThrow(/too long/u);
});

it('categories that contain themselves, and intervals that do, are refused', () => {
  const dtype = new PyObject('pandas.core.dtypes.dtypes.CategoricalDtype', []);
  const categorical = new PyObject('pandas.core.arrays.categorical.Categorical', []);
  categorical.state = dictOf({ _dtype: dtype, _codes: 0n });
  dtype.state = dictOf({ categories: indexOf('category.CategoricalIndex', { data: categorical }), ordered: false });
  expect(() => columnOfPandasArray(categorical, 'a', context())).toThrow(/themselves made of categories/u);
  const state = dictOf({});
  const intervals = new PyObject('pandas.core.indexes.base._new_Index', [
    new PyGlobal('pandas.core.indexes.interval.IntervalIndex'),
    state,
  ]);
  state.set('left', intervals);
  expect(() => lengthOfIndex(intervals)).toThrow(/begin with intervals/u);
});

it('times of a zone that is not named are refused, not read as times of none', () => {
  const dtype = new PyObject('numpy.dtype', ['M8', false, true]);
  dtype.state = new PyList('tuple', [
    4n,
    '<',
    null,
    null,
    null,
    -1n,
    -1n,
    0n,
    new PyList('tuple', [new PyDict(), new PyList('tuple', ['ns', 1n, 1n, 1n])]),
  ]);
  const data = new PyObject('numpy.core.numeric._frombuffer', [
    new Uint8Array(8),
    dtype,
    new PyList('tuple', [1n]),
    'C',
  ]);
  const times = (zone: PyValue) => {
    const type = new PyObject('pandas.core.dtypes.dtypes.DatetimeTZDtype', []);
    type.state = dictOf({ unit: 'ns', tz: zone });
    const array = new PyObject('pandas.core.arrays.datetimes.DatetimeArray', []);
    array.state = dictOf({ _dtype: type, _ndarray: data });
    return array;
  };
  const zone = new PyObject('datetime.timezone', [new PyObject('datetime.timedelta', [0n])]);
  expect(columnOfPandasArray(times(zone), 'a', context()).column).toMatchObject({ timeZone: 'UTC' });
  expect(() => columnOfPandasArray(times(null), 'a', context())).toThrow(telling('time zone', 'name'));
});

it('protocols 0 and 1 make objects in another way, which are of the same classes', () => {
  const { value } = unpickle(
    pickled("ccopy_reg\n_reconstructor\n(cpandas\nDataFrame\nc__builtin__\nobject\nNtR(dS'a'\nI1\nsb."),
  );
  expect(value).toMatchObject({ path: 'pandas.DataFrame', args: [] });
  expect(value instanceof PyObject && value.state instanceof PyDict && value.state.get('a')).toBe(1n);
});

it('float labels are called as Python prints them', async () => {
  const { table } = await readTestTable(pickled('(dF1.0\n(lI7\nasF0.25\n(lI8\nas.'), 'a.pkl', { type: 'pickle' });
  expect(table.columns.map(({ name }) => [name, columnValues(table, name)])).toEqual([
    ['1.0', [7n]],
    ['0.25', [8n]],
  ]);
});

it('one long list under thousands of keys is looked at once', async () => {
  const items = `(lp0\n${'I1\na'.repeat(20_000)}`;
  const keys = Array.from({ length: 20_000 }, (_, key) => `I${key}\ng0\ns`).join('');
  const record = await caughtErrorRecord(pickled(`${items}0(d${keys}.`), 'a.pkl', { type: 'pickle' });
  expect(record.message).toMatch(/more than 10000 columns/u);
});
