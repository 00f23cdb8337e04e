import { describe, expect, it } from 'vitest';
import { columnTypesByName, columnValues, readTestTable } from '../../../open-file/testing/test-files';
import { told } from '../../../open-file/testing/told';
import { telling } from '../../../model/testing/telling';

/** Delimited text as other programs write it. The values are those that Python's csv module and pandas read. */

it('reads quotes that R escapes by a backslash, and says so', async () => {
  // write.table(data.frame(a = c('x "y", z', 'plain'), n = 1:2), sep = ",", row.names = FALSE)
  const text = '"a","n"\n"x \\"y\\", z",1\n"plain",2\n';
  const { table, report } = await readTestTable(text, 'a.csv');
  expect(columnValues(table, 'a')).toEqual(['x "y", z', 'plain']);
  expect(columnTypesByName(table)).toEqual({ a: 'utf8', n: 'int64' });
  expect([report.badRowCount, report.found.delimited?.options.quoteEscape]).toEqual([0, 'backslash']);
  expect(report.notes[0]).toMatch(telling('2 quotes', 'backslash'));
  const doubled = await readTestTable(text, 'a.csv', { reading: { quoteEscape: 'doubled' } });
  expect(doubled.report.badRowCount).toBeGreaterThan(0);
  // With row names and spaces, as write.table does it by default.
  const spaced = await readTestTable('"a" "n"\n"1" "x \\"y z\\" w" 1\n"2" "plain" 2\n', 'a.txt', { type: 'csv' });
  expect(columnValues(spaced.table, 'a')).toEqual(['x "y z" w', 'plain']);
  expect(Object.keys(columnTypesByName(spaced.table))).toEqual(['row.names', 'a', 'n']);
});

describe('lines before the header', () => {
  const bank =
    'Account statement\nFrom;2024-01-01\n\nDate;Amount;Text\n2024-01-02;1,5;a\n2024-01-03;2,5\n2024-01-04;3,5;c\n2024-01-05;4,25;d\n2024-01-06;4,5;d\n2024-01-07;4,5;d\n2024-01-08;4,5;d\n2024-01-09;4,5;d\n2024-01-10;4,5;d\n2024-01-11;4,5;d\n';

  it('are left out with a note, and rows keep their lines in the file', async () => {
    const { table, report } = await readTestTable(bank, 'a.csv');
    expect(columnTypesByName(table)).toEqual({ Date: 'date', Amount: 'float64', Text: 'utf8' });
    expect(report.notes[0]).toMatch(telling('3 lines', '“Account statement”, “From;2024-01-01”.', '“Lines to skip”'));
    expect(report.dialect).toMatch(telling('semicolon', '"', 'line 4', '3 lines'));
    expect(report.badRows).toEqual([{ line: 6, message: told('2 fields', 3) }]);
    expect(report.found.delimited?.options.skippedLines).toBe(3);
  });

  it('are none of the rows above one of fewer fields', async () => {
    const rows = ['a;b;c', '1;2;3', '4;5', ...Array.from({ length: 20 }, (_, row) => `${row};x;y`)];
    const { table, report } = await readTestTable(`\n${rows.join('\n')}\n`, 'a.csv');
    expect([Object.keys(columnTypesByName(table)), table.rowCount]).toEqual([['a', 'b', 'c'], 21]);
    expect(report.badRows).toEqual([{ line: 4, message: told('2 fields', 3) }]);
    expect(report.notes).toEqual([]);
  });

  it('are as many as the user says', async () => {
    const { report } = await readTestTable(bank, 'a.csv', { reading: { skippedLines: 0 } });
    expect(report.notes.join(' ')).not.toContain('not read:');
    expect(report.found.delimited?.options.skippedLines).toBe(0);
    const { table } = await readTestTable('a,b\n1,2\n3,4\n5,6\n', 'a.csv', {
      reading: { skippedLines: 2, header: false },
    });
    expect(table.rowCount).toBe(2);
    // The line that tells Excel the delimiter may be counted.
    const separated = await readTestTable('sep=|\na,b|c\n1|2\n', 'a.csv', { reading: { skippedLines: 1 } });
    expect(Object.keys(columnTypesByName(separated.table))).toEqual(['a,b', 'c']);
  });
});

it('reads columns that are aligned by spaces', async () => {
  const text =
    '  year   mm     temp  name\n  1990    1    -2.50  a\n  1990   10    13.25  "b  c"\n  1991    2   100.00  d\n';
  const { table, report } = await readTestTable(text, 'a.txt', { type: 'csv' });
  expect(columnTypesByName(table)).toEqual({ year: 'int64', mm: 'int64', temp: 'float64', name: 'utf8' });
  expect(['mm', 'temp', 'name'].map((name) => columnValues(table, name))).toEqual([
    [1n, 10n, 2n],
    [-2.5, 13.25, 100],
    ['a', 'b  c', 'd'],
  ]);
  expect(report.dialect).toMatch(/^aligned by spaces/u);
  expect(report.found.delimited?.options.delimiter).toBe('spaces');
  // As R prints a data frame, with row names.
  const printed = await readTestTable('   a   b\n1  1   x\n2 10  yy\n', 'a.txt', {
    type: 'csv',
    reading: { delimiter: 'spaces' },
  });
  expect(['row.names', 'a', 'b'].map((name) => columnValues(printed.table, name))).toEqual([
    [1n, 2n],
    [1n, 10n],
    ['x', 'yy'],
  ]);
});

it('says that hour 24 keeps a column of ISO 8601 as text, also beside times in another format', async () => {
  const text = 'iso,other\n2024-01-01 24:00:00,31.12.2024 10:00\n2024-01-02 10:00:00,30.12.2024 11:00\n';
  const { table, report } = await readTestTable(text, 'a.csv');
  expect(columnTypesByName(table)).toEqual({ iso: 'utf8', other: 'timestamp' });
  expect(report.notes).toContainEqual(told('“iso”', 'text', 1, 'timestamp'));
});
