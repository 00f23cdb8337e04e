import { expect, it } from 'vitest';
import { readTestTable } from '../testing/test-files';

const float = (row: number, column: number) => ((row * 7 + column) % 100) / 4;
const integerOrText = (row: number, column: number) => (column % 5 === 0 ? `t${row}` : row + column);

it.each([
  [1_000, 'numbers', float],
  [2_000, 'integers and texts', integerOrText],
] as const)(
  'reads %d columns of %s, whose counts one query could not hold',
  { tags: ['full'], timeout: 240_000 },
  async (width, _, cellOf) => {
    const columns = [...Array(width).keys()];
    const rows = [...Array(40).keys()].map((row) => columns.map((column) => cellOf(row, column)).join(','));
    const csv = [columns.map((column) => `c${column}`).join(','), ...rows, ''].join('\n');
    const { table, report } = await readTestTable(csv, 'wide.csv');
    const typeOf = (value: number | string) =>
      typeof value === 'string' ? 'utf8' : cellOf === float ? 'float64' : 'int64';
    expect(table.columns.map(({ type }) => type)).toEqual(columns.map((column) => typeOf(cellOf(0, column))));
    expect([table.rowCount, report.badRowCount]).toEqual([40, 0]);
  },
);
