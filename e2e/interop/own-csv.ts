import type { SnippetSource } from '../../workers/snippets/snippet-source';
import type { Dataset, DatasetSchema } from '../../workers/model/dataset';
import { readOwnFile } from '../../workers/open-file/read';

/**
 * A CSV file as people have: ids, times with milliseconds, names, categories, amounts, numbers with nulls, flags, days and free text. Some names of
 * columns have to be escaped in code.
 */

const header = String.raw`order,placed,"the customer's ""name""",größe 名,back\slash,$units,paid,shipped,note`;

const rowCount = 15_000;
const cities = ['Bergen', 'Ghent', 'Kobe', 'Lima', 'São Paulo', 'Turku'];
const notes = ['', '', '', 'call first', 'gift wrap', 'leave at the door, please', 'returned once'];

/** A number of 24 bits that looks drawn. */
const drawn = (row: number, salt: number) => Math.imul(row + 1, 0x9e3779b1 + 2 * salt) >>> 8;

function lineOf(row: number): string {
  const at = new Date(1.75e12 + row * 90_000 + (drawn(row, 0) % 60_000)).toISOString().slice(0, 23).replace('T', ' ');
  const units = drawn(row, 4) % 8 === 0 ? '' : String(1 + (drawn(row, 4) % 30));
  const day =
    drawn(row, 5) % 9 === 0 ? '' : new Date(1.75e12 + 8.64e7 * (drawn(row, 5) % 40)).toISOString().slice(0, 10);
  const note = notes[drawn(row, 6) % notes.length] ?? '';
  return [
    100_000 + row,
    at,
    `customer ${drawn(row, 1) % 4_000}`,
    cities[drawn(row, 2) % cities.length],
    ((drawn(row, 3) % 90_000) / 100 + 1).toFixed(2),
    units,
    drawn(row, 7) % 10 === 0 ? 'false' : 'true',
    day,
    note.includes(',') ? `"${note}"` : note,
  ].join(',');
}

export function ownCsv(): string {
  const lines = Array.from({ length: rowCount }, (_, row) => lineOf(row));
  return `${[header, ...lines].join('\n')}\n`;
}

/** How the lines of a tool read the file: with the page's options. */
export const ownCsvSource = (schema: DatasetSchema): SnippetSource => ({
  fileName: 'orders.csv',
  type: 'csv',
  text: {
    encoding: 'utf-8',
    delimiter: 'comma',
    separator: ',',
    quote: 'double',
    quoteEscape: 'doubled',
    skippedLines: 0,
    header: true,
    decimalMark: 'point',
    thousands: 'none',
    nullWords: [],
    nullWordsInText: false,
    dateFormat: '%Y-%m-%d',
    timestampFormat: 'iso',
  },
  part: null,
  header: true,
  isSelected: false,
  schema,
});

/** The file as the page reads it. */
export async function readOwnCsv(text: string): Promise<Dataset> {
  const file = new File([text], 'orders.csv');
  const { dataset } = await readOwnFile(file, { fileName: file.name, type: null, columnTypes: null });
  return dataset;
}
