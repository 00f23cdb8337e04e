import { describe, expect, it } from 'vitest';
import { countWord } from './count-word';
import { readTestTable, caughtErrorRecord, columnTypesByName, columnValues } from './testing/test-files';
import { told } from './testing/told';
import { telling } from '../model/testing/telling';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;

describe('delimited text as it is guessed', () => {
  it('reads decimal commas, thousands by points, null words and dates of the day first', async () => {
    const { table, report } = await readTestTable(
      'id;price;count;at;name\n007;1.234,50;12;31.12.2024;NA\n008;2,25;NA;01.02.2024;b\n009;-;-;;c\n',
      'a.csv',
    );
    expect(columnTypesByName(table)).toEqual({
      id: 'utf8',
      price: 'float64',
      count: 'int64',
      at: 'date',
      name: 'utf8',
    });
    expect(columnValues(table, 'price')).toEqual([1234.5, 2.25, null]);
    expect(columnValues(table, 'count')).toEqual([12n, null, null]);
    expect(columnValues(table, 'at')).toEqual([day('2024-12-31'), day('2024-02-01'), null]);
    expect(columnValues(table, 'name')).toEqual(['NA', 'b', 'c']);
    expect(columnValues(table, 'id')).toEqual(['007', '008', '009']);
    expect(report.found.delimited?.options).toMatchObject({
      delimiter: 'semicolon',
      decimalMark: 'comma',
      thousands: 'point',
      nullWords: ['NA', '-'],
      dateFormat: '%d.%m.%Y',
    });
    expect(report.found.delimited?.nullWords).toEqual([
      { word: 'NA', inText: 1, inOthers: 1 },
      { word: '-', inText: 0, inOthers: 2 },
    ]);
    expect(report.notes).toContainEqual(told('“NA”, “-”', 'null', '3 values'));
  });

  it('keeps null words in columns of text where rows are left out, too', async () => {
    const { table, report } = await readTestTable('a,b\n1,NA\nNA,x\nx,NA\n3,\n4,5,6\n5,z\n', 'a.csv', {
      columnTypes: ['int64', 'utf8'],
      reading: { nullWords: ['NA'] },
    });
    expect([columnValues(table, 'a'), columnValues(table, 'b')]).toEqual([
      [1n, null, 3n, 5n],
      ['NA', 'x', null, 'z'],
    ]);
    expect(report.badRows.map(({ line }) => line)).toEqual([4, 6]);
  });

  it('leaves dates text where day and month could be either, and says so', async () => {
    const { table, report } = await readTestTable('d,n\n01/02/2024,1\n03/04/2024,2\n', 'a.csv');
    expect(columnTypesByName(table)).toEqual({ d: 'utf8', n: 'int64' });
    expect(report.notes).toEqual([told('“d”', 'text', '%d/%m/%Y', '%m/%d/%Y', '“Reading options”')]);
    const chosen = await readTestTable('d,n\n01/02/2024,1\n03/04/2024,2\n', 'a.csv', {
      reading: { dateFormat: '%m/%d/%Y' },
    });
    expect(columnValues(chosen.table, 'd')).toEqual([day('2024-01-02'), day('2024-03-04')]);
    expect(chosen.report.notes).toEqual([]);
  });

  it.each([
    ['d,n\n"Jan 1 2000",1\n"Feb 12 2001",2\n', ['2000-01-01', '2001-02-12']],
    ['d,n\n1 January 2000,1\n12 May 2001,2\n', ['2000-01-01', '2001-05-12']],
    ['d,n\n12/31/2024,1\n01/02/2024,2\n', ['2024-12-31', '2024-01-02']],
    ['d,n\n31/12/2024,1\n01/02/2024,2\n', ['2024-12-31', '2024-02-01']],
    ['d,n\n2024-12-31,1\n2024-02-01,2\n', ['2024-12-31', '2024-02-01']],
  ])('reads the dates of %j', async (text, dates) => {
    const { table } = await readTestTable(text, 'a.csv');
    expect(columnValues(table, 'd')).toEqual(dates.map(day));
  });

  it('reads each column of dates in its own format', async () => {
    const text =
      'iso,us,words,at,log,n\n2024-01-05,01/13/2024,Jan 1 2000,13.01.2024 10:20,2024-01-01T10:00:00.5,NA\n2024-01-06,NA,Feb 2 2001,14.01.2024 11:21,2024-01-01 11:00:00,2\n';
    const { table, report } = await readTestTable(text, 'a.csv');
    expect(columnTypesByName(table)).toEqual({
      iso: 'date',
      us: 'date',
      words: 'date',
      at: 'timestamp',
      log: 'timestamp',
      n: 'int64',
    });
    expect([columnValues(table, 'iso'), columnValues(table, 'us'), columnValues(table, 'words')]).toEqual([
      ['2024-01-05', '2024-01-06'].map(day),
      [day('2024-01-13'), null],
      ['2000-01-01', '2001-02-02'].map(day),
    ]);
    const microseconds = (time: string) => BigInt(Date.parse(time)) * 1_000n;
    expect([columnValues(table, 'at'), columnValues(table, 'log')]).toEqual([
      ['2024-01-13T10:20Z', '2024-01-14T11:21Z'].map(microseconds),
      ['2024-01-01T10:00:00.500Z', '2024-01-01T11:00:00Z'].map(microseconds),
    ]);
    expect(report.notes).toContainEqual(told('“words”', 'date', '%b %d %Y'));
    const asText = await readTestTable(text, 'a.csv', { reading: { dateFormat: 'text', timestampFormat: 'text' } });
    expect(columnTypesByName(asText.table)).toMatchObject({ us: 'utf8', words: 'utf8', at: 'utf8', log: 'utf8' });
    const chosen = await readTestTable(text, 'a.csv', {
      columnTypes: ['utf8', 'timestamp', 'utf8', 'timestamp', 'utf8', 'int64'],
    });
    expect(columnValues(chosen.table, 'us')).toEqual([microseconds('2024-01-13'), null]);
    expect(columnValues(chosen.table, 'words')).toEqual(['Jan 1 2000', 'Feb 2 2001']);
  });

  it('says of years with two digits beside others with four only what it does with them', async () => {
    const { table, report } = await readTestTable('day;short\n13.01.2024;13.01.24\n14.02.2024;14.02.24\n', 'a.csv');
    expect(columnValues(table, 'short')).toEqual(['2024-01-13', '2024-02-14'].map(day));
    expect(report.notes).toEqual([told('“short”', 'date', '%d.%m.%y')]);
  });

  it('reads decimal commas beside exponents, infinities and nulls, as R writes them', async () => {
    const text = '"x";"n"\n-6,25e-10;1\n1,5;2\nNA;3\nInf;4\n-Inf;5\n';
    const { table } = await readTestTable(text, 'r2.csv');
    expect(columnValues(table, 'x')).toEqual([-6.25e-10, 1.5, null, Infinity, -Infinity]);
  });

  it('keeps null words in text beside dates in their own format where rows are left out', async () => {
    const text = 'us,words,t\n01/13/2024,Jan 1 2000,NA\n1,2,3,4\n02/14/2024,NA,x\n';
    const { table, report } = await readTestTable(text, 'a.csv');
    expect([columnValues(table, 'us'), columnValues(table, 'words'), columnValues(table, 't')]).toEqual([
      ['2024-01-13', '2024-02-14'].map(day),
      [day('2000-01-01'), null],
      ['NA', 'x'],
    ]);
    expect(report.badRows.map(({ line }) => line)).toEqual([3]);
  });

  it('keeps addresses, ids with underscores, yes and no, percents and currencies as text', async () => {
    const { table, report } = await readTestTable(
      'sum;ip;id;ok;share;cost;time;t\n1.234,5;10.0.0.1;1_000;yes;5 %;€ 5;12:30:00;t\n1.000.000;10.0.0.2;2_000;no;6 %;€ 6;13:00:00;f\n',
      'a.csv',
    );
    expect(columnTypesByName(table)).toEqual({
      sum: 'float64',
      ip: 'utf8',
      id: 'utf8',
      ok: 'utf8',
      share: 'utf8',
      cost: 'utf8',
      time: 'utf8',
      t: 'utf8',
    });
    expect(columnValues(table, 'ip')).toEqual(['10.0.0.1', '10.0.0.2']);
    expect(report.possibleTypes[3]).toContain('bool');
  });

  it('says of commas that may be decimals or thousands that they are', async () => {
    const text = 'a\tn\nx\t1,234\ny\t5,678\n';
    const { table, report } = await readTestTable(text, 'a.tsv');
    expect(columnTypesByName(table)).toEqual({ a: 'utf8', n: 'utf8' });
    expect(report.notes[0]).toMatch(telling('“n”', 'decimals', 'thousands'));
    expect(columnValues((await readTestTable(text, 'a.tsv', { reading: { thousands: 'comma' } })).table, 'n')).toEqual([
      1234n,
      5678n,
    ]);
    expect(
      columnValues((await readTestTable(text, 'a.tsv', { reading: { decimalMark: 'comma' } })).table, 'n'),
    ).toEqual([1.234, 5.678]);
  });

  it('keeps whole numbers exactly in every style', async () => {
    const { table } = await readTestTable(
      'a;b\n1.234,5;17.258.328.881.026.652.089\n2,5;9.007.199.254.740.993\n',
      'a.csv',
    );
    expect(columnTypesByName(table)).toEqual({ a: 'float64', b: 'utf8' });
  });

  it('reads single quotes, UTF-16 and files without a header', async () => {
    const { table, report } = await readTestTable("a,b\n'x, y',1\n'z',2\n", 'a.csv');
    expect(columnValues(table, 'a')).toEqual(['x, y', 'z']);
    expect(report.dialect).toMatch(/^comma, quoted by ', header/);
    const utf16 = new Uint8Array([0xff, 0xfe, ...[...'é|2\nü|3\n'].flatMap((letter) => [letter.charCodeAt(0), 0])]);
    const plain = await readTestTable(utf16, 'a.csv');
    expect(plain.report.found.delimited?.options).toMatchObject({
      delimiter: 'bar',
      header: false,
      encoding: 'utf-16le',
    });
    expect(columnValues(plain.table, plain.table.columns[0]?.name ?? '')).toEqual(['é', 'ü']);
  });
});

describe('delimited text as it is chosen', () => {
  it('takes delimiter, header, encoding and null words, in text too where that is chosen', async () => {
    const { table } = await readTestTable(new Uint8Array([0x61, 0x3a, 0xa4, 0x0a, 0x78, 0x3a, 0x2d, 0x0a]), 'a.csv', {
      type: 'csv',
      reading: {
        delimiter: 'colon',
        header: false,
        encoding: 'iso-8859-15',
        nullWords: ['x', '-'],
        nullWordsInText: true,
      },
    });
    expect(table.columns.map(({ name }) => columnValues(table, name))).toEqual([
      ['a', null],
      ['€', null],
    ]);
  });

  it('leaves columns and rows out, and says how many', async () => {
    const text = `a,b,c\n${Array.from({ length: 10 }, (_, row) => `${row},x,y`).join('\n')}\n`;
    const { table, report } = await readTestTable(text, 'a.csv', {
      reading: { leftOutColumns: [1], rows: 5, rowsFrom: 'spread' },
    });
    expect(columnTypesByName(table)).toEqual({ a: 'int64', c: 'utf8' });
    expect(columnValues(table, 'a')).toEqual([0n, 2n, 4n, 6n, 8n]);
    expect(report.notes).toEqual([told('1 of 3 columns', 'left out', '“b”'), told('5 of 10 rows', 'evenly')]);
    expect([report.fileRows, report.fileColumns.map(({ isRead }) => isRead)]).toEqual([10, [true, false, true]]);
    const json = await readTestTable('[{"a":1,"b":2},{"a":3,"b":4}]', 'a.json', {
      reading: { leftOutColumns: [0], rows: 1 },
    });
    expect(columnTypesByName(json.table)).toEqual({ b: 'int64' });
    expect(json.table.rowCount).toBe(1);
  });

  it('refuses a mark of two meanings and columns that there are not', async () => {
    expect(
      (await caughtErrorRecord('a,b\n1,2\n', 'a.csv', { reading: { decimalMark: 'comma', thousands: 'comma' } })).tag,
    ).toBe('invalidPlan');
    expect((await caughtErrorRecord('a,b\n1,2\n', 'a.csv', { reading: { leftOutColumns: [7] } })).tag).toBe(
      'invalidPlan',
    );
  });

  it('counts what each type would leave out or alter', async () => {
    const { report } = await readTestTable('n,x,s\n300,1.5,true\n9007199254740993,0.1,no\n', 'a.csv');
    const [n, x, s] = report.found.typeEffects ?? [];
    expect([n?.int8, n?.int32, n?.float64]).toEqual([
      { leftOut: 2, altered: 0 },
      { leftOut: 1, altered: 0 },
      { leftOut: 0, altered: 1 },
    ]);
    expect([x?.float32, x?.int64]).toEqual([
      { leftOut: 0, altered: 0 },
      { leftOut: 0, altered: 2 },
    ]);
    expect(s?.bool).toEqual({ leftOut: 0, altered: 0 });
    const json = await readTestTable('[{"a":9007199254740993},{"a":1}]', 'a.json');
    expect(json.report.found.encodings?.effects['utf-16le']).toEqual({ changedLines: null, unreadable: 0 });
    expect(json.report.found.typeEffects?.[0]?.float64).toEqual({ leftOut: 0, altered: 1 });
  });

  it('counts what each quote would change and leave out, over all rows', async () => {
    const text = `a,b\n"x, y",1\n"it''s",2\n'z, z',3\n"two\nlines",4\n${'plain,5\n'.repeat(200)}`;
    const { report } = await readTestTable(text, 'a.csv', { reading: { delimiter: 'comma', quote: 'double' } });
    expect(report.found.delimited?.quotes).toEqual({
      double: { changedRows: 0, leftOut: 1 },
      single: { changedRows: 3, leftOut: 2 },
      none: { changedRows: 3, leftOut: 3 },
    });
    // What is counted is what the choice then does.
    for (const [quote, rows] of [
      ['double', 203],
      ['single', 203],
      ['none', 202],
    ] as const) {
      const chosen = await readTestTable(text, 'a.csv', { reading: { delimiter: 'comma', header: true, quote } });
      expect([quote, chosen.table.rowCount, chosen.report.found.delimited?.quotes?.[quote]]).toEqual([
        quote,
        rows,
        { changedRows: 0, leftOut: report.found.delimited?.quotes?.[quote]?.leftOut },
      ]);
    }
  });

  it('says that a quote changes nothing where none stands', async () => {
    const { report } = await readTestTable('a,b\nx,1\ny,2\n', 'a.csv');
    const nothing = { changedRows: 0, leftOut: 0 };
    expect(report.found.delimited?.quotes).toEqual({ double: nothing, single: nothing, none: nothing });
  });

  it('counts a word before it is a null word', async () => {
    const text = `\uFEFFn;é;s\n${'1;gone;x\ngone;2;gone\n3;it\'s;"gone"\n'.repeat(4)}`;
    const reading = { delimiter: 'semicolon' } as const;
    const { report } = await readTestTable(text, 'a.csv', { reading });
    expect(report.found.delimited?.layout).toEqual({ delimiter: ';' });
    const file = new Blob([text]);
    expect(await countWord({ file, fileName: 'a.csv', reading, report, word: 'gone' })).toEqual({
      inText: 16,
      inOthers: 0,
    });
    expect(await countWord({ file, fileName: 'a.csv', reading, report, word: "it's" })).toEqual({
      inText: 4,
      inOthers: 0,
    });
    expect(await countWord({ file, fileName: 'a.csv', reading, report, word: 'gon' })).toEqual({
      inText: 0,
      inOthers: 0,
    });
    const typed = await readTestTable(text, 'a.csv', { reading, columnTypes: ['int64', 'utf8', 'utf8'] });
    expect(await countWord({ file, fileName: 'a.csv', reading, report: typed.report, word: 'gone' })).toEqual({
      inText: 12,
      inOthers: 4,
    });
    // What is counted is what the choice then does.
    const { table } = await readTestTable(text, 'a.csv', {
      reading: { ...reading, nullWords: ['gone'], nullWordsInText: true },
    });
    expect(
      table.columns.flatMap(({ name }) => columnValues(table, name)).filter((value) => value === null),
    ).toHaveLength(16);
  });

  it('counts a word in a packed file of another encoding', async () => {
    const bytes = new Uint8Array([0x6e, 0x3b, 0xe9, 0x0a, 0x31, 0x3b, 0xe9, 0x0a]);
    const packed = await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
    const { report } = await readTestTable(packed, 'b.csv.gz');
    expect(await countWord({ file: packed, fileName: 'b.csv.gz', reading: {}, report, word: 'é' })).toEqual({
      inText: 1,
      inOthers: 0,
    });
  });
});
