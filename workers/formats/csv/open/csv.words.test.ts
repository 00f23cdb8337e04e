import { tableFromArrays } from 'apache-arrow';
import { expect, it } from 'vitest';
import type { ColumnType } from '../../../model/column';
import { withoutBrokenRows } from './broken-quotes';
import { checkedTypes, type ColumnNote } from './checked-types';
import { csvTextOf } from './csv-text';
import { noteSingleColumn, refuseBrokenHeader } from './detect-dialect';
import { dialectOf, type SniffedDialect } from './dialect';
import type { Database } from './database';
import { escapeNote } from './escaped-quotes';
import { decimalFault } from './exact-counts';
import { noteNulls, withOwnFormats } from './guess';
import { selectKeepingTexts } from './kept-texts';
import { explainLineEnds, mixedLineEndsNote } from './line-ends';
import { refuseOverlongRows } from './overlong-rows';
import { noRowsNote, smilesNote } from './detected-reading';
import { lateValueLine, lateValueNote } from './scan/late-values';
import { messageOf, type RowError } from './rejected-rows';
import { separatorNote } from './separator-line';
import { unfitRows } from './unfit-rows';
import { decideTimeReading } from './zoned-times';

/** The words of what is said of delimited text. */

const lines = (...texts: readonly string[]) => new Blob([texts.join('\n')]);
const sniffed = (type: ColumnType): SniffedDialect => ({
  quote: 'double',
  decimalMark: 'point',
  thousands: 'none',
  nullWords: [],
  nullWordsInText: false,
  delimiter: ';',
  skippedLines: 0,
  hasHeader: true,
  dateFormat: null,
  timestampFormat: null,
  textTable: null,
  columns: [{ name: 'n', type }],
});
/** A database that answers each query with these numbers. */
const answering = (counts: Readonly<Record<string, number>>): Database => ({
  query: () =>
    Promise.resolve(
      tableFromArrays(
        Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Float64Array.of(count)])),
      ),
    ),
  replaceFile: () => Promise.resolve(),
  close: () => Promise.resolve(),
});

it.each([
  [noRowsNote, 'No rows are left to measure.'],
  [smilesNote('s'), 'Column “s” is kept as text. To read its molecules instead, choose SMILES as the file’s type.'],
  [
    mixedLineEndsNote,
    'Some of its lines end with line feeds, and others with carriage returns and line feeds. Each of them ends a row.',
  ],
  [
    separatorNote({ line: 'sep=;\r\n', delimiter: 'semicolon' }),
    'The first line, “sep=;”, tells Excel the delimiter. It is neither the header nor a row.',
  ],
  [
    lateValueNote('n', { text: '1.5', line: 3_004 }, 'int64', 'float64'),
    'Column “n” is read as float64: “1.5”, in line 3,004, is no int64, as the values before it are.',
  ],
  [
    lateValueNote('n', { text: 'n/k', line: null }, 'float64', 'utf8'),
    'Column “n” is read as text: “n/k” is no float64, as the values before it are.',
  ],
  [lateValueLine('late', 29_002, 'int64'), ' The first that is no int64 is “late”, in line 29,002.'],
  [unfitRows('1_000', 'n', 'int64', 2), '“1_000” in column “n” is not a valid int64: 2 rows.'],
  [
    dialectOf(
      {
        ...sniffed('float64'),
        columns: ['a', 'b'].map((name) => ({ name, type: 'float64' })),
        decimalMark: 'comma',
        thousands: 'noBreakSpace',
        nullWords: ['NA'],
      },
      { delimiter: 'semicolon', quoteEscape: 'doubled', skippedLines: 3 },
      'UTF-8',
    ),
    'semicolon, quoted by ", header in line 4, 3 lines before it left out, decimal comma, thousands by no-break space, null is NA, UTF-8',
  ],
])('%s', (said, words) => expect(said).toBe(words));

it.each<[Partial<RowError>, string]>([
  [
    { kind: 'MISSING COLUMNS', fewestFields: 1, message: 'Expected Number of Columns: 3 Found: 1' },
    'The row has 1 field, not 3.',
  ],
  [
    { kind: 'TOO MANY COLUMNS', mostFields: 6, message: 'Expected Number of Columns: 3 Found: 6' },
    'The row has 6 fields, not 3.',
  ],
  [{ kind: 'UNQUOTED VALUE' }, 'Text follows the quote that closes a field, or a quote is never closed.'],
  [{ kind: 'INVALID ENCODING' }, 'The row is not valid UTF-8.'],
  [
    { kind: 'CAST', message: 'Could not convert string "300" to \'TINYINT\'' },
    '“300” in column “n” is not a valid int8.',
  ],
])('a row that is left out: %j', (error, words) => {
  const row = {
    kind: '',
    message: '',
    place: 1,
    column: 'n',
    fewestFields: Number.NaN,
    mostFields: Number.NaN,
    ...error,
  };
  expect(messageOf(row, ['int8'])).toBe(words);
});

