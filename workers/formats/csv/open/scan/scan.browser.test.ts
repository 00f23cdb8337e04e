import { describe, expect, it } from 'vitest';
import type { ChosenType } from '../../../../model/chosen-type';
import type { ImportResult } from '../../../../own-file/imported';
import { readTestTable } from '../../../../open-file/testing/test-files';
import { textCases } from '../../../../open-file/testing/text-cases';
import { csvTextOf } from '../csv-text';
import { readByDuckdb } from '../read-by-duckdb';
import { readScanned } from './read-scanned';
import { reportScanned } from './report-scanned';

const types = ['utf8', 'float64', 'int64'] as const;
const cellsOf = {
  utf8: (row: number) => `t${row}`,
  float64: (row: number, column: number) => ((row * 7 + column) % 100) / 4,
  int64: (row: number, column: number) => row + column,
};
const typeOf = (column: number) => types[column % types.length] ?? 'utf8';

it('reads 2,000 columns of texts and numbers', async () => {
  const columns = [...Array(2_000).keys()];
  const rows = [...Array(40).keys()].map((row) =>
    columns.map((column) => cellsOf[typeOf(column)](row, column)).join(','),
  );
  const csv = [columns.map((column) => `c${column}`).join(','), ...rows, ''].join('\n');
  const { table, report } = await readTestTable(csv, 'wide.csv');
  expect(table.columns.map(({ type }) => type)).toEqual(columns.map(typeOf));
  expect([table.rowCount, report.badRowCount]).toEqual([40, 0]);
});

/** The columns of a file by what they hold, some of them beside other values. */
const pools: Readonly<Record<string, readonly string[]>> = {
  integers: ['0', '12', '-300', '9007199254740993', '-9223372036854775808', '127', '65536', '16777217'],
  floats: [
    '0.5',
    '-1234.125',
    '1.',
    '.5',
    '1e5',
    '2.50e-3',
    '0.1234567890123456789',
    '9880000000.0',
    '12.345',
    '1e300',
  ],
  longNumbers: ['17258328881026652089', '18446744073709551615', '9223372036854775808', '1'],
  altered: ['3692736477189250000', '123456789012345678901234', '1e400', '7'],
  codes: ['12E3', '2E1', '1e10'],
  infinities: ['0.5', 'inf', '-Infinity', 'nan', '2'],
  zeros: ['-0', '0', '1'],
  padded: ['007', '+5', '00.5', '12'],
  words: ['foo', 'Ärger', '12 Main St', '5%', 'a-b', '10.0.0.1', 'x'],
  truths: ['true', 'False', 'TRUE'],
  letters: ['T', 'F', 'yes', 'no'],
  mixedTruths: ['y', '1', 'n', '0', 'true'],
  dates: ['2024-02-29', '1999-12-31', '0001-01-01'],
  times: ['2024-01-01 10:00:00', '2024-01-01T23:59:59.123456', '2024-01-02 00:00'],
  fineTimes: ['2024-01-01 10:00:00.123456789', '2024-01-01 10:00:00'],
  zoned: ['2024-01-01T10:00:00Z', '2024-06-01 10:00:00.5Z'],
  offsets: ['2024-01-01T10:00:00+02:00', '2024-01-01T10:00:00+01:00', '2024-01-01T10:00:00.1234567-03'],
  utc: ['2024-01-01 10:00:00 UTC', '2024-01-02 10:00:00 UTC'],
  dayFirst: ['31.12.2024', '1.2.2023'],
  monthFirst: ['12/31/2024', '1/2/2023'],
  eitherFirst: ['01/02/2024', '03/04/2023'],
  dayFirstTimes: ['31.12.2024 10:00', '01.02.2023 23:59'],
  slashed: ['2024/12/31', '2023/02/01'],
  spaced: [' 5', '7 ', '-3'],
  clocks: ['10:30', '23:59:59.5', '7:05'],
  grouped: ['"1,234"', '"12,345"', '7'],
  quoted: ['""', '"a ""b"" c"', '"x, y"', 'plain', '"two\nlines"'],
  apostrophes: ["it's", 'none', "rock 'n' roll"],
};
const asides = ['', 'NA', '-', 'NaN', 'null', 'n/k', '""'];

/** Files of two columns: each pool alone, with empty fields, and with another word, beside a pool that follows it. */
const files = Object.values(pools).flatMap((texts, at, all) =>
  ['', ...asides].map((aside, which) => {
    const other = all[(at + which + 1) % all.length] ?? [];
    const rows = Array.from({ length: 12 }, (_, row) => {
      const own = which > 0 && row % 4 === 2 ? aside : texts[row % texts.length];
      // Some rows have a field too many or too few.
      return which === 6 && row % 5 === 1 ? `${own}${row < 5 ? '' : ',x,y'}` : `${own},${other[row % other.length]}`;
    });
    return `${which === 5 ? '2001,b' : 'a,B b'}\n${rows.join('\n')}\n`;
  }),
);

