import { describe, expect, it } from 'vitest';
import {
  caughtErrorRecord,
  columnTypesByName,
  columnValues,
  readTestFile,
  readTestTable,
} from '../../../open-file/testing/test-files';
import { countWord } from '../../../open-file/count-word';
import { telling } from '../../../model/testing/telling';

/** What write.table of R 4.3 writes for a data frame of three rows, by its arguments `sep`, `quote` and `row.names`. */
const written = {
  usual: '"len" "supp" "dose note"\n"1" 4.2 "VC" "a, b"\n"2" NA "OJ" "c"\n"3" -7.5 "VC" "d"\n',
  named: '"mpg" "cyl"\n"Mazda RX4" 21 6\n"Datsun 710" 22.8 4\n',
  tabs: '"len"\t"supp"\n"1"\t4.2\t"VC"\n"2"\t11.5\t"VC"\n',
  'not quoted': 'len supp\n1 4.2 VC\n2 11.5 OJ\n',
  commas: '"len"\n"a",4.2\n"b",11.5\n',
  'one name without quotes': 'len\na,4.2\nb,11.5\n',
  'genes by tabs': 's1\ts2\nBRCA1\t5\t6.5\nTP53\t7\t8\n',
  'index without a name': 'len,supp\n1000,4.2,VC\n1001,11.5,"a, b"\n',
  'printed by two spaces': '        where    len\n1    New York    4.2\n2  Paris  11.5\n',
  'without row names': '"len" "supp"\n4.2 "VC x"\n11.5 "OJ"\n',
};

describe('a table that R wrote', () => {
  it('is opened with its row names as a column', async () => {
    const { table, report } = await readTestTable(written.usual, 'growth.txt');
    expect(columnTypesByName(table)).toEqual({
      'row.names': 'int64',
      len: 'float64',
      supp: 'utf8',
      'dose note': 'utf8',
    });
    expect(table.columns.map(({ name }) => columnValues(table, name))).toEqual([
      [1n, 2n, 3n],
      [4.2, null, -7.5],
      ['VC', 'OJ', 'VC'],
      ['a, b', 'c', 'd'],
    ]);
    expect(report).toMatchObject({
      type: 'csv',
      badRowCount: 0,
      dialect: expect.stringMatching(/^space, quoted by "/),
    });
    expect(report.notes[0]).toMatch(telling('“row.names”'));
    expect(report.found.delimited?.options).toMatchObject({ delimiter: 'space', header: true });
    const counted = await countWord({
      file: new Blob([written.usual]),
      fileName: 'growth.txt',
      reading: {},
      report,
      word: 'VC',
    });
    expect(counted).toEqual({ inText: 2, inOthers: 0 });
  });

  it.each([
    ['named', ['row.names', 'mpg', 'cyl'], ['Mazda RX4', 'Datsun 710']],
    ['tabs', ['row.names', 'len', 'supp'], [1n, 2n]],
    ['not quoted', ['row.names', 'len', 'supp'], [1n, 2n]],
    ['commas', ['row.names', 'len'], ['a', 'b']],
    ['one name without quotes', ['row.names', 'len'], ['a', 'b']],
    ['genes by tabs', ['row.names', 's1', 's2'], ['BRCA1', 'TP53']],
    ['index without a name', ['row.names', 'len', 'supp'], [1_000n, 1_001n]],
    ['printed by two spaces', ['row.names', 'where', 'len'], [1n, 2n]],
    ['without row names', ['len', 'supp'], [4.2, 11.5]],
  ] as const)('is opened: %s', async (name, names, first) => {
    const { table } = await readTestTable(written[name], 'a.txt');
    expect(table.columns.map((column) => column.name)).toEqual(names);
    expect(columnValues(table, names[0])).toEqual(first);
  });

  it('is read with another delimiter or without a header where that is chosen', async () => {
    const { message } = await caughtErrorRecord(written.usual, 'a.txt', {
      type: 'csv',
      reading: { delimiter: 'comma' },
    });
    expect(message).toMatch(telling('header', 'line 1', 'quote'));
    const { table } = await readTestTable(written.tabs, 'a.txt', { type: 'csv', reading: { header: false } });
    expect(table.columns.map(({ name }) => name)).not.toContain('row.names');
  });

  it.each([
    'One line of words.\nAnother line of words here.\nAnd one more of six words.\n',
    'CCO ethanol\nCCN ethylamine\nCCC propane\n',
    'a\nb c\nd e\n',
  ])('is nothing else: %j', async (text) => {
    expect((await readTestFile(text, 'a.txt')).report.type).not.toBe('csv');
  });

  it.each(['a,b\n1,2,\n3,4,\n', '1,2\n3,4,5\n6,7,8\n', 'a,b\nx,1,2\nx,3,4\n'])(
    'has one name too few for other reasons in %j',
    async (text) => {
      const { table } = await readTestTable(text, 'a.csv');
      expect(table.columns.map(({ name }) => name)).not.toContain('row.names');
    },
  );
});

describe('what R’s write.csv and write.csv2 write', () => {
  it.each([
    [',', '.'],
    [';', ','],
  ])('with %s and decimals by %s has its header and its infinities', async (delimiter, mark) => {
    const lines = [
      '"";"a";"b";"c"',
      '"1";1.5;"x";Inf',
      '"2";NA;NA;-Inf',
      '"3";2.25;"";NaN',
      '"4";-3;"y";NA',
      '"5";0;"z";1e-300',
    ];
    const csv = `${lines.join('\n').replaceAll('.', mark).replaceAll(';', delimiter)}\n`;
    const { table, report } = await readTestTable(csv, 'a.csv');
    expect(table.columns.map(({ name }) => columnValues(table, name)).slice(1)).toEqual([
      [1.5, null, 2.25, -3, 0],
      ['x', 'NA', '', 'y', 'z'],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, null, 1e-300],
    ]);
    expect(report.badRowCount).toBe(0);
  });

  it('is text where words such as inf are all there is', async () => {
    const { table } = await readTestTable('a,b\ninf,1\nnan,2\n', 'a.csv');
    expect(columnTypesByName(table).a).toBe('utf8');
  });
});

describe('a table by single spaces without quotes', () => {
  it('is read as such', async () => {
    const { table, report } = await readTestTable('len supp\n4.2 VC\nNA OJ\n7 OJ\n', 'growth.txt');
    expect([columnValues(table, 'len'), columnValues(table, 'supp')]).toEqual([
      [4.2, null, 7],
      ['VC', 'OJ', 'OJ'],
    ]);
    expect(report.found.delimited?.options).toMatchObject({ delimiter: 'space', header: true });
  });

  it.each(['the quick fox\njumps over dogs\nand runs away\n', 'chapter 1\nsection 2\nsection 3\n'])(
    'is not seen in %j',
    async (text) => {
      expect((await readTestFile(text, 'a.txt')).report.type).toBe('bytes');
    },
  );
});

it('tells a header that numbers in another style hide', async () => {
  const { table } = await readTestTable('1;2\n1,5;2,5\n3,25;4\n', 'a.csv', { reading: { header: false } });
  expect(table.rowCount).toBe(3);
  const hidden = await readTestTable('id;when\n;1,5\n2;2,5\n3;3,25\n', 'a.csv');
  expect(columnValues(hidden.table, 'when')).toEqual([1.5, 2.5, 3.25]);
});
