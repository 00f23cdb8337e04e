import { expect, it } from 'vitest';
import {
  caughtErrorRecord,
  columnByName,
  columnTypesByName,
  columnValues,
  hdf5File,
  readTestTable,
} from '../../../../open-file/testing/test-files';
import { told } from '../../../../open-file/testing/told';
import { telling } from '../../../../model/testing/telling';

/** Files that pandas wrote with `to_hdf` (fixtures/make_pandas_hdf5.py). The expected values are those that `pandas.read_hdf` reads. */

const day = 86_400_000_000n;
const first = 19_723n * day;
const values = {
  i: [1n, 2n, 3n],
  f: [0.5, NaN, -0],
  s: ['a', null, 'ü'],
  b: [1, 0, 1],
  t: [first, null, first + 2n * day + 1_500_000n],
  j: [4n, 5n, 2n ** 62n],
  d: [1_000_000n, null, 3_000_000n],
  small: [1, 2, 3],
  z: [first - 3_600_000_000n, null, first + 2n * day + 1_500_000n - 3_600_000_000n],
};

it.each(['fixed', 'table', 'data-columns'])('a DataFrame in the layout “%s” is one table', async (layout) => {
  const name = `pandas-${layout}.h5`;
  const { table, report } = await readTestTable(await hdf5File(name), name);
  expect(columnTypesByName(table)).toEqual({
    i: 'int64',
    f: 'float64',
    s: 'utf8',
    b: 'bool',
    t: 'timestamp',
    j: 'int64',
    d: 'duration',
    small: 'int16',
    z: 'timestamp',
  });
  expect(table.columns.map((column) => column.name)).toEqual(Object.keys(values));
  for (const [column, expected] of Object.entries(values)) expect(columnValues(table, column)).toEqual(expected);
  expect(columnByName(table, 'z')).toMatchObject({ unit: 'us', timeZone: 'Europe/Berlin' });
  expect(report.found.parts?.parts).toEqual([
    {
      name: '/data/frame',
      holds: told('DataFrame', layout === 'fixed' ? 'fixed' : 'table', '3 rows'),
    },
  ]);
});

it.each(['pandas-index.h5', 'pandas-index-table.h5'])(
  'the index of %s is a column, and “nan” may be a text',
  async (name) => {
    const { table, report } = await readTestTable(await hdf5File(name), name);
    expect(columnValues(table, 'k')).toEqual(['x', null]);
    expect(columnValues(table, 'v')).toEqual(['nan', 'b']);
    expect(report.notes).toContainEqual(told('index', 'DataFrame', 'column “k”'));
  },
);

it('the levels of an index are columns in the format table, and refused in the format fixed', async () => {
  const { table } = await readTestTable(await hdf5File('pandas-levels-table.h5'), 'a.h5');
  expect(table.columns.map(({ name }) => name)).toEqual(['s', 'i', 'f', 'b']);
  expect(columnValues(table, 's')).toEqual(values.s);
  const { message } = await caughtErrorRecord(await hdf5File('pandas-levels-fixed.h5'), 'a.h5');
  expect(message).toMatch(telling('index', 'levels', 'format fixed'));
});

it.each(['pandas-series.h5', 'pandas-series-table.h5'])('the Series of %s is a column', async (name) => {
  const { table } = await readTestTable(await hdf5File(name), name);
  expect(table.columns.map((column) => column.name)).toEqual(['f']);
  expect(columnValues(table, 'f')).toEqual(values.f);
});

it('names the columns that no type can hold', async () => {
  const objects = await caughtErrorRecord(await hdf5File('pandas-objects.h5'), 'a.h5');
  expect(objects.refusedColumns).toMatchObject([{ index: 1, name: 'o', reason: told('tuple') }]);
});

it('reads categories from the Series that holds them', async () => {
  const { table } = await readTestTable(await hdf5File('pandas-categories.h5'), 'a.h5');
  expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
    ['i', 'int64'],
    ['c', 'category'],
  ]);
  expect(columnValues(table, 'c')).toEqual(['x', 'y', 'x']);
  const ordered = await readTestTable(await hdf5File('pandas-ordered-categories.h5'), 'a.h5');
  expect(ordered.table.columns[0]).toMatchObject({ name: 'size', type: 'category', ordered: true });
  expect(columnValues(ordered.table, 'size')).toEqual(['small', null, 'large', 'small']);
  expect(columnValues(ordered.table, 'year')).toEqual([2024n, 2025n, null, 2024n]);
});

it('an index of categories has their values, and one of periods is refused', async () => {
  const { table } = await readTestTable(await hdf5File('pandas-category-index.h5'), 'a.h5');
  expect(columnValues(table, 'index')).toEqual(['x', 'y', 'x']);
  expect(columnValues(table, 'v')).toEqual([1n, 2n, 3n]);
  const { refusedColumns } = await caughtErrorRecord(await hdf5File('pandas-period-index.h5'), 'a.h5');
  expect(refusedColumns).toMatchObject([{ name: 'index', reason: told('periods') }]);
});

it('the user chooses one of several', async () => {
  const { parts } = await caughtErrorRecord(await hdf5File('pandas-two.h5'), 'a.h5');
  expect(parts?.map(({ name }) => name)).toEqual(['/one', '/two']);
  const { table } = await readTestTable(await hdf5File('pandas-two.h5'), 'a.h5', { reading: { part: 1 } });
  expect(columnValues(table, 'j')).toEqual(values.j);
});
