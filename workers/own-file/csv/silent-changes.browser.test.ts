import { describe, expect, it } from 'vitest';
import { columnTypesByName, columnValues, readTestTable } from '../testing/test-files';

describe('an empty field in quotes', () => {
  it('is an empty text, and one without quotes is null', async () => {
    const { table, report } = await readTestTable('n,s,t\n1,"",x\n"",,""\n3,y,"z"\n', 'a.csv');
    expect(columnTypesByName(table)).toEqual({ n: 'int64', s: 'utf8', t: 'utf8' });
    expect(['n', 's', 't'].map((name) => columnValues(table, name))).toEqual([
      [1n, null, 3n],
      ['', null, 'y'],
      ['x', '', 'z'],
    ]);
    expect(report.notes).toEqual([
      '2 values written as "" in columns of text are empty texts; empty fields without quotes are null.',
      '1 value written as "" is read as null, in columns that are no text.',
    ]);
  });

  it('stays so beside null words and bad rows', async () => {
    const text = 'n,s\n1,""\nNA,NA\n2,\nx,y,z\n3,"NA"\n';
    const { table, report } = await readTestTable(text, 'a.csv');
    expect(columnValues(table, 's')).toEqual(['', 'NA', null, 'NA']);
    expect(columnValues(table, 'n')).toEqual([1n, null, 2n, 3n]);
    expect(report.badRowCount).toBe(1);
    const inText = await readTestTable(text, 'a.csv', { reading: { nullWordsInText: true } });
    expect(columnValues(inText.table, 's')).toEqual(['', null, null, null]);
    const narrow = await readTestTable('n,s\n1,""\n300,\n3,x\n', 'a.csv', { columnTypes: ['int8', 'utf8'] });
    expect([columnValues(narrow.table, 's'), narrow.report.badRowCount]).toEqual([['', 'x'], 1]);
  });

  it('is told apart with single quotes too', async () => {
    const { table } = await readTestTable("a,b\n'',x\n,'y'\n'z',w\n", 'a.csv', { reading: { quote: 'single' } });
    expect(columnValues(table, 'a')).toEqual(['', null, 'z']);
  });
});

it('keeps numbers in another base than ten as text, and says so', async () => {
  const { table, report } = await readTestTable('h,b,n\n0x1f,0b11,1\n7,1,2\n', 'a.csv');
  expect(['h', 'b', 'n'].map((name) => columnValues(table, name))).toEqual([
    ['0x1f', '7'],
    ['0b11', '1'],
    [1n, 2n],
  ]);
  expect(report.notes).toEqual([
    'Column “h” is kept as text: 1 of its values are written in another base than ten.',
    'Column “b” is kept as text: 1 of its values are written in another base than ten.',
  ]);
});

it('shows −0 as such', async () => {
  const { report } = await readTestTable('x,y\n-0.0,a\n0,b\n-0,c\n', 'a.csv');
  expect(report.preview.map(([x]) => x)).toEqual(['-0', '0', '-0']);
});
