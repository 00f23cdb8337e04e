import { describe, expect, it } from 'vitest';
import { countWord } from '../count-word';
import { columnTypesByName, columnValues, readTestTable } from '../testing/test-files';
import { folderFileBytes, folderSet, readSet, rowsOf, setOf, setRefusal } from '../testing/test-sets';
import { told } from '../testing/told';
import { telling } from '../../model/testing/telling';

/** Files whose readers need a browser; `read-set.test.ts` has the others. */

describe('what pyarrow.dataset reads', () => {
  it('hive: each value is equal', async () => {
    const { table, report } = await readSet(folderSet('hive'), { partitionColumns: true });
    const reference = await readTestTable(folderFileBytes('hive.parquet'), 'whole.parquet');
    expect(columnTypesByName(table)).toEqual(columnTypesByName(reference.table));
    expect(rowsOf(table)).toEqual(rowsOf(reference.table));
    expect(report.found.files?.files.map(({ holds }) => holds.split(',')[0])).toEqual(['3 rows', '2 rows', '10 rows']);
  });

  it('has the columns of the folders only if they are chosen', async () => {
    const { table, report } = await readSet(folderSet('hive'));
    expect(table.columns.map(({ name }) => name)).not.toContain('year');
    expect(report.found.files?.partitions).toEqual({ names: ['year', 'month'], areRead: false, problem: null });
    expect(report.settings?.facts[0]).toEqual({ name: 'Files', value: '3' });
    expect(report.settings?.facts.find(({ name }) => name === 'Codec')?.value).toMatch(/\(1 file\)/u);
  });
});

describe('what pandas.concat reads', () => {
  it('CSV with types over all files, other line ends and another order of columns', async () => {
    const { table, report } = await readSet(folderSet('csv'));
    const reference = await readTestTable(folderFileBytes('csv.parquet'), 'whole.parquet');
    expect(columnTypesByName(table)).toEqual(columnTypesByName(reference.table));
    expect(rowsOf(table)).toEqual(rowsOf(reference.table));
    expect(report.notes).toContainEqual(told('“code”', 'text', 'whole numbers in 2 files', 'text in 1 file'));
    expect(await countWord({ file: folderSet('csv'), fileName: 'files', reading: {}, report, word: 'd' })).toEqual({
      inText: 1,
      inOthers: 0,
    });
  });

  it('JSON lines with types over all files', async () => {
    const { table } = await readSet(folderSet('jsonl'));
    const reference = await readTestTable(folderFileBytes('jsonl.arrow'), 'whole.arrow');
    expect(rowsOf(table)).toEqual(rowsOf(reference.table));
  });
});

