import { expect, it } from 'vitest';
import { readTestTable } from '../testing/test-files';

it.each([300, 1_000])(
  'reads %d columns of numbers, whose counts one query could not hold',
  { tags: ['full'], timeout: 120_000 },
  async (width) => {
    const line = (cell: (column: number) => string | number) =>
      Array.from({ length: width }, (_, at) => cell(at)).join(',');
    const rows = Array.from({ length: 40 }, (_, row) => line((at) => ((row * 7 + at) % 100) / 4));
    const { table, report } = await readTestTable([line((at) => `c${at}`), ...rows, ''].join('\n'), 'wide.csv');
    expect(table.columns.map(({ type }) => type)).toEqual(Array.from({ length: width }, () => 'float64'));
    expect([table.rowCount, report.badRowCount]).toEqual([40, 0]);
  },
);
