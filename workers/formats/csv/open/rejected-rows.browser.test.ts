import { expect, it } from 'vitest';
import {
  caughtErrorRecord,
  readTestTable,
  columnTypesByName,
  columnValues,
} from '../../../open-file/testing/test-files';
import { told } from '../../../open-file/testing/told';

it('leaves ragged rows out, counts them and lists their lines', async () => {
  const { table, report } = await readTestTable('a,b,c\n1,2,3\n4\n6,7,8,9,10,11\n10,11,12\n', 'ragged.csv');
  expect([columnValues(table, 'a'), columnValues(table, 'c')]).toEqual([
    [1n, 10n],
    [3n, 12n],
  ]);
  expect(report.badRowCount).toBe(2);
  expect(report.badRows).toEqual([
    { line: 3, message: told('1 field', 3) },
    { line: 4, message: told('6 fields', 3) },
  ]);
});

it('reads columns as other types and lists the rows that do not fit', async () => {
  const { table, report } = await readTestTable('n,v\n1,1.5\n300,x\n3,2\n', 'a.csv', {
    columnTypes: ['int8', 'float32'],
  });
  expect(columnTypesByName(table)).toEqual({ n: 'int8', v: 'float32' });
  expect([columnValues(table, 'n'), columnValues(table, 'v')]).toEqual([
    [1, 3],
    [1.5, 2],
  ]);
  expect(report.badRowCount).toBe(1);
  expect(report.badRows).toEqual([{ line: 3, message: told('“300”', '“n”', 'int8') }]);
  expect(report.possibleTypes[0]?.slice(0, 2)).toEqual(['int8', 'int64']);
});

it('counts a malformed quote as bad rows, not as another dialect', async () => {
  const { table, report } = await readTestTable('a,b\n"x, y",1\n"he said ""hi""",2\n"open"tail,3\n5,4\n', 'a.csv');
  expect(columnValues(table, 'a')).toEqual(['x, y', 'he said "hi"', '5']);
  expect(report.badRowCount).toBe(1);
  expect(report.badRows[0]?.line).toBe(4);
});

it('leaves rows out whose quotes are broken, and reads the others in their columns', async () => {
  const rows = Array.from({ length: 8 }, (_, index) => `${index};"x ""${index}""\nnext";2024-01-1${index}`);
  const text = `a;b;c\n${rows.slice(0, 5).join('\n')}\n"\n${rows.slice(5).join('\n')}\n9;"open`;
  const { table, report } = await readTestTable(text, 'a.csv');
  expect(columnTypesByName(table)).toEqual({ a: 'int64', b: 'utf8', c: 'date' });
  expect(columnValues(table, 'a')).toEqual([0n, 1n, 2n, 3n, 4n, 6n, 7n]);
  expect(report.badRows.map(({ line, message }) => [line, message])).toEqual([
    [12, told('2 lines')],
    [14, told('2 fields', 3)],
    [19, told('never closed')],
  ]);
  expect(report.badRowCount).toBe(3);
  expect(report.notes).toContainEqual(told('2 rows', '3 lines', '“None”'));
  expect(report.found.delimited?.quotes?.none).toEqual({
    changedRows: expect.any(Number),
    leftOut: expect.any(Number),
  });
});

it('reads the rows after one with a broken quote for the types and the texts, too', async () => {
  const rows = Array.from(
    { length: 3_000 },
    (_, index) => `${index}\t${index < 2_900 ? index : 'late'}\t${index % 7 === 0 ? '\\N' : 'Comedy,Music'}`,
  );
  const text = `id\tyear\tgenres\n${rows.with(2_527, '2527\t"Swing it" magistern\tx').join('\n')}\n`;
  const { table, report } = await readTestTable(text, 'a.tsv');
  expect(report.badRows).toEqual([{ line: 2_529, message: expect.stringMatching(/^Text follows the quote/) }]);
  expect(columnTypesByName(table)).toEqual({ id: 'int64', year: 'utf8', genres: 'utf8' });
  expect(columnValues(table, 'genres')).toHaveLength(2_999);
  expect(columnValues(table, 'genres').slice(-2)).toEqual(['Comedy,Music', 'Comedy,Music']);
});

it.each(['"i"d,v\n1,2\n3,4\n5,6\n', '"1"aa"2"\n"1"aa"2"\n"1"aa"2"\n'])(
  'refuses a header with a broken quote, below which no row would be read: %j',
  async (text) => {
    expect(await caughtErrorRecord(text, 'a.csv')).toMatchObject({
      message: told('header', 'line 1', 'quote'),
      remedy: told('“None”', '“Reading options”'),
    });
    const { report } = await readTestTable(text, 'a.csv', { reading: { quote: 'none' } });
    expect(report.itemCount + report.badRowCount).toBeGreaterThan(1);
  },
);
