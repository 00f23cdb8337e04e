import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { csvLines } from './csv-lines';

/** A quote at each place of a text, alone and beside what separates fields and rows. */
const texts = [
  'last"',
  '"first',
  'mid"dle',
  '"',
  '""',
  '"""',
  'two""',
  'comma,"',
  '",comma',
  'line\n"',
  '"\nline',
  'return\r"',
  'both\r\n"',
  '"whole"',
  'a","b',
  ' "',
  '" ',
  ',',
  '\n',
  'plain',
];

it.each(texts)('a download of figures keeps %j beside other fields', (text) => {
  const rows = [
    [text, 'next'],
    ['before', text],
    [text, text],
  ];
  const { data, errors } = Papa.parse<string[]>(csvLines(rows).replace(/\r\n$/u, ''));
  expect(errors).toEqual([]);
  expect(data).toEqual(rows);
});
