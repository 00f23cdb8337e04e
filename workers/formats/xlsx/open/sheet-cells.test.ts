import { expect, it } from 'vitest';
import { FormatlabError } from '../../../model/errors';
import { telling } from '../../../model/testing/telling';
import { gridOfCells } from './read-xlsx';
import { SheetCells } from './held-cells';
import { SharedStrings } from './shared-texts';
import { readSheetCells } from './sheet-cells';
import type { Workbook } from './workbook';
import { XmlReader } from './xml';

const counts = () => ({ errors: 0, firstError: '', elapsed: 0, rounded: 0, unknown: 0 });

/** The cells of a sheet whose row 1 holds this XML, in a workbook whose style 1 is that of times. */
function cells(xml: string) {
  const strings = new SharedStrings();
  strings.add('shared');
  const book = {
    strings,
    formats: ['number', 'time'],
    is1904: false,
    parts: {
      async read(_: string, handler: ConstructorParameters<typeof XmlReader>[0]) {
        const reader = new XmlReader(handler);
        reader.push(new TextEncoder().encode(`<sheetData><row r="1">${xml}</row></sheetData>`));
        reader.end();
      },
    },
  } as unknown as Workbook;
  return readSheetCells(book, 'sheet', counts());
}

it('cells with and without a place', async () => {
  const held = await cells('<c r="B1"><v>1</v></c><c t="s"><v>0</v></c><c t="inlineStr"><is><t>a</t></is></c>');
  const found: unknown[] = [];
  held.forEach((...each) => {
    found.push(each);
  });
  expect(found).toEqual([
    [0, 1, 1],
    [0, 2, 'shared'],
    [0, 3, 'a'],
  ]);
});

it.each([
  ['a style that does not exist, since it may be that of dates', '<c r="A1" s="60"><v>43889</v></c>', /style 60/u],
  ['an unknown type, though it has no value', '<c r="A1" t="x"><is><t>a</t></is></c>', /unknown type x/u],
  ['a place beyond a sheet', '<c r="XFE1"><v>1</v></c>', /place XFE1/u],
])('a cell with %s is refused', async (_, xml, message) => {
  await expect(cells(xml)).rejects.toThrow(FormatlabError);
  await expect(cells(xml)).rejects.toThrow(message);
});

it('two cells at one place are refused: one would be lost', async () => {
  const twice = await cells('<c r="B1"><v>1</v></c><c r="B1"><v>2</v></c>');
  expect(() => gridOfCells(twice)).toThrow(/cell B1 is there twice/u);
});

it('cells in more chunks than one keep their places, and those that reach too far are refused as soon as they do', () => {
  const held = new SheetCells();
  for (let row = 0; row < 100_000; row += 1) held.push(row + 5, 3, row);
  const { rows, ...grid } = gridOfCells(held);
  expect(grid).toEqual({ firstRow: 5, firstColumn: 3, columnCount: 1 });
  expect([0, 65_535, 65_536, 99_999].map((row) => rows[row])).toEqual([[0], [65_535], [65_536], [99_999]]);
  expect(() => held.push(5, 403, 1)).toThrow(telling('100,000 rows', '401 columns', '33,554,432 cells'));
});

it('keeps the texts of a workbook, also long ones, and gives each by its number', () => {
  const texts = new SharedStrings();
  const long = 'ä😀b'.repeat(400_000);
  const given = ['', 'a', long, '\uFEFFmark', ...Array.from({ length: 3_000 }, (_, number) => `text ${number}`), long];
  for (const text of given) texts.add(text);
  expect(texts.length).toBe(given.length);
  expect(given.every((text, number) => texts.at(number) === text && texts.at(number) === text)).toBe(true);
  expect([texts.at(given.length), texts.at(-1), texts.at(0.5), texts.at(Number.NaN)]).toEqual(Array(4).fill(undefined));
});
