import { expect, it } from 'vitest';
import {
  caughtErrorRecord,
  columnValues,
  foreignFileBytes,
  readTestFile,
  readTestTable,
} from '../../../open-file/testing/test-files';
import { told } from '../../../open-file/testing/told';

const usOf = (iso: string) => BigInt(Date.parse(`${iso}Z`)) * 1_000n;
const dayOf = (iso: string) => Date.parse(`${iso}T00:00Z`) / 86_400_000;

it('each value is read exactly as openpyxl wrote it', async () => {
  const bytes = foreignFileBytes('two-sheets.xlsx');
  const { table, report } = await readTestTable(bytes, 'two-sheets.xlsx', { reading: { part: 0 } });
  expect(table.columns.map(({ name, type }) => [name, type, columnValues(table, name)])).toEqual([
    ['id', 'int64', [1n, 2n ** 53n - 1n, null]],
    ['näme', 'utf8', [' ä<&>\n😀', 'b\rc', null]],
    ['price', 'float64', [0.1, -1e300, null]],
    ['day', 'date', [dayOf('2024-02-29'), dayOf('1900-01-01'), dayOf('9999-12-31')]],
    ['moment', 'timestamp', [usOf('2024-02-29T12:34:56.789'), usOf('1969-12-31T23:59:59'), null]],
    ['clock', 'time', [3_723_000_000n, 86_399_999_000n, null]],
    ['flag', 'bool', [1, 0, null]],
    ['mixed', 'utf8', ['x', '7', null]],
    ['elapsed', 'float64', [1.25, 0.001041666666666667, null]],
    ['error', 'float64', [null, 1.5, null]],
  ]);
  expect(report.notes).toEqual([
    told('1 cell', '#DIV/0!', 'null'),
    told('1 formula', 'null', 'Excel', 'LibreOffice'),
    told('2 elapsed times', 'numbers of days'),
    told('“mixed”', '1 integer', '1 text'),
  ]);
});

it('the user chooses one of several sheets', async () => {
  expect(await caughtErrorRecord(foreignFileBytes('two-sheets.xlsx'), 'two-sheets.xlsx')).toMatchObject({
    message: 'It holds 2 sheets.',
    parts: [
      { name: 'Data', holds: 'a sheet' },
      { name: 'Other', holds: 'a sheet' },
    ],
  });
  const { report } = await readTestFile(foreignFileBytes('two-sheets.xlsx'), 'two-sheets.xlsx', {
    reading: { part: 1 },
  });
  expect(report.schema).toMatchObject({ columns: [{ name: 'A', type: 'utf8' }] });
});

it('the user chooses whether the first row names the columns', async () => {
  const bytes = foreignFileBytes('one-sheet.xlsx');
  const { table, report } = await readTestTable(bytes, 'a.xlsx');
  expect(report.found.header).toBe(true);
  expect([columnValues(table, 'a'), columnValues(table, 'b')]).toEqual([
    [1n, 2n],
    ['x', 'y'],
  ]);
  const { table: without } = await readTestTable(bytes, 'a.xlsx', { reading: { header: false } });
  expect([columnValues(without, 'A'), columnValues(without, 'B')]).toEqual([
    ['a', '1', '2'],
    ['b', 'x', 'y'],
  ]);
});

it('a calendar from 1904, and a table that begins elsewhere', async () => {
  const { table, report } = await readTestTable(foreignFileBytes('from-1904.xlsx'), 'from-1904.xlsx');
  expect(columnValues(table, 'D')).toEqual([dayOf('2024-02-29')]);
  expect(columnValues(table, 'E')).toEqual([1.5]);
  expect(report.found.header).toBe(false);
});

it('what is empty, truncated or damaged is refused', async () => {
  expect((await caughtErrorRecord(foreignFileBytes('empty.xlsx'), 'empty.xlsx')).message).toMatch(/sheet is empty/u);
  const whole = foreignFileBytes('one-sheet.xlsx');
  expect((await caughtErrorRecord(whole.slice(0, -40), 'a.xlsx', { type: 'xlsx' })).remedy).toBeTruthy();
  const damaged = whole.slice();
  const sheetAt = new TextDecoder('latin1').decode(whole).indexOf('xl/worksheets/sheet1.xml');
  damaged.fill(7, sheetAt + 60, sheetAt + 90);
  expect((await caughtErrorRecord(damaged, 'a.xlsx')).remedy).toBeTruthy();
});
