import { expect, it } from 'vitest';
import { isNotNull } from '../../model/table-row';
import { type HivePaths, hivePathsOf, partitionColumns } from './hive-paths';
import { told } from '../testing/told';

const pathsOf = (paths: readonly string[]) => hivePathsOf(paths) as Extract<HivePaths, { names: readonly string[] }>;

it('takes the values from the folders, in their order', () => {
  expect(
    hivePathsOf(['sales/year=2024/city=S%C3%A3o%20Paulo/a.parquet', 'sales/year=2025/city=Bonn/b.parquet']),
  ).toEqual({
    names: ['year', 'city'],
    values: [
      ['2024', 'São Paulo'],
      ['2025', 'Bonn'],
    ],
  });
});

it('finds none where no folder is named so, also if a file is', () => {
  expect(hivePathsOf(['sales/2024/a=1.csv', 'b.csv'])).toBeNull();
});

it('refuses folders that differ', () => {
  const problem = { problem: told('folders', 'year') };
  expect(hivePathsOf(['year=2024/a.csv', 'b.csv'])).toEqual(problem);
  expect(hivePathsOf(['year=1/month=2/a.csv', 'month=2/year=1/b.csv'])).toEqual({
    problem: expect.stringContaining('year, month'),
  });
  expect(hivePathsOf(['y=0/a=1/a=2/x.csv'])).toEqual({ problem: told('“a”', 'twice') });
});

it('makes whole numbers int32, says which zeros are lost, and keeps nulls', () => {
  const notes: string[] = [];
  const [month] = partitionColumns(
    pathsOf(['month=01/a', 'month=__HIVE_DEFAULT_PARTITION__/b', 'month=12/c']),
    [2, 1, 1],
    notes,
  );
  expect(month).toMatchObject({ name: 'month', type: 'int32', values: Int32Array.of(1, 1, 0, 12) });
  expect([0, 1, 2, 3].map((row) => month !== undefined && isNotNull(month, row))).toEqual([true, true, false, true]);
  expect(notes).toEqual([told('“month”', 'int32', '1 of its 2 values', 'Zeros')]);
});

it('makes other values text', () => {
  const [day] = partitionColumns(pathsOf(['day=2024-01-01/a', 'day=x/b']), [1, 2], []);
  expect(day).toMatchObject({
    type: 'utf8',
    validity: null,
    offsets: Int32Array.of(0, 10, 11, 12),
    data: new TextEncoder().encode('2024-01-01xx'),
  });
});

it('a file without rows makes no nulls', () => {
  const [month] = partitionColumns(pathsOf(['month=1/a', 'month=__HIVE_DEFAULT_PARTITION__/b']), [2, 0], []);
  expect(month).toMatchObject({ validity: null, values: Int32Array.of(1, 1) });
});