describe('text files', () => {
  it('takes words that head every file for the header, where all columns are text', async () => {
    const { table } = await readSet(setOf({ 'a.csv': 'x,y\nr,s\n', 'b.csv': 'x,y\nt,u' }));
    expect(rowsOf(table)).toEqual([
      ['x', ['r', 't']],
      ['y', ['s', 'u']],
    ]);
  });

  it('joins files without a header', async () => {
    const { table } = await readSet(setOf({ 'a.csv': '1,2\n3,4', 'b.csv': '5,6\n' }));
    expect(table.columns.map((_, at) => columnValues(table, table.columns[at]?.name ?? ''))).toEqual([
      [1n, 3n, 5n],
      [2n, 4n, 6n],
    ]);
  });

  it('lists a row that is left out by its file and line, and then knows no columns of folders', async () => {
    const set = setOf({ 'n=1/a.csv': 'a,b\n1,2\n', 'n=2/b.csv': 'a,b\n3,4\n5,6,7\n8,9\n' });
    const { report } = await readSet(set);
    expect(report.badRows).toEqual([{ line: null, message: told('“n=2/b.csv”, line 3', '3 fields', 2) }]);
    expect(await setRefusal(set, { partitionColumns: true })).toMatchObject({
      tag: 'unsupported',
      message: expect.stringContaining('1 row can’t be read'),
    });
  });

  const rowsFrom = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => `${first + index},"t ${index}",x${index}\n`).join('');
  const withMiddle = (row: string, end = rowsFrom(200, 20)) =>
    setOf({
      'a.csv': `n,s,t\n${rowsFrom(0, 5)}`,
      'b.csv': `n,s,t\n${rowsFrom(100, 20)}${row}\n${end}`,
      'c.csv': `n,s,t\n${rowsFrom(300, 3)}`,
    });

  it.each([
    ['7,"open"tail,z', 1, 'line 22'],
    ['7,"open tail,z', 2, 'line 22'],
  ])('leaves a row with a broken quote out of the largest file: %s', async (row, lines, place) => {
    const { table, report } = await readSet(withMiddle(row));
    expect(table.columns.map(({ name }) => name)).toEqual(['n', 's', 't']);
    expect([table.rowCount, report.badRowCount]).toEqual([5 + 40 - (lines - 1) + 3, 1]);
    expect(report.badRows[0]?.message).toContain(`“b.csv”, ${place}: `);
    const numbers = columnValues(table, 'n');
    expect(numbers).not.toContain(7n);
    expect(numbers.slice(-3)).toEqual([300n, 301n, 302n]);
  });

  it('refuses a file that ends in an open quote, but for the last', async () => {
    expect(await setRefusal(withMiddle('7,"open tail,z', ''))).toMatchObject({
      message: told('“b.csv”', 'field in quotes'),
    });
  });

  it('cuts the title lines of each file, and reads quotes as all files write them', async () => {
    const set = setOf({
      'a.csv': 'Title\ntime,note\n1,"x \\"y\\", z"\n2,e\n3,f\n',
      'b.csv': 'Title\nand more\ntime,note\n4,a\n5,b\n6,c\n7,dddddddddd\n',
    });
    const { table, report } = await readSet(set);
    expect(rowsOf(table)).toEqual([
      ['time', [1n, 2n, 3n, 4n, 5n, 6n, 7n]],
      ['note', ['x "y", z', 'e', 'f', 'a', 'b', 'c', 'dddddddddd']],
    ]);
    expect(report.dialect).toMatch(telling('comma', '"', '\\', 'header'));
    expect(report.found.delimited?.escapes).toMatchObject({ escapedQuotes: 2 });
    expect(await countWord({ file: set, fileName: 'files', reading: {}, report, word: 'a' })).toEqual({
      inText: 1,
      inOthers: 0,
    });
  });

  it('counts a word in the rows that the options of the user leave', async () => {
    const set = setOf({ 'a.csv': 'x,y\ngone,1\nkept,gone\n', 'b.csv': 'x,y\ngone,3\ngone,4\n' });
    const reading = { skippedLines: 2, header: false } as const;
    const { table, report } = await readSet(set, reading);
    expect(table.rowCount).toBe(2);
    const counted = await countWord({ file: set, fileName: 'files', reading, report, word: 'gone' });
    expect(counted).toEqual({ inText: 2, inOthers: 0 });
  });

  it('names a file whose last quote is open, which would take rows of the next one', async () => {
    expect(await setRefusal(setOf({ 'a.csv': 'a,b\n1,"x\n', 'b.csv': 'a,b\n1,2\n3,4\n5,6\n' }))).toMatchObject({
      differingFiles: [{ index: 0, path: 'a.csv' }],
    });
  });

  it('decodes each file from its own encoding, and says so', async () => {
    const { table, report } = await readSet(
      setOf({
        'a.csv': 'name\nZoë\nx\n',
        'b.csv': Uint8Array.of(...[...'name\nZo'].map((c) => c.charCodeAt(0)), 0xeb),
      }),
    );
    expect(columnValues(table, 'name')).toEqual(['Zoë', 'x', 'Zoë']);
    expect(report.notes).toContainEqual(told('1 of 2 files', 'UTF-8', '1 as Windows-1252'));
    expect(report.found.encodings).toBeUndefined();
  });

  it('has the columns of the folders beside those of texts', async () => {
    const { table } = await readSet(setOf({ 'd=x/a.csv': 'a\n1\n2\n', 'd=y/b.csv': 'a\n3\n' }), {
      partitionColumns: true,
    });
    expect(rowsOf(table)).toEqual([
      ['a', [1n, 2n, 3n]],
      ['d', ['x', 'x', 'y']],
    ]);
  });
});

describe('files that can’t be read together', () => {
  it('are named with their columns', async () => {
    expect(
      await setRefusal(setOf({ 'a.csv': 'a,b\n1,2\n', 'b.csv': 'a,c\n1,2\n', 'c.csv': 'a,b\n3,4\n' })),
    ).toMatchObject({
      differingFiles: [{ index: 1, path: 'b.csv', reason: expect.stringMatching(/\blacks\b.*“b”.*\bhas\b.*“c”/u) }],
    });
  });

  it('columns of the folders that the files have, too, are refused', async () => {
    expect(
      await setRefusal(setOf({ 'a=1/x.csv': 'a\n1\n', 'a=2/y.csv': 'a\n3\n' }), { partitionColumns: true }),
    ).toMatchObject({ message: told('column “a”', 'folders’ names') });
  });
});