it('rows with broken quotes', async () => {
  const broken = (...texts: readonly string[]) => withoutBrokenRows(lines(...texts), ',', 'double', 0);
  const two = await broken('a,b', '1,"x', 'y"z', '2,"v"w', '3,4', '5,6', '7,8');
  expect(two?.note).toBe(
    '2 rows have a quote that does not end its field. They are left out, 3 lines in all. Correct them, or choose “None” as the quote under “Reading options”.',
  );
  expect(two?.badRows.map(({ message }) => message)).toEqual([
    'Text follows the quote that closes a field; the row has 2 lines.',
    'Text follows the quote that closes a field.',
  ]);
  const one = await broken('a,b', '1,2', '3,4', '5,"6');
  expect(one?.note).toBe(
    '1 row has a quote that does not end its field. It is left out, 1 line in all. Correct it, or choose “None” as the quote under “Reading options”.',
  );
  expect(one?.badRows[0]?.message).toBe('A quote is never closed.');
  await expect(broken('a,b', '1,"2', '3,4', '5,6', '7,8')).rejects.toThrow(
    '4 lines of 5 are in fields whose quotes are broken: a quote is never closed, first in the row that begins in line 2.',
  );
  await expect(
    refuseBrokenHeader(sniffed('int64'), { utf8: lines('"i"d;v', '1;2'), quote: 'double', cutLines: 0 }),
  ).rejects.toMatchObject({
    record: {
      message: 'Its header, in line 1, has a quote that does not end its field, so the rows below it can’t be read.',
      remedy: 'Correct it, or choose “None” as the quote under “Reading options”.',
    },
  });
});

it('quotes and backslashes within fields', () => {
  const counts = { escapedQuotes: 2, pairs: 1, others: 0, broken: { doubled: 2, backslash: 0, backslashQuote: 0 } };
  expect(escapeNote(counts, 'backslash')).toBe(
    '2 quotes within fields have a backslash before them, as R’s write.table writes. The backslash is left out. 1 pair of backslashes became one backslash each; choose “as R writes” under “Reading options” to keep both.',
  );
});

it('lines that are not read, and names of rows', async () => {
  const rows = Array.from({ length: 9 }, (_, row) => `2024-01-0${row + 1};${row},5;c`).join('\n');
  const bank = await csvTextOf(new Blob([`Account statement\nFrom;2024-01-01\n\nDate;Amount;Text\n${rows}\n`]), {});
  expect(bank.notes).toEqual([
    'The first 3 lines are not read: “Account statement”, “From;2024-01-01”. To read them, change “Lines to skip” under “Reading options”.',
  ]);
  const r = await csvTextOf(new Blob(['"len" "supp"\n"1" 4.2 "VC"\n"2" 11.5 "VC"\n']), {});
  expect(r.notes).toEqual([
    'The header has one name fewer than the rows have fields, as in tables of R: the first column holds row names and is called “row.names”.',
  ]);
});

it('a text that becomes a single column', async () => {
  const notes: string[] = [];
  const text = 'one\na,b\n1,"x"y\n2,3,4\n';
  await noteSingleColumn({ utf8: new Blob([text]), head: text, quote: 'double', cutLines: 0 }, 0, notes);
  expect(notes).toEqual([
    'It is read as a single column: no delimiter gives its rows the same number of fields. A quote that does not end its field, in the row that begins in line 3, may be the reason. If they have several, choose the delimiter under “Reading options”; if the table begins below other lines, choose “Lines to skip” there.',
  ]);
});

it('rows too long, and lines that end in different ways', async () => {
  const long = lines('a,b', `${'7,'.repeat(39_999)}7`);
  await expect(refuseOverlongRows(long, { delimiter: ',', quote: 'double', columnCount: 2 }, 3)).rejects.toThrow(
    'The row in line 5 has 40,000 fields, and the table has 2 columns. It is too long to be left out as other rows that do not fit are.',
  );
  const failure = new Error('Invalid Input Error: The CSV Parser state machine reached an invalid state.');
  expect(await explainLineEnds(failure, new Blob(['a,b\r\n1,2\n']))).toMatchObject({
    message:
      'Its lines end in different ways: with line feeds and with carriage returns with line feeds. Where a row ends is then not certain, so it is not read.',
  });
});

