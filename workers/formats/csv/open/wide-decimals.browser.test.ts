import { expect, it } from 'vitest';
import { columnTypeText } from '../../../model/column-type-text';
import { columnSchemaOf } from '../../../model/column-schema';
import { columnByName, columnValues, readTestTable } from '../../../open-file/testing/test-files';

const nines = (count: number) => '9'.repeat(count);
const values = [`${nines(60)}.${nines(16)}`, `-${nines(60)}.${nines(16)}`, 'NA', '0.5', '+7', ' -12.25 ', '.5'];

it('reads decimals of up to 76 digits exactly', async () => {
  const text = `x,row\n${values.map((value, row) => `${value},r${row}`).join('\n')}\n`;
  const reading = { nullWords: ['NA'] };
  const { report } = await readTestTable(text, 'a.csv', { reading });
  expect(report.possibleTypes[0]).toContain('decimal');
  expect(report.found.typeEffects?.[0]?.decimal).toEqual({ leftOut: 0, altered: 0 });
  const { table, report: chosen } = await readTestTable(text, 'a.csv', { columnTypes: ['decimal', 'utf8'], reading });
  expect(columnTypeText(columnSchemaOf(columnByName(table, 'x')))).toBe('decimal(76, 16)');
  expect(columnValues(table, 'x')).toEqual([
    values[0],
    values[1],
    null,
    `0.5${'0'.repeat(15)}`,
    `7.${'0'.repeat(16)}`,
    `-12.25${'0'.repeat(14)}`,
    `0.5${'0'.repeat(15)}`,
  ]);
  expect(chosen.badRowCount).toBe(0);
});

it('reads them with decimal commas and thousands', async () => {
  const text = `x;y\n${Array.from({ length: 14 }, () => '123').join('.')},5;1,5\n1.234,25;2,5\n`;
  const { table } = await readTestTable(text, 'a.csv', { columnTypes: ['decimal', 'float64'] });
  expect(columnValues(table, 'x')).toEqual([`${'123'.repeat(14)}.50`, '1234.25']);
});

it('keeps numbers of more digits as text', async () => {
  const { table, report } = await readTestTable(`x\n${nines(77)}\n1.5\n`, 'a.csv');
  expect(columnValues(table, 'x')).toEqual([nines(77), '1.5']);
  expect(report.possibleTypes[0]).not.toContain('decimal');
});
