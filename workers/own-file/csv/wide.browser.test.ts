import { expect, it } from 'vitest';
import { readTestTable } from '../testing/test-files';

const types = ['utf8', 'float64', 'int64'] as const;
const cellsOf = {
  utf8: (row: number) => `t${row}`,
  float64: (row: number, column: number) => ((row * 7 + column) % 100) / 4,
  int64: (row: number, column: number) => row + column,
};
const typeOf = (column: number) => types[column % types.length] ?? 'utf8';

it('reads 2,000 columns of texts and numbers, whose counts one query could not hold', {
  tags: ['full'],
  timeout: 240_000,
}, async () => {
  const columns = [...Array(2_000).keys()];
  const rows = [...Array(40).keys()].map((row) =>
    columns.map((column) => cellsOf[typeOf(column)](row, column)).join(','),
  );
  const csv = [columns.map((column) => `c${column}`).join(','), ...rows, ''].join('\n');
  const { table, report } = await readTestTable(csv, 'wide.csv');
  expect(table.columns.map(({ type }) => type)).toEqual(columns.map(typeOf));
  expect([table.rowCount, report.badRowCount]).toEqual([40, 0]);
});