it.each<[ColumnType, Readonly<Record<string, number>>, string]>([
  [
    'int64',
    { n0: 1, n1: 0, n2: 0 },
    'Column “n” is kept as float64: 1 of its values are −0, which an integer can’t store.',
  ],
  [
    'int64',
    { n0: 0, n1: 1, n2: 0 },
    'Column “n” is kept as text: 1 of its values are written in another base than ten.',
  ],
  [
    'int64',
    { n0: 0, n1: 0, n2: 2 },
    'Column “n” is kept as text: 2 of its values have thousands marks that do not separate groups of three digits.',
  ],
  [
    'date',
    { n0: 1 },
    'Column “n” is kept as text: 1 of its values can’t be read as date without a change: years have four digits, and hours end at 23.',
  ],
])('values that %s does not hold: %j', async (type, counts, words) => {
  const notes: ColumnNote[] = [];
  await checkedTypes(answering(counts), sniffed(type), {}, notes);
  expect(notes.map(({ text }) => text)).toEqual([words]);
});

it('empty fields in quotes, and words that stand for null', async () => {
  const notes: string[] = [];
  const columns = ['s', 'n'].map((name, at) => ({ name, type: at === 0 ? ('utf8' as const) : ('int64' as const) }));
  const words = [new Map([['', 2]]), new Map([['', 1]])];
  const keeping = { ...sniffed('utf8'), columns };
  await selectKeepingTexts(answering({ all: 0, kept: 0 }), keeping, ['utf8', 'int64'], words, 0, notes);
  noteNulls(['NA', '-'], [new Map(), new Map([['NA', 3]])], keeping, notes);
  expect(notes).toEqual([
    '2 values written as "" in columns of text are empty texts; empty fields without quotes are null.',
    '1 value written as "" is read as null, in columns that are no text.',
    '“NA”, “-” are read as null in columns that are no text: 3 values.',
  ]);
});

it('dates in another format, or in two', () => {
  const columns = [{ name: 'd', type: 'utf8' as const }];
  const saidOf = (...dates: ('%d/%m/%Y' | '%m/%d/%Y')[]) =>
    withOwnFormats(columns, [{ dates, timestamps: [] }], new Set(), {}).notes.map(({ text }) => text);
  expect(saidOf('%d/%m/%Y', '%m/%d/%Y')).toEqual([
    'Column “d” is kept as text: its dates fit %d/%m/%Y and %m/%d/%Y alike. Choose which under “Reading options”.',
  ]);
  expect(saidOf('%d/%m/%Y')).toEqual([
    'Column “d” is read as date: it is written as %d/%m/%Y, which is not the format of the other columns.',
  ]);
});

it('times that are cut, and offsets that are not all kept', () => {
  const times = { total: 2, zoned: 0, offsets: 0, first: '', withOffset: 0, finer: 1, beyondNanoseconds: 0 };
  const said = (isChosen: boolean, counts: Partial<typeof times>) =>
    decideTimeReading('at', 'timestamp', isChosen, { ...times, ...counts }).note;
  expect(said(false, {})).toBe('Column “at” is kept as text: timestamp would cut 1 of 2 times to microseconds.');
  expect(said(true, {})).toBe('Column “at”: timestamp cuts 1 of 2 times to microseconds.');
  expect(said(false, { zoned: 2, withOffset: 2, beyondNanoseconds: 1 })).toBe(
    'Column “at” is kept as text: 1 of its 2 times can’t be kept in nanoseconds, which others need.',
  );
  expect(() => said(true, { zoned: 1, withOffset: 1 })).toThrow(
    'Column “at” can’t be read as timestamp: 1 of its 2 values have an offset from UTC, and not all are times to the nanosecond.',
  );
});

it('numbers that are no decimals', () => {
  const counts = { texts: 9, decimals: 9, exponents: 0, precision: 39, scale: 0, times: 0 };
  const fault = (changed: Partial<typeof counts>) => decimalFault({ ...counts, ...changed });
  expect(fault({ decimals: 0 })).toBe('it holds no numbers');
  expect(fault({ exponents: 1 })).toBe('some of its numbers have exponents, which a decimal can’t store');
  expect(fault({ precision: 77 })).toBe('its numbers need 77 digits, but the maximum is 76');
  expect(fault({ texts: 10 })).toBe('its numbers need 39 digits, and beyond 38 every value must be a number');
});
