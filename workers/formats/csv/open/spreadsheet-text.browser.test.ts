import { describe, expect, it } from 'vitest';
import { columnTypesByName, columnValues, readTestTable } from '../../../open-file/testing/test-files';
import { countWord } from '../../../open-file/count-word';
import { told } from '../../../open-file/testing/told';
import { telling } from '../../../model/testing/telling';
import { separatorNote } from './separator-line';

describe('the line that tells Excel the delimiter', () => {
  it.each(['sep=;\r\n', '"sep=;"\r\n', 'SEP=;\r\n'])('%j is neither the header nor a row', async (line) => {
    const csv = `${line}a;b\r\n1;2,5\r\n3;4,5\r\nx;y;z\r\n`;
    const { table, report } = await readTestTable(csv, 'a.txt');
    expect(table.columns.map(({ name }) => columnValues(table, name))).toEqual([
      [1n, 3n],
      [2.5, 4.5],
    ]);
    expect(report.badRows.map(({ line: number }) => number)).toEqual([5]);
    expect(report.notes[0]).toBe(separatorNote({ line, delimiter: 'semicolon' }));
    expect(report.dialect).toMatch(telling('semicolon', '"', 'line 2', '1 line'));
    expect(await countWord({ file: new Blob([csv]), fileName: 'a.txt', reading: {}, report, word: '3' })).toEqual({
      inText: 0,
      inOthers: 1,
    });
  });

  it('gives way to a delimiter that is chosen', async () => {
    const { table } = await readTestTable('sep=;\na,b\n1,2\n3,4\n', 'a.csv', { reading: { delimiter: 'comma' } });
    expect(columnValues(table, 'b')).toEqual([2n, 4n]);
  });

  it('is a name where another character than a delimiter follows', async () => {
    const { table } = await readTestTable('sep=x\n1\n2\n', 'a.csv');
    expect(columnValues(table, 'sep=x')).toEqual([1n, 2n]);
  });
});

it('reads thousands marks after the rows of which DuckDB’s sniffer knows them', async () => {
  const rows = Array.from(
    { length: 3_000 },
    (_, row) => `${row};${row % 7 === 0 ? '1.234,5' : '5,25'};${String(row).padStart(5, '0')}`,
  );
  const { table } = await readTestTable(`n;amount;zip\n${rows.join('\n')}\n`, 'a.csv');
  expect(columnTypesByName(table)).toEqual({ n: 'int64', amount: 'float64', zip: 'utf8' });
  expect(columnValues(table, 'amount').slice(2_996)).toEqual([1_234.5, 5.25, 5.25, 5.25]);
});

describe('numbers with no-break spaces between thousands', () => {
  it.each(['\u00a0', '\u202f'])('%j', async (mark) => {
    const csv = `n;i;d;t\n1${mark}234,5;12${mark}345;0,1;a\n-12${mark}345${mark}678;7;1${mark}000;b${mark}c\n1,25;NA;;NA\n`;
    const { table, report } = await readTestTable(csv, 'a.csv');
    expect(columnTypesByName(table)).toEqual({ n: 'float64', i: 'int64', d: 'float64', t: 'utf8' });
    expect(['n', 'i', 'd', 't'].map((name) => columnValues(table, name))).toEqual([
      [1_234.5, -12_345_678, 1.25],
      [12_345n, 7n, null],
      [0.1, 1_000, null],
      ['a', `b${mark}c`, 'NA'],
    ]);
    expect(report.dialect).toMatch(/decimal comma\b.*\bno-break space/u);
    const narrow = await readTestTable(csv, 'a.csv', { columnTypes: ['decimal', 'int16', 'float32', 'utf8'] });
    expect(columnTypesByName(narrow.table)).toMatchObject({ n: 'decimal', i: 'int16', d: 'float32' });
    expect(columnValues(narrow.table, 'i')).toEqual([12_345, 7, null]);
  });

  it('stay text where a group has other than three digits', async () => {
    const csv = 'n\tt\n1\u00a0234\ta\n12\u00a034\tb\n';
    const { table, report } = await readTestTable(csv, 'a.tsv', { reading: { thousands: 'noBreakSpace' } });
    expect(columnTypesByName(table).n).toBe('utf8');
    expect(report.found.typeEffects?.[0]?.int64).toEqual({ leftOut: 1, altered: 0 });
  });

  it('and more digits than a float64 holds stay text', async () => {
    const { table, report } = await readTestTable(
      'n;t\n9\u00a0007\u00a0199\u00a0254\u00a0740\u00a0993,5;a\n1,5;b\n',
      'a.csv',
    );
    expect(columnTypesByName(table).n).toBe('utf8');
    expect(report.notes).toContainEqual(told('“n”', 'text', 'float64', '1 of 2'));
  });
});
