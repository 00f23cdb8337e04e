import { describe, expect, it } from 'vitest';
import { lineInFile } from '../../../open-file/several/joined-text';
import { countRecords, fieldTexts, lineEndOf, recordAt, rewrittenRecords } from './text-records';

const marks = { delimiter: 44, quote: 34 };
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('records', () => {
  it.each([
    ['a,b\n1,2\n3,4', 3],
    ['a\r\n\r\n"x\r\ny"\r\n', 2],
    ['a\rb\r', 2],
    ['"a ""q"" \n b",2\n3,4\n', 2],
    ['5" pipe,1\n6" pipe,2\n', 2],
    ['', 0],
  ])('%j has as many', (text, records) => {
    expect(countRecords(bytesOf(text), 0, marks).records).toBe(records);
  });

  it.each([
    ['a,b\n1,"x\n', false],
    ['a,b\n1,"x"', true],
    ['1,"x ""y', false],
    ['1,5" pipe', true],
  ])('of %j are closed: %s', (text, isClosed) => {
    expect(countRecords(bytesOf(text), 0, marks).isClosed).toBe(isClosed);
  });

  it('have fields without quotes and the spaces around', () => {
    const bytes = bytesOf('"a ""b"", c", d ,"",ü\n1');
    const record = recordAt(bytes, 0, marks);
    expect(fieldTexts(bytes, record, marks)).toEqual(['a "b", c', 'd', '', 'ü']);
  });

  it('get another order, and those of other lengths stay', async () => {
    const bytes = bytesOf('a,b,c\n1,"x,\ny",3\n4,5\n6,7,8');
    expect(await rewrittenRecords(bytes, 6, marks, [2, 0, 1], '\r\n').text()).toBe('3,1,"x,\ny"\r\n4,5\r\n8,6,7\r\n');
  });

  it('tell the line end', () => {
    expect([lineEndOf(bytesOf('a\r\nb\n')), lineEndOf(bytesOf('a\rb')), lineEndOf(bytesOf('a'))]).toEqual([
      '\r\n',
      '\r',
      null,
    ]);
  });
});

it('finds a line of the joined text in its file', () => {
  const lines = [
    { start: 0, skipped: 0 },
    { start: 3, skipped: 1 },
    { start: 10, skipped: 2 },
  ];
  expect([3, 4, 10, 11].map((line) => lineInFile(lines, line))).toEqual([
    { file: 0, line: 3 },
    { file: 1, line: 2 },
    { file: 1, line: 8 },
    { file: 2, line: 3 },
  ]);
});
