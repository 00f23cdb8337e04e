import { describe, expect, it } from 'vitest';
import type { ChosenType } from '../../../model/chosen-type';
import { columnTypesByName, columnValues, readTestTable } from '../../../open-file/testing/test-files';
import { told } from '../../../open-file/testing/told';
import { numbersKeptNote, numbersAlteredNote } from '../../../own-file/notes';
import { readingNote } from '../../../own-file/reading-notes';

describe('an empty field in quotes', () => {
  it('is an empty text, and one without quotes is null', async () => {
    const { table, report } = await readTestTable('n,s,t\n1,"",x\n"",,""\n3,y,"z"\n', 'a.csv');
    expect(columnTypesByName(table)).toEqual({ n: 'int64', s: 'utf8', t: 'utf8' });
    expect(['n', 's', 't'].map((name) => columnValues(table, name))).toEqual([
      [1n, null, 3n],
      ['', null, 'y'],
      ['x', '', 'z'],
    ]);
    expect(report.notes).toEqual([told('2 values', '""', 'empty texts'), told('1 value', '""', 'null')]);
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
  expect(report.notes).toEqual([told('“h”', 'text', 1, 'base'), told('“b”', 'text', 1, 'base')]);
});

it('keeps numbers beyond the range of float64 as text, and counts them for each type', async () => {
  const csv = 'a,b,c\n1e3,1E400,1e-400\n2,5,3\n1e-45,1e39,6\n';
  const { table, report } = await readTestTable(csv, 'a.csv');
  expect(['a', 'b', 'c'].map((name) => columnValues(table, name))).toEqual([
    [1_000, 2, 1e-45],
    ['1E400', '5', '1e39'],
    ['1e-400', '3', '6'],
  ]);
  expect(report.notes).toEqual([
    numbersKeptNote('b', 'text', { altered: 1, total: 3, first: '1E400' }),
    numbersKeptNote('c', 'text', { altered: 1, total: 3, first: '1e-400' }),
    readingNote({ tag: 'codesAsNumbers', column: 'a', count: 1, total: 3, example: '1e3' }),
  ]);
  expect(report.found.typeEffects?.map((effects) => effects.float64)).toEqual([
    { leftOut: 0, altered: 0 },
    { leftOut: 0, altered: 1 },
    { leftOut: 0, altered: 1 },
  ]);
  const narrow = await readTestTable('x\n1e-46\n0.5\n', 'a.csv', { columnTypes: ['float32'] });
  expect(narrow.report.notes).toEqual([numbersAlteredNote('x', 'float32', 1, 2, '1e-46')]);
});

it.each(['infinity', 'epoch', '24-01-31', '-infinity'])('keeps dates with %s as text', async (text) => {
  const { table } = await readTestTable(`d,n\n2024-01-01,1\n${text},2\n`, 'a.csv');
  expect(columnValues(table, 'd')).toEqual(['2024-01-01', text]);
});

it.each(['infinity', 'epoch', '31/12/24'])('keeps dates in another format with %s as text', async (text) => {
  const rows = Array.from({ length: 3_000 }, () => '31/12/2024,1');
  const { table } = await readTestTable(`d,n\n${rows.join('\n')}\n${text},2\n`, 'a.csv');
  expect(columnValues(table, 'd')[3_000]).toBe(text);
});

it.each([' UTC', 'UTC', ' +00:00', ' -03'])('keeps the instants of times that end with “%s”', async (zone) => {
  const csv = `at,n\n2024-01-01 00:00:00${zone},1\n2024-01-02 00:00:00${zone},2\n`;
  const { table, report } = await readTestTable(csv, 'a.csv');
  const first = BigInt(Date.UTC(2024, 0, 1, zone === ' -03' ? 3 : 0)) * 1_000n;
  expect(columnValues(table, 'at')).toEqual([first, first + 86_400_000_000n]);
  expect(report.notes).toEqual([expect.stringMatching(/in UTC/)]);
  expect(report.preview[0]?.[0]).toMatch(/ UTC$/);
});

it('reads what R’s write.csv writes, where null words hide the header', async () => {
  const csv = '"","a","b","c"\n"1",1,"x",NA\n"2",2.5,NA,TRUE\n"3",NA,"",FALSE\n';
  const { table, report } = await readTestTable(csv, 'a.csv');
  expect(['a', 'b', 'c'].map((name) => columnValues(table, name))).toEqual([
    [1, 2.5, null],
    ['x', 'NA', ''],
    [null, 1, 0],
  ]);
  expect(report.found.delimited?.numbers?.length).toBeGreaterThan(0);
});

it('shows −0 as such', async () => {
  const { report } = await readTestTable('x,y\n-0.0,a\n0,b\n-0,c\n', 'a.csv');
  expect(report.preview.map(([x]) => x)).toEqual(['-0', '0', '-0']);
});

describe('a type that is chosen', () => {
  const asChosen = async (texts: readonly string[], type: ChosenType) => {
    const csv = `x,row\n${texts.map((text, row) => `${text},r${row}`).join('\n')}\n`;
    const { report: before } = await readTestTable(csv, 'a.csv');
    const { table, report } = await readTestTable(csv, 'a.csv', { columnTypes: [type, 'utf8'] });
    return { counted: before.found.typeEffects?.[0]?.[type], rows: columnValues(table, 'row'), report, table };
  };

  it.each<[ChosenType, readonly string[]]>([
    ['int64', ['7', '0x1f', '0b11', '1_000', 'x']],
    ['float64', ['7.5', '1_000.5', 'x']],
    ['date', ['2024-01-01', 'infinity', 'epoch', '24-1-3', '2024-01-31T24:00:00', 'x']],
    ['timestamp', ['2024-01-01 10:00:00', 'infinity', 'epoch', '2024-01-31T24:00:00', 'x']],
    ['time', ['10:00', '24:00:00', 'x']],
  ])('leaves out what is not written as %s, as it counted before', async (type, texts) => {
    const { counted, rows, report } = await asChosen(texts, type);
    // Times of day are offered where most texts are such, so that they are not counted here.
    if (type !== 'time') expect(counted).toEqual({ leftOut: texts.length - 1, altered: 0 });
    expect(rows).toEqual(['r0']);
    expect(report.badRowCount).toBe(texts.length - 1);
    expect(report.badRows[0]).toEqual({ line: 3, message: told(`“${texts[1]}”`, '“x”', type) });
    expect(report.notes).toEqual([]);
  });

  it('counts −0 among what an integer alters, and times of a leap second among what a date drops', async () => {
    expect((await asChosen(['-0', '1', 'x'], 'int64')).counted).toEqual({ leftOut: 1, altered: 1 });
    expect((await asChosen(['-0.0', '1', '2.5'], 'int64')).counted).toEqual({ leftOut: 0, altered: 2 });
    const leap = ['2016-12-31T23:59:60', '2024-02-01T10:00:00'];
    expect((await asChosen(leap, 'date')).counted).toEqual({ leftOut: 0, altered: 2 });
  });

  it('keeps texts of other columns beside rows that are left out', async () => {
    const csv = 'n,s,m\n1,"",1\n0x1f,NA,2\n3,y,x\n4,,5\n';
    const { table, report } = await readTestTable(csv, 'a.csv', { columnTypes: ['int64', 'utf8', 'int8'] });
    expect(['n', 's', 'm'].map((name) => columnValues(table, name))).toEqual([
      [1n, 4n],
      ['', null],
      [1, 5],
    ]);
    expect([report.badRowCount, report.badRows.map(({ line }) => line)]).toEqual([2, [3, 4]]);
  });
});

describe('a format of dates that is chosen', () => {
  it.each(['infinity', 'epoch', '1.2.99'])('reads no %s', async (text) => {
    const csv = `d,n\n31.12.2024,1\n${text},2\n`;
    const { table, report } = await readTestTable(csv, 'a.csv', { reading: { dateFormat: '%d.%m.%Y' } });
    expect(columnValues(table, 'd')).toEqual(['31.12.2024', text]);
    expect(report.notes).toEqual([told('“d”', 'text', 1, 'date')]);
  });
});

it.each(['2024-01-31T24:00:00', '2024-01-31T24:00:00Z'])('never shifts %s to the next day', async (text) => {
  const zone = text.slice(19);
  const csv = `d,n\n${text},1\n2024-02-01T10:00:00${zone},2\n`;
  const { table } = await readTestTable(csv, 'a.csv');
  expect(columnValues(table, 'd')[0]).toBe(text);
  const beside = `d,n\n${text},31.12.2024 10:00\n2024-02-01T10:00:00${zone},31.12.2024 10:00\n`;
  expect(columnValues((await readTestTable(beside, 'a.csv')).table, 'd')[0]).toBe(text);
});

it('reads dates with slashes as dates', async () => {
  const { table } = await readTestTable('d,n\n2024/01/31,1\nNA,2\n2024/2/1,3\n', 'a.csv');
  const day = Date.UTC(2024, 0, 31) / 86_400_000;
  expect([columnTypesByName(table).d, columnValues(table, 'd')]).toEqual(['date', [day, null, day + 1]]);
});
