import { expect, it } from 'vitest';
import { FormatlabError } from '../../model/errors';
import { gridOf } from './read-xlsx';
import { SharedTexts } from './shared-texts';
import { cellsOf } from './sheet-cells';
import type { Workbook } from './workbook';
import { XmlReader } from './xml';

const counts = () => ({ errors: 0, firstError: '', elapsed: 0, rounded: 0, unknown: 0 });

/** The cells of a sheet whose row 1 holds this XML, in a workbook whose style 1 is that of times. */
function cells(xml: string) {
  const strings = new SharedTexts();
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
  return cellsOf(book, 'sheet', counts());
}

it('cells with and without a place', async () => {
  expect(await cells('<c r="B1"><v>1</v></c><c t="s"><v>0</v></c><c t="inlineStr"><is><t>a</t></is></c>')).toEqual([
    { row: 0, column: 1, cell: 1 },
    { row: 0, column: 2, cell: 'shared' },
    { row: 0, column: 3, cell: 'a' },
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
  expect(() => gridOf(twice)).toThrow(/cell B1 is there twice/u);
});

it('keeps the texts of a workbook, also long ones, and gives each by its number', () => {
  const texts = new SharedTexts();
  const long = 'ä😀b'.repeat(400_000);
  const given = ['', 'a', long, '\uFEFFmark', ...Array.from({ length: 3_000 }, (_, number) => `text ${number}`), long];
  for (const text of given) texts.add(text);
  expect(texts.length).toBe(given.length);
  expect(given.every((text, number) => texts.at(number) === text && texts.at(number) === text)).toBe(true);
  expect([texts.at(given.length), texts.at(-1), texts.at(0.5), texts.at(Number.NaN)]).toEqual(Array(4).fill(undefined));
});
