import type { Column } from '../../../model/column';
import { columnSchemaOf } from '../../../model/column-schema';
import { columnTypeText } from '../../../model/column-type-text';
import { describe, expect, it } from 'vitest';
import { readOwnFile } from '../../../open-file/read';
import type { OwnFileResult } from '../../../open-file/report';
import { openDatabase } from './duckdb';
import {
  readTestFile,
  readTestTable,
  caughtErrorRecord,
  columnTypesByName,
  columnValues,
} from '../../../open-file/testing/test-files';
import { told } from '../../../open-file/testing/told';
import { telling } from '../../../model/testing/telling';
import {
  numbersKeptNote,
  numbersAlteredNote,
  oneOffsetNote,
  instantsKeptNote,
  differentOffsetsKeptNote,
  offsetsLostNote,
} from '../../../own-file/notes';
import { readingNote } from '../../../own-file/reading-notes';
import { mixedLineEndsNote } from './line-ends';
import { noRowsNote } from './detected-reading';

describe('CSV', () => {
  it('finds types on the whole file, so that a late text loses no row', async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => `${index},${index === 29_000 ? 'late' : index}`);
    const { table, report } = await readTestTable(`a,b\n${rows.join('\n')}\n`, 'late.csv');
    expect(columnTypesByName(table)).toEqual({ a: 'int64', b: 'utf8' });
    expect(table.rowCount).toBe(30_000);
    expect(report.badRowCount).toBe(0);
    expect(report.notes).toEqual([told('“b”', 'text', '“late”', 'line 29,002', 'int64')]);
  });

  it('tells the line of the file of a value that only a later block of a sample has', async () => {
    const rows = Array.from({ length: 120_000 }, (_, index) => `${index},${index < 80_000 ? index : `late ${index}`}`);
    const { report } = await readTestFile(`a,b\n${rows.join('\n')}\n`, 'late.csv', {
      sample: { seed: 3, targetBytes: 800_000 },
    });
    const [, index, line] = /“late (\d+)”.*line ([\d,]+)/u.exec(report.notes.join(' ')) ?? [];
    expect(Number(index)).toBeGreaterThanOrEqual(80_000);
    expect(Number(line?.replaceAll(',', ''))).toBe(Number(index) + 2);
  });

  it('says that names with a delimiter above rows without one are read as one, as by DuckDB', async () => {
    const { table, report } = await readTestTable('a,b\n1\n2\n', 'one.csv');
    expect(columnTypesByName(table)).toEqual({ 'a,b': 'int64' });
    expect(report.notes).toEqual([told('single column', 'delimiter')]);
  });

  it('says that a column of SMILES can be molecules, which the file then becomes', async () => {
    const text =
      'chembl_id\tcanonical_smiles\tstandard_inchi\nCHEMBL25\tCC(=O)Oc1ccccc1C(=O)O\tInChI=1S/C9H8O4\nCHEMBL545\tCCO\tInChI=1S/C2H6O\n';
    expect((await readTestTable(text, 'chembl_chemreps.txt')).report.notes).toEqual([
      told('“canonical_smiles”', 'text', 'SMILES'),
    ]);
    expect((await readTestFile(text, 'chembl_chemreps.txt', { type: 'smiles' })).report).toMatchObject({
      itemCount: 2,
      schema: { kind: 'molecules' },
    });
    expect((await readTestTable('name,smiles\na,1\nb,2\n', 'faces.csv')).report.notes).toEqual([]);
  });

  it('keeps leading zeros, quotes, line breaks in quotes, dates, times and nulls', async () => {
    const { table, report } = await readTestTable(
      'zip;text;day;at;ok;x\r\n00123;"a; ""b""\r\nc";2024-02-29;2024-01-01 12:00:00.5;true;1,5\r\n04567;;;;false;\r\n',
      'a.csv',
    );
    expect(columnTypesByName(table)).toEqual({
      zip: 'utf8',
      text: 'utf8',
      day: 'date',
      at: 'timestamp',
      ok: 'bool',
      x: 'float64',
    });
    expect(columnValues(table, 'zip')).toEqual(['00123', '04567']);
    expect(columnValues(table, 'text')).toEqual(['a; "b"\r\nc', null]);
    expect(columnValues(table, 'day')).toEqual([Date.UTC(2024, 1, 29) / 86_400_000, null]);
    expect(columnValues(table, 'at')).toEqual([BigInt(Date.UTC(2024, 0, 1, 12, 0, 0, 500)) * 1_000n, null]);
    expect(columnValues(table, 'ok')).toEqual([1, 0]);
    expect(report.dialect).toMatch(telling('semicolon', '"', 'line 1'));
  });

  it('keeps whole numbers beyond 2^53', async () => {
    const { table } = await readTestTable('id\n9007199254740993\n-9223372036854775808\n', 'a.csv');
    expect(columnValues(table, 'id')).toEqual([9_007_199_254_740_993n, -(2n ** 63n)]);
  });

  it('keeps whole numbers beyond int64 as uint64, and longer ones as text, and says so', async () => {
    const { table, report } = await readTestTable(
      'id,long,x\n17258328881026652089,123456789012345678901234,0.1\n18446744073709551615,1,0.30000000000000004\n,2,1e22\n',
      'a.csv',
    );
    expect(columnTypesByName(table)).toEqual({ id: 'uint64', long: 'utf8', x: 'float64' });
    expect(columnValues(table, 'id')).toEqual([17_258_328_881_026_652_089n, 18_446_744_073_709_551_615n, null]);
    expect(columnValues(table, 'long')).toEqual(['123456789012345678901234', '1', '2']);
    expect(report.notes).toEqual([
      numbersKeptNote('id', 'uint64', { altered: 2, total: 2, first: '17258328881026652089' }),
      numbersKeptNote('long', 'text', { altered: 1, total: 3, first: '123456789012345678901234' }),
      readingNote({ tag: 'codesAsNumbers', column: 'x', count: 1, total: 3, example: '1e22' }),
    ]);
    expect(report.possibleTypes[0]).toContain('float64');
  });

  it('says how many numbers a chosen type alters', async () => {
    const { table, report } = await readTestTable('n,x\n1.5,16777217\n2,0.5\n', 'a.csv', {
      columnTypes: ['int32', 'float32'],
    });
    expect(columnValues(table, 'x')).toEqual([16_777_216, 0.5]);
    expect(report.notes).toEqual([
      numbersAlteredNote('n', 'int32', 1, 2, '1.5'),
      numbersAlteredNote('x', 'float32', 1, 2, '16777217'),
    ]);
  });

  it('keeps the instant of times that all have one offset, and says so', async () => {
    const { table, report } = await readTestTable(
      'z,east,short,day\n2024-01-01T00:00:00Z,2024-01-01T00:00:00+02:00,2024-01-01 00:00-03,2024-01-01\n2024-07-01T12:00:00.25Z,2024-07-01T00:00:00.123456+02:00,2024-07-01 00:00-03,2024-07-01\n',
      'a.csv',
    );
    expect(columnTypesByName(table)).toEqual({ z: 'timestamp', east: 'timestamp', short: 'timestamp', day: 'date' });
    const micros = (iso: string, more = 0n) => BigInt(Date.parse(iso)) * 1_000n + more;
    expect(columnValues(table, 'z')).toEqual([micros('2024-01-01T00:00:00Z'), micros('2024-07-01T12:00:00.250Z')]);
    expect(columnValues(table, 'east')).toEqual([
      micros('2023-12-31T22:00:00Z'),
      micros('2024-06-30T22:00:00.123Z', 456n),
    ]);
    expect(columnValues(table, 'short')).toEqual([micros('2024-01-01T03:00:00Z'), micros('2024-07-01T03:00:00Z')]);
    expect(report.notes).toEqual([
      oneOffsetNote('z', 'Z'),
      instantsKeptNote('east', '+02:00'),
      instantsKeptNote('short', '-03'),
    ]);
    expect(table.columns.map((column) => columnTypeText(columnSchemaOf(column)))).toEqual([
      ...new Array<string>(3).fill('timestamp (µs, UTC)'),
      'date',
    ]);
    expect(report.preview[0]?.[1]).toBe('2023-12-31 22:00:00 UTC');
    expect(report.possibleTypes[0]).toContain('utf8');
  });

  it('keeps times with different offsets as text, and as instants when asked, where the loss is said', async () => {
    const text = 'at\n2024-03-31T01:59:59+0100\n2024-03-31T03:00:00+0200\n';
    const kept = await readTestTable(text, 'a.csv');
    expect(columnValues(kept.table, 'at')).toEqual(['2024-03-31T01:59:59+0100', '2024-03-31T03:00:00+0200']);
    expect(kept.report.notes).toEqual([differentOffsetsKeptNote('at', 2, 2)]);
    const chosen = await readTestTable(text, 'a.csv', { columnTypes: ['timestamp'] });
    const at = BigInt(Date.parse('2024-03-31T00:59:59Z')) * 1_000n;
    expect(columnValues(chosen.table, 'at')).toEqual([at, at + 1_000_000n]);
    expect(chosen.report.notes).toEqual([offsetsLostNote('at', 2, 2)]);
  });

  it('cuts no nanoseconds and drops no offset without a word', async () => {
    const fine = 'at\n2024-01-01T00:00:00.123456789\n2024-01-01T00:00:00.123456000\n';
    const { table, report } = await readTestTable(fine, 'a.csv');
    expect(columnTypesByName(table)).toEqual({ at: 'utf8' });
    expect(report.notes).toEqual([told('“at”', 'text', 'timestamp', '1 of 2', 'microseconds')]);
    const cut = await readTestTable(fine, 'a.csv', { columnTypes: ['timestamp'] });
    expect(cut.report.notes).toEqual([told('“at”', 'timestamp', '1 of 2', 'microseconds')]);
    const mixed = 'at\n2024-01-01T00:00:00+02:00\n2024-01-01T00:00:00\n';
    expect(columnTypesByName((await readTestTable(mixed, 'a.csv')).table)).toEqual({ at: 'utf8' });
    expect((await caughtErrorRecord(mixed, 'a.csv', { columnTypes: ['timestamp'] })).message).toMatch(
      telling('“at”', 'timestamp', 1, 2, 'offset', 'nanosecond'),
    );
  });

  it('keeps instants in nanoseconds, if each fits', async () => {
    const fine = ['2024-01-01T00:00:00.123456789Z', '1677-09-21T00:12:43.145224192Z', '', '2024-01-01 00:00:00Z'];
    const { table, report } = await readTestTable(`at,n\n${fine.map((at, n) => `${at},${n}\n`).join('')}`, 'a.csv');
    expect(columnTypeText(columnSchemaOf(table.columns[0] as Column))).toBe('timestamp (ns, UTC)');
    const second = BigInt(Date.parse('2024-01-01T00:00:00Z')) * 1_000_000n;
    expect(columnValues(table, 'at')).toEqual([second + 123_456_789n, -(2n ** 63n), null, second]);
    expect(report.notes).toEqual([oneOffsetNote('at', 'Z')]);

    const mixed = 'at\n2024-01-01T01:00:00.1234567+01:00\n2024-01-01T00:00:00.000000001Z\n';
    const kept = await readTestTable(mixed, 'a.csv');
    expect(kept.report.notes).toEqual([differentOffsetsKeptNote('at', 2, 2)]);
    expect(kept.report.found?.typeEffects?.[0]?.timestamp).toEqual({ leftOut: 0, altered: 0 });
    const chosen = await readTestTable(mixed, 'a.csv', { columnTypes: ['timestamp'] });
    expect(columnValues(chosen.table, 'at')).toEqual([second + 123_456_700n, second + 1n]);

    const early = 'at\n0001-01-01T00:00:00Z\n2024-01-01T00:00:00.000000001Z\n';
    expect((await readTestTable(early, 'a.csv')).report.notes).toEqual([told('“at”', 'text', 1, 2, 'nanoseconds')]);
  });

  it('finds the tabs of a text of which one line ends in another way', async () => {
    const lines = Array.from({ length: 30 }, (_, row) => `${row}\tword, ${row}\tz${row}${row === 14 ? '\n' : '\r\n'}`);
    const { table, report } = await readTestTable(`n\ts\tt\r\n${lines.join('')}`, 'm15.tsv');
    expect([table.columns.length, table.rowCount, report.badRowCount]).toEqual([3, 30, 0]);
    expect(columnValues(table, 't')[14]).toBe('z14');
    expect(report.notes).toEqual([mixedLineEndsNote]);
  });

  it.each([
    [
      'UTF-8 with a byte order mark',
      new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('ä,b\né,1\n')]),
      null,
    ],
    [
      'UTF-16LE',
      new Uint8Array(Uint16Array.from('\uFEFFä,b\né,1\n', (character) => character.charCodeAt(0)).buffer),
      /UTF-16/,
    ],
    ['Windows-1252', Uint8Array.from([0xe4, 0x2c, 0x62, 0x0a, 0xe9, 0x2c, 0x31, 0x0a]), /not valid UTF-8/],
  ])('reads %s and says so', async (encoding, bytes, note) => {
    const { table, report } = await readTestTable(bytes, 'a.csv');
    expect(columnValues(table, 'ä')).toEqual(['é']);
    expect(report.dialect).toContain(encoding);
    if (note === null) expect(report.notes).toEqual([]);
    else expect(report.notes[0]).toMatch(note);
  });

  it('tells files without header, with one column, with a header only', async () => {
    const noHeader = await readTestTable('1,2\n3,4\n', 'a.csv');
    expect(noHeader.report.dialect).toMatch(/no header/);
    expect(noHeader.table.rowCount).toBe(2);
    const one = await readTestTable('a\n1\n2\n', 'a.csv');
    expect(one.report.dialect).toMatch(/^one column/);
    const headerOnly = await readTestTable('a,b\n', 'a.csv');
    expect(headerOnly.table.rowCount).toBe(0);
    expect(headerOnly.report.notes).toEqual([noRowsNote]);
  });

  it('reads a line of 5 MB, and refuses one of 40 MB', { tags: ['full'] }, async () => {
    const { table, report } = await readTestTable(`a,b\n1,x\n2,${'y'.repeat(5_000_000)}\n3,z\n`, 'a.csv');
    expect(report.badRowCount).toBe(0);
    expect(columnValues(table, 'a')).toEqual([1n, 2n, 3n]);
    expect(String(columnValues(table, 'b')[1])).toHaveLength(5_000_000);
    expect((await caughtErrorRecord(`a,b\n1,x\n2,${'y'.repeat(40_000_000)}\n`, 'a.csv')).message).toMatch(
      /longer than 32 MiB/,
    );
  });

  it('refuses a quote that is never closed', async () => {
    const record = await caughtErrorRecord('a,b\n1,2\n"open,3\n5,4\n', 'a.csv');
    expect(record.message).toMatch(/quote is never closed/);
    expect(record.remedy).toMatch(/partner/);
  });

  it('refuses lines that end with carriage returns among others', async () => {
    for (const text of ['a,b\n1,2\r3,4\n', 'a,b\r1,2\r3,4\n5,6\r'])
      expect((await caughtErrorRecord(text, 'a.csv')).message).toMatch(telling('line feeds', 'carriage returns alone'));
  });

  it('refuses more columns than a table may have', async () => {
    const record = await caughtErrorRecord(`${'a;b;c'.repeat(5_000)}\n${'1;2;3\n'.repeat(40)}`, 'a.csv');
    expect(record).toMatchObject({ tag: 'unsupported', message: expect.stringMatching(/ has 10,001 fields, /) });
  });

  it('says that a text with delimiters is read as a single column, and why', async () => {
    const text = `one\na,b\n${'1,"x"y\n2,3,4\n'.repeat(3)}`;
    const { table, report } = await readTestTable(text, 'a.csv');
    expect(table.columns).toHaveLength(1);
    expect(report.notes).toEqual([told('single column', 'line 3')]);
  });

  it('points to the lines to skip where rows with more fields are left out of a single column', async () => {
    const { table, report } = await readTestTable(`${'word\n'.repeat(40)}time,volt\n1,2\n3,4\n`, 'a.csv');
    expect([table.columns.length, table.rowCount, report.badRowCount]).toEqual([1, 39, 3]);
    expect(report.notes).toEqual([told('single column', '“Lines to skip”')]);
    const { table: below } = await readTestTable(`${'word\n'.repeat(40)}time,volt\n1,2\n3,4\n`, 'a.csv', {
      reading: { skippedLines: 40 },
    });
    expect(columnTypesByName(below)).toEqual({ time: 'int64', volt: 'int64' });
  });

  it.each([
    ['1,5;2', [1.5, 2n]],
    ['1,5;2,5', [1.5, 2.5]],
  ])('takes the semicolon for the delimiter of %j below a header with commas', async (row, values) => {
    const { table } = await readTestTable(`time, s;value, V\n${`${row}\n`.repeat(3)}`, 'a.csv');
    expect(table.columns.map(({ name }) => name)).toEqual(['time, s', 'value, V']);
    expect(table.columns.map(({ name }) => columnValues(table, name)[0])).toEqual(values);
  });

  it('takes a hostile name for a name', async () => {
    const { table } = await readTestTable(`"a'); DROP TABLE own_file; --","b""c"\n1,2\n`, `x'); --.csv`);
    expect(columnTypesByName(table)).toEqual({ "a'); DROP TABLE own_file; --": 'int64', 'b"c': 'int64' });
  });

  it('refuses nothing but blanks, and types that text cannot have', async () => {
    expect((await caughtErrorRecord('\n \n\n', 'a.csv')).message).toMatch(/lines are empty/u);
    expect((await caughtErrorRecord('a\n1\n', 'a.csv', { columnTypes: ['binary'] })).message).toMatch(
      telling('“a”', 'CSV', 'binary'),
    );
    expect((await caughtErrorRecord('a\n1\n', 'a.csv', { columnTypes: ['utf8', 'utf8'] })).message).toMatch(
      /2 column types .* 1 column/,
    );
  });

  it('runs a DuckDB that may fetch nothing', async () => {
    const database = await openDatabase(new Blob(['a\n1\n']), 'a.csv');
    try {
      const settings = await database.query(
        "SELECT current_setting('autoinstall_known_extensions') AS i, current_setting('autoload_known_extensions') AS l",
      );
      expect(settings.get(0)?.toJSON()).toEqual({ i: false, l: false });
      await expect(database.query("SELECT * FROM read_parquet('a.parquet')")).rejects.toThrow(
        /^Catalog Error: .*parquet/u,
      );
    } finally {
      await database.close();
    }
  });
});

