import { describe, expect, it } from 'vitest';
import type { ReadingOptions } from '../../model/reading-options';
import { csvTextOf } from '../../formats/csv/open/csv-text';
import { areNames, mayLoseRow, type PreparedFile, preparedLike } from './prepare-csv';

const chosen: ReadingOptions = { encoding: 'utf-8', quote: 'double', quoteEscape: 'doubled' };

/** A file prepared like another one, and the text that is left of it. */
async function prepared(text: string, largest: string, options: ReadingOptions = {}) {
  const given = { ...chosen, ...options };
  const like = await csvTextOf(new Blob([largest]), given);
  const file = await preparedLike({ path: 'b.csv', text: new Blob([text]) }, like, given, {
    ...like.reading,
    delimiter: like.reading.delimiter ?? 'comma',
  });
  return { file: file as PreparedFile, left: typeof file === 'string' ? file : await file.text.text() };
}

const withTitles = 'Title\nOf a run\ntime,volt\n1,2\n3,4\n5,6\n';

describe('the lines before the header of a file of a set', () => {
  it('are its own, where it has enough rows to tell', async () => {
    const { left } = await prepared('Title\nOf a run\nand a note\ntime,volt\n1,2\n3,4\n5,6\n', withTitles);
    expect(left).toBe('time,volt\n1,2\n3,4\n5,6\n');
  });

  it('are as many as in the largest file, where it has too few rows to tell', async () => {
    const { file, left } = await prepared('Title\nOf a run\ntime,volt\n1,2\n', withTitles);
    expect(left).toBe('time,volt\n1,2\n');
    expect(mayLoseRow(file, 'comma', ',', 2)).toBe(false);
  });

  it('are those above the same header, where it has too few rows to tell', async () => {
    expect((await prepared('Title\ntime,volt\n1,2\n', withTitles)).left).toBe('time,volt\n1,2\n');
    expect((await prepared('time,volt\r\n1,2\r\n', withTitles)).left).toBe('time,volt\r\n1,2\r\n');
  });

  it('may be rows, if they have as many fields', async () => {
    const { file } = await prepared('# a\n1,2\n3,4\n', '# a\n# b\n1,2\n3,4\n5,6\n');
    expect(file.cutLines).toBe(2);
    expect(mayLoseRow(file, 'comma', ',', 2)).toBe(true);
  });

  it('are no rows because the largest file begins with an empty line or with one for Excel', async () => {
    expect((await prepared('1,2\n3,4\n', '\n1,2\n3,4\n5,6\n')).left).toBe('1,2\n3,4\n');
    expect((await prepared('1;2\n3;4\n', 'sep=;\n1;2\n3;4\n5;6\n')).left).toBe('1;2\n3;4\n');
    expect((await prepared('sep=;\n1;2\n', 'sep=;\n1;2\n3;4\n5;6\n')).left).toBe('1;2\n');
  });

  it('are none where the largest file has none, but for empty lines', async () => {
    expect((await prepared('\n5\n1,2\n3,4\n5,6\n', '1,2\n3,4\n5,6\n7,8\n')).left).toBe('5\n1,2\n3,4\n5,6\n');
  });

  it('are those that the user chose', async () => {
    expect((await prepared('1,2\n3,4\n', withTitles, { skippedLines: 1 })).left).toBe('3,4\n');
  });
});

it('a file of which nothing is left is told with the reason', async () => {
  expect((await prepared('\n\n', withTitles)).left).toMatch(/lines are empty$/u);
  expect((await prepared('Title\n', withTitles)).left).toMatch(/^No line is left/u);
});

it('a first line that all files share is a header only if its fields can be names', () => {
  expect(areNames(['time', 'größe', '_id', '#n'])).toBe(true);
  // Files of sensors begin at the same time, often with the same value.
  for (const row of [['2024-01-01', '0'], ['NaN', 'x'], ['a', 'a'], ['a', ''], []]) expect(areNames(row)).toBe(false);
});
