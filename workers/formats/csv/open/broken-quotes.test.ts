import { expect, it } from 'vitest';
import { FormatlabError } from '../../../model/errors';
import { delimiterOfMost, findBrokenRows, withoutBrokenRows } from './broken-quotes';
import { told } from '../../../open-file/testing/told';
import { telling } from '../../../model/testing/telling';

const lines = (...texts: readonly string[]) => new Blob([texts.join('\n')]);
const placesOf = async (text: Blob, delimiter = ',') =>
  (await findBrokenRows(text, delimiter, 'double'))?.rows.map(({ line, lastLine, isClosed }) => [
    line,
    lastLine,
    isClosed,
  ]) ?? null;

it('finds rows whose quotes do not end their fields, with their lines', async () => {
  expect(await placesOf(lines('a,b', '1,"x"', '2,"y"z', '3,w', ''))).toEqual([[3, 3, true]]);
  expect(await placesOf(lines('a,b', '1,"x', 'y"z', '3,"w', 'v', ''))).toEqual([
    [2, 3, true],
    [4, 6, false],
  ]);
  expect(await placesOf(new Blob(['a,b\r\n1,"x\r\ny"z\r\n3,w\r\n4,"v"\rw,5\r']))).toEqual([[2, 3, true]]);
  expect(await placesOf(new Blob(['a,b\r1,"x"y\r2,"v']))).toEqual([
    [2, 2, true],
    [3, 3, false],
  ]);
});

it('takes quotes as RFC 4180 has them for whole, and those within a word for a part of it', async () => {
  expect(await placesOf(lines('a,b', '1,"x ""y"" z"', '2,"', '"', '3,5"6', '"",""', ''))).toBeNull();
  expect(await placesOf(lines('a;b', '"x",y;1'), ',')).toBeNull();
  expect(await findBrokenRows(lines('a,b', '1,"x"y'), ',', 'none')).toBeNull();
  expect(await findBrokenRows(lines('a,b', "1,'x'y"), ',', 'single')).toMatchObject({ lineCount: 2 });
});

it('leaves broken rows out, keeps the lines of the others, and counts', async () => {
  const text = new Blob(['a,b\r\n1,"x\r\ny"z\r\n3,w\r\n4,"v"u\r\n5,t']);
  const found = await withoutBrokenRows(text, ',', 'double', 10);
  expect(await found?.utf8.text()).toBe('a,b\r\n\r\n\r\n3,w\r\n\r\n5,t');
  expect(found?.badRows).toEqual([
    { line: 12, message: told('2 lines') },
    { line: 15, message: expect.not.stringMatching(/\d/u) },
  ]);
  expect(found?.note).toMatch(telling('2 rows', '3 lines', '“None”'));
  expect((await withoutBrokenRows(lines('a,b', '1,2', '3,4', '5,"6'), ',', 'double', 0))?.note).toMatch(
    telling('1 row', '1 line', '“None”'),
  );
  expect(await withoutBrokenRows(lines('a,b', '1,"2"'), ',', 'double', 0)).toBeNull();
});

it('refuses a text of which a quote that is never closed takes most lines', async () => {
  const thrown: unknown = await withoutBrokenRows(lines('a,b', '1,"2', '3,4', '5,6', '7,8'), ',', 'double', 0).catch(
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(FormatlabError);
  expect(thrown instanceof FormatlabError && thrown.record.message).toMatch(
    telling('4 lines', 5, 'never closed', 'line 2'),
  );
});

it('leaves a text with thousands of such rows as it is', async () => {
  const text = lines(...Array.from({ length: 10_002 }, () => '1,"x"y'));
  expect(await findBrokenRows(text, ',', 'double')).toBeNull();
});

it.each([
  [lines('a;b;c', '1;"x";2', '3;"y"z;4', '5;v;6'), 'semicolon'],
  [lines('a\tb', '1\t2', '3\t4,5', '6\t7'), 'tab'],
  [lines('a\tb', '1\t2', '3', '6\t7'), null],
  [lines('title', 'Hello, world', 'one, two, three', 'none'), null],
  [lines('Doe, John', 'one, two, three', 'none'), null],
  [lines('a,b', '1,"2'), null],
])('the delimiter of most rows of text %# is %s', async (text, expected) =>
  expect(await delimiterOfMost(text, 'double')).toBe(expected),
);
