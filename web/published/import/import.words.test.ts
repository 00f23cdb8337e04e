import { expect, test } from 'vitest';
import { guessMapping } from './columns/mapping';
import { makeImportedSet } from './set/make-set';
import { benchstat, klauspostReadme } from './test-tables/held-out-tables';
import { tableIn, testDetails } from './test-tables/pasted-for-tests';

const problemsIn = async (text: string) => {
  const table = await tableIn(text);
  return makeImportedSet(table, guessMapping(table), testDetails).problems.map(({ says }) => says);
};

test.each([
  ['a bound', 'tool,time (ms)\na,<2\nb,1\n', '“<2” is a bound, not a figure; omitted'],
  ['a word', 'tool,time (ms)\na,1\nb,fast\nc,2\nd,3\n', '“fast” has no number at its start; omitted'],
  ['another unit', 'tool,size (MB)\na,3 s\nb,1\n', '“3 s” is in s, which is not a unit of “file size”; omitted'],
  ['a system twice', 'tool,time (ms)\na,1\na,2\n', '“a” occurs more than once: this row is named “a (2)”'],
  [
    'a number without a unit',
    'tool,time\na,12 ms\nb,14 ms\nc,3\nd,0\n',
    '“3” has no unit, but other cells of its column have one; omitted. To include it, choose the column’s unit',
  ],
  [
    'two numbers',
    'tool,time (µs)\na,443.14 µs* 418.68 µs*\nb,3\n',
    '“443.14 µs* 418.68 µs*” holds two numbers, and it is unclear which one belongs to the column; omitted',
  ],
])('of a cell with %s', async (_what, text, words) => expect(await problemsIn(text)).toEqual([words]));

test('of a table with a figure in each row', async () => {
  const text =
    'codec,metric,value,unit\na,encode time,1,s\na,size,2,MB\nb,encode time,3,furlongs\nb,size,4,MB\nc,encode time,5,s\nc,,5,s\n';
  expect(await problemsIn(text)).toEqual([
    'its unit, “furlongs”, is unknown; omitted',
    'names no metric, so its value is omitted',
  ]);
});

test('of numbers that repeat', async () => {
  const text =
    'codec,step,run,value (ms)\nzstd,encode,1,11\nzstd,encode,2,12\nlz4,encode,1,3\nlz4,decode,1,2\nzstd,decode,1,2\n';
  expect(await problemsIn(text)).toEqual([
    '2 numbers are given for “zstd”, “encode” (rows 2, 3); none of them is used',
  ]);
});

test.each([
  [
    'a row of more cells',
    'system,time (s)\nA,1\nB,1,234\nC,2\nD,3\n',
    'Row 3 has 3 cells but the heading has 2. The row is omitted, since its figures can’t be assigned to columns.',
  ],
  ['a line of words', klauspostReadme, 'Line 13 is omitted, since it has no number in the columns of figures.'],
  [
    'a section of another unit',
    benchstat,
    'The section from line 10 on has another unit and is omitted. To import it, paste it alone.',
  ],
])('of %s', async (_what, text, words) => expect((await tableIn(text)).remarks).toEqual([words]));
