import { describe, expect, it } from 'vitest';
import { columnAlignmentOf, guessTitleLines } from './title-lines';

const lines = (text: string) => text.split('\n');

describe('lines before the header', () => {
  it.each<[string, string, number]>([
    [
      'a bank',
      'Account statement\nFrom 2024-01-01 to 2024-02-01\n\nDate;Amount;Text\n2024-01-02;1,5;a\n2024-01-03;2,5;b\n2024-01-04;3,5;c',
      3,
    ],
    [
      'a bank with names and values',
      'Account;DE12\nFrom;2024-01-01\n\nDate;Payee;Purpose;Amount\n1;a;b;2\n2;a;b;3\n3;c;d;4',
      3,
    ],
    ['an instrument', 'Instrument: X\nOperator: Me\nTime,Volt,Amp\n1,2,3\n2,3,4\n3,4,5', 2],
    ['a spreadsheet, which fills up lines', 'Sales 2024,,,\n,,,\nDate,Shop,Amount,Note\n1,a,2,x\n2,b,3,y\n3,c,4,z', 2],
    ['comments', '# made by x\n# on y, by z\na,b,c\n1,2,3\n3,4,5\n5,6,7', 2],
    ['comments over a single column', '# made by x\na\n1\n3', 1],
    [
      'columns aligned by spaces',
      'Data of the station\n\nyear   mm   temp\n1990    1   2.5\n1990    2   3.5\n1990   10  13.5',
      2,
    ],
    [
      'VCF, whose header is a comment',
      '##fileformat=VCFv4.2\n##source=x\n#CHROM\tPOS\tID\n20\t14370\ta\n20\t17330\tb\nX\t11\tc',
      2,
    ],
    ['numbers without a header', 'Run 5\n1,2\n3,4\n5,6', 1],
    ['a report with a single row', 'Some notes\nmore notes, so\nnumber,text,date\n345.0,A4,2000-12-13', 2],
    ['a report whose names have digits', 'A line\nC1,C2,C3\n1.5,a,3\n2.5,b,4', 1],
    ['a report with texts only, below an empty line', 'A text\n\nJo,Doe,8 Park St.\nAl,Roe,9 Hill\nBo,Poe,Town', 2],
    ['a report with line breaks in quotes', 'Report\n\nday,note,sum\n1,"two\nlines",3\n2,b,4\n3,c,5', 2],
    ['a report whose title has a line break', '"Report\nof 2024"\nday,note,sum\n1,a,3\n2,b,4\n3,c,5', 2],
    ['a report with a quote for inches', 'Pipes of 5" and 6 inches\na,b,c\n1,2,3\n3,4,5\n5,6,7', 1],
    [
      'an instrument with many settings',
      `${'A setting\n'.repeat(60)}time,volt\n${Array.from({ length: 70 }, (_, at) => `${at},2`).join('\n')}`,
      60,
    ],
    ['many comments', `${'# a setting, or two\n'.repeat(300)}time,volt\n1,2\n3,4\n5,6`, 300],
  ])('of %s are found', (_, text, count) => {
    expect(guessTitleLines(lines(text))?.lines).toBe(count);
  });

  it.each([
    ['empty lines', '\n\na,b\n1,2\n3,4\n5,6'],
    ['a header', 'a,b,c\n1,2,3\n4,5,6\n7,8,9'],
    ['a header with one name too few', 'a,b\n1,2,3\n4,5,6\n7,8,9'],
    ['a ragged first row', '1,2\n1,2,3\n4,5,6\n7,8,9'],
    ['ragged rows', 'a,b,c\n1,2,3\n4,5\n6,7,8,9\n10,11,12'],
    ['a header that is a comment', '# time,volt\n1,2\n3,4\n5,6'],
    ['a header of names that is a comment', '#chrom\tstart\tend\nchr1\t1\t2\nchr1\t5\t9\nchr2\t1\t2'],
    ['a single column', 'a\n1\n2\n3'],
    ['prose', 'One line.\nAnother one, with a comma.\nAnd a third.\n'],
    ['names of one column and empty ones', 'a,,\n1,2,3\n4,5,6\n7,8,9'],
    ['a colour as the name of the only column', '#fff\n#eee\nred\n#ddd'],
    ['rows with nulls', 'a,b,c\n1,,\n2,,\n3,4,5'],
    ['texts with commas below a name', 'address\nRiverside, NJ, 08075\nPhila, PA, 09119\nTown, CO, 00123'],
    ['a single column with a few commas', `${'word\n'.repeat(60)}time,volt\n1,2\n3,4\n5,6`],
    ['a field with a line break', 'a,b\n1,"x\ny"\n2,z\n'],
  ])('are not guessed in %s', (_, text) => {
    expect(guessTitleLines(lines(text))).toBeNull();
  });

  it('are found with the delimiter that the user chose', () => {
    const text = 'Title\na:b\n1:2\n3:4\n5:6';
    expect(guessTitleLines(lines(text))).toBeNull();
    expect(guessTitleLines(lines(text), 'colon')).toEqual({ lines: 1, delimiter: 'colon', hasHeader: true });
  });
});

it('columns aligned by several spaces are told from prose and from other tables', () => {
  expect(columnAlignmentOf(lines('year   mm   temp\n1990    1   2.5\n1990   10  13.5'))).toBe('spaces');
  expect(columnAlignmentOf(lines('  id  name\n   1  "a b"\n  20  c\n 300  d'))).toBe('spaces');
  expect(columnAlignmentOf(lines('first name\tage\nJo  Doe\t30\nAl Roe\t25\nBo Poe\t9'))).toBeNull();
  expect(columnAlignmentOf(lines('year mm\n1990 1\n1990 2'))).toBeNull();
  expect(columnAlignmentOf(lines('This  is\nwritten  so\nand  that'))).toBeNull();
  expect(columnAlignmentOf(lines('a  b\n1  2 3\n4  5'))).toBeNull();
});

it('single spaces are parts of fields where two or more separate columns', () => {
  expect(columnAlignmentOf(lines('city           people\nNew York            8\nSan Francisco       1'))).toBe(
    'wideSpaces',
  );
  expect(columnAlignmentOf(lines('         city people\n1    New York      8\n2  Los Angeles     4'))).toBeNull();
  expect(columnAlignmentOf(lines('  x        y\n1  a b   2.5\n2    c  13.5'))).toBe('wideSpaces');
  expect(columnAlignmentOf(lines('  name        born\n  Doe, Jo     1990\n  Roe         1985'))).toBe('wideSpaces');
  expect(columnAlignmentOf(lines('  size       count\n1  5" long      3\n2  "two  ft"    4'))).toBe('wideSpaces');
  expect(columnAlignmentOf(lines('name,  born\nDoe,  1990\nRoe,  1985'))).toBeNull();
  expect(columnAlignmentOf(lines('One  two words\nthree  and four\nfive  and six'))).toBeNull();
  expect(
    guessTitleLines(lines('Cities of a country\n\ncity       people\nNew York        8\nSan Jose        1')),
  ).toEqual({
    lines: 2,
    delimiter: 'wideSpaces',
    hasHeader: true,
  });
});