/** Texts of which the pass must know more than of most. */
const oddTexts: Readonly<Record<string, string>> = {
  'broken quotes': 'a,b\n1,"x"\n2,"y"z\n3,"v\nw",\n4,"u"t,"s\nr"\n5,q\n6,p\n7,"o',
  'rows of several lengths': 'a,b,c\n1,2,3\n4,5\n6,7,8\n9,9,9\n',
  'empty lines in a single column': 'a\n1\n\n2\n\n\n',
  'empty lines in a column of texts': 'a\nx\n\n""\ny\n',
  'one row': 'a,b\n1,x',
  'dates of ISO 8601 beside others':
    'a,b,c\n2024-01-31,01/31/2024,31.01.2024 10:00\n2024-02-01,02/28/2024,01.02.2024 11:00\n',
  'a timestamp of ISO 8601 beside others':
    'a,b\n2024-01-31 10:00:00,31.01.2024 10:00\n2024-02-01 10:00:00,01.02.2024 11:00\n',
  'names of months': 'a,b\n1 January 2000,x\n12 May 2001,y\n',
  'days of one digit': 'a,b\n2024-1-5,x\n2024-12-31,y\n',
  'dates and times in a column': 'a,b\n2024-01-05,x\n2024-01-06 10:00:00,y\n',
  'null words in the header': 'NA,b\n1,x\n2,y\n',
  'null words in the first row': 'NA,2\n3,4\nNA,5\n',
  'an empty first row': ',\n1,2\n3,4\n',
  'integers in base 16': 'a,b\n0x1f,x\n12,y\n',
  'infinities alone': 'a,b\ninf,x\nnan,y\n',
  'marks of thousands': 'a;b;c\n1.234,5;17.258.328.881.026.652.089;1.000\n2,5;9.007.199.254.740.993;12\n',
  'marks of thousands that separate no groups': 'a;b\n1.234,5;10.0.0.1\n2,5;10.0.0.2\n',
  'spaces between thousands': 'a;b\n1 234,5;x\n2 000 000;y\n',
  'lines that end with carriage returns': 'a,b\r1,x\r2,"y\rz"\r3,w',
  'zero bytes': 'a,b\n1,x\0y\n2,"\0"\n',
  'lines of which the last is cut in its end': 'a,b\r\n1,x\r\n2,y\r',
  'a quoted field before a cut line end': 'a,b\r\n1,x\r\n2,"y"\r',
  'a header alone': 'a,b\n',
  'one line of values': '2024-01-01,x,1',
  'one line of dates and texts': '31.12.2024;x\n',
  'one line of null words': 'NA,3\n',
  'one empty line of fields': ',\n',
  'one value': '1\n',
  'rows that are all left out': 'a,b\n1\n',
  'rows of empty fields': 'a,b\n,\n,\n',
};

const options = {
  fileName: 'a.csv',
  columnTypes: null,
  reading: {},
  malformed: 'fatal',
  countsEffects: true,
  onStage: () => undefined,
  onRead: () => Promise.resolve(),
} as const;

/** A file of which each character is a byte. */
const blobOf = (bytes: string) => new Blob([Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))]);

/** The results of both readers. */
async function readTwice(
  file: Blob,
  columnTypes: readonly ChosenType[] | null = null,
): Promise<{ scanned: ImportResult; queried: ImportResult }> {
  const text = await csvTextOf(file, {});
  const chosen = { ...options, columnTypes };
  return {
    scanned: await reportScanned(file, text, await readScanned(text, { columnTypes }), chosen),
    queried: await readByDuckdb(file, text, chosen),
  };
}

/** What both readers must agree on. Of a row with too many fields they name different faults. */
const comparedOf = ({ badRows, ...result }: ImportResult) => ({ ...result, lines: badRows.map(({ line }) => line) });

const kindsOf = ({ dataset }: ImportResult) =>
  dataset.kind === 'table' ? dataset.columns.map(({ type }) => type) : [];

/** True if the columns have dates or times in several formats, of which DuckDB knows one: it leaves the others as texts, or makes times of dates. */
function hasSeveralFormats(scanned: ImportResult, queried: ImportResult): boolean {
  if (scanned.notes.some((note) => note.includes('not the format of'))) return true;
  const [more, fewer] = [kindsOf(scanned), kindsOf(queried)];
  const isMore = more.some((type, at) => (type === 'timestamp' || type === 'date') && fewer[at] === 'utf8');
  return isMore && /(?:times|dates) as /.test(queried.dialect ?? '');
}

describe('a scan and DuckDB', () => {
  it.each(textCases.filter(({ type }) => type === 'csv'))('read $file alike', async ({ bytes }) => {
    const { scanned, queried } = await readTwice(blobOf(bytes));
    expect(scanned).toEqual(queried);
  });

  it.each(Object.entries(oddTexts))('find the same values in a text with %s', async (_, text) => {
    const { scanned, queried } = await readTwice(new Blob([text]));
    const found = ({ dataset, badRowCount }: ImportResult) => ({ dataset, badRowCount });
    expect(found(scanned)).toEqual(found(queried));
  });

  it.each(Object.entries(pools))(
    'read chosen types of a column of %s alike',
    { tags: ['full'] },
    async (name, texts) => {
      // A column of times with offsets is no timestamp if other texts stand among them.
      const others = ['zoned', 'offsets', 'utc'].includes(name) ? [''] : ['n/k', ''];
      const file = new Blob([`x,row\n${[...texts, ...others].map((text, row) => `${text},r${row}\n`).join('')}`]);
      const { possibleTypes } = (await readTwice(file)).scanned;
      for (const type of possibleTypes?.[0] ?? []) {
        const { scanned, queried } = await readTwice(file, [type, 'utf8']);
        const found = ({ dataset, badRowCount, dialect }: ImportResult) => ({ dataset, badRowCount, dialect });
        expect(found(scanned), type).toEqual(found(queried));
        expect(scanned.notes, type).toEqual(queried.notes);
      }
    },
  );

  it('read files of each kind of column alike', { tags: ['full'], timeout: 240_000 }, async () => {
    let others = 0;
    for (const file of files) {
      const { scanned, queried } = await readTwice(new Blob([file]));
      // The odd texts above have such columns.
      if (hasSeveralFormats(scanned, queried)) others += 1;
      else expect(comparedOf(scanned), JSON.stringify(file)).toEqual(comparedOf(queried));
    }
    expect(others / files.length).toBeLessThan(0.1);
  });
});