it('keeps what a guessed type has no place for: −0, and years beyond four digits', async () => {
  const { table, report } = await readTestTable('n,day\n-0,10000-01-01\n1,2024-01-01\n', 'beyond.csv');
  expect(columnTypesByName(table)).toEqual({ n: 'float64', day: 'utf8' });
  expect(columnValues(table, 'n')).toEqual([-0, 1]);
  expect(columnValues(table, 'day')).toEqual(['10000-01-01', '2024-01-01']);
  expect(report.badRowCount).toBe(0);
  expect(report.notes).toContainEqual(told('“n”', 'float64', 1, '−0'));
});

describe('exact types of CSV', () => {
  it('reads numbers as decimals of their own digits, exactly, where that is chosen', async () => {
    const text = 'id;amount;big\n1;1.234,50;20000000000000000001,25\n2;-0,5;-7\n3;;0,125\n';
    const found = await readTestTable(text, 'a.csv');
    expect(columnTypesByName(found.table)).toEqual({ id: 'int64', amount: 'float64', big: 'utf8' });
    expect(found.report.possibleTypes.map((types) => types.includes('decimal'))).toEqual([false, true, true]);
    expect(found.report.found.typeEffects?.[2]?.decimal).toEqual({ leftOut: 0, altered: 0 });
    const { table, report } = await readTestTable(text, 'a.csv', { columnTypes: ['int64', 'decimal', 'decimal'] });
    expect(table.columns.map((column) => columnTypeText(columnSchemaOf(column)))).toEqual([
      'int64',
      'decimal(6, 2)',
      'decimal(23, 3)',
    ]);
    expect(columnValues(table, 'amount')).toEqual(['1234.50', '-0.50', null]);
    expect(columnValues(table, 'big')).toEqual(['20000000000000000001.250', '-7.000', '0.125']);
    expect(report.badRowCount).toBe(0);
    expect(report.possibleTypes[1]?.[0]).toBe('decimal');
  });

  it('leaves out rows that are no decimals, as it counted before', async () => {
    const rows = Array.from({ length: 30 }, (_, row) => `${row}.25`);
    const text = ['x', ...rows, 'n/k'].join('\n');
    const { report: before } = await readTestTable(text, 'a.csv');
    expect(before.found.typeEffects?.[0]?.decimal).toEqual({ leftOut: 1, altered: 0 });
    const { table, report } = await readTestTable(text, 'a.csv', { columnTypes: ['decimal'] });
    expect([table.rowCount, report.badRowCount, report.badRows[0]?.line]).toEqual([30, 1, 32]);
  });

  it.each([
    ['x\n1e5\n2.5\n', telling('“x”', 'exponents')],
    ['x\na\nb\n', telling('“x”', 'no numbers')],
    [`x\n${'9'.repeat(77)}\n`, telling('“x”', '77 digits', 76)],
  ])('refuses decimals for %j', async (text, says) => {
    const { report } = await readTestTable(text, 'a.csv');
    expect(report.possibleTypes[0]).not.toContain('decimal');
    expect((await caughtErrorRecord(text, 'a.csv', { columnTypes: ['decimal'] })).message).toMatch(says);
  });

  it('reads times of day to the microsecond where that is chosen', async () => {
    const text = 't\n12:34:56.789\n00:00\n\n23:59:59.999999\n';
    const found = await readTestTable(text, 'a.csv', { reading: { header: true } });
    expect(columnTypesByName(found.table)).toEqual({ t: 'utf8' });
    expect(found.report.possibleTypes[0]).toContain('time');
    const { table } = await readTestTable(text, 'a.csv', { columnTypes: ['time'], reading: { header: true } });
    expect(table.columns.map((column) => columnTypeText(columnSchemaOf(column)))).toEqual(['time (µs)']);
    expect(columnValues(table, 't').filter((value) => value !== null)).toEqual([45_296_789_000n, 0n, 86_399_999_999n]);
  });

  it('does not offer times of day where texts have offsets or more digits', async () => {
    for (const text of ['t\n12:00:00+02:00\n13:00:00+02:00\n', 't\n12:00:00.1234567\n13:00:00.7654321\n'])
      expect((await readTestTable(text, 'a.csv')).report.possibleTypes[0]).not.toContain('time');
  });
});

it('reports the rows before it counts what other choices would change', async () => {
  const early: OwnFileResult[] = [];
  const { report } = await readOwnFile(new Blob(['a,b\n1.5,x\n300,y\n']), {
    fileName: 'a.csv',
    type: null,
    columnTypes: null,
    onRead: async (result) => void early.push(result),
  });
  expect(early).toHaveLength(1);
  expect(early[0]?.report.found.typeEffects).toBe(undefined);
  expect(early[0]?.report.found.delimited?.quotes).toBe(undefined);
  const { possibleTypes, found, ...rest } = report;
  expect(early[0]?.report).toMatchObject(rest);
  expect(possibleTypes[0]).toContain('decimal');
  expect(found.typeEffects?.[0]?.int64).toEqual({ leftOut: 0, altered: 1 });
  expect(found.delimited?.quotes?.none).toEqual({ changedRows: 0, leftOut: 0 });
  expect(found.encodings?.isWholeFile).toBe(true);
});
