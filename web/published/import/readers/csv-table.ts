import Papa from 'papaparse';
import { type RawTable, malformedTable, tableLimits, tableFromRows, tooLarge } from './given-table';

const delimiters = ['\t', ',', ';', '|'];

/** Removes the `#` at the start of each line if every line has one, since some tools write tables as comments. */
export function withoutCommentMarks(text: string): string {
  const lines = text.split(/\r?\n/);
  return lines.every((line) => line.trim() === '' || /^\s*#/.test(line))
    ? lines.map((line) => line.replace(/^\s*#+>? ?/, '')).join('\n')
    : text;
}

/**
 * True if most lines have as many delimiters outside quotation marks as the first line. Commas in sentences or numbers
 * do not meet this.
 */
export function isDelimitedText(text: string): boolean {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 200);
  const [first = '', ...rest] = lines;
  // A field that spans several lines is quoted.
  if (/"[^"\n]*\n/.test(text) && first.includes(',')) return true;
  return delimiters.some((delimiter) => {
    const count = (line: string) => line.replace(/"(?:[^"]|"")*"/g, '').split(delimiter).length - 1;
    const inHead = count(first);
    if (inHead === 0 || rest.length === 0) return false;
    // Tabs in the heading always separate cells.
    return delimiter === '\t' || rest.filter((line) => count(line) === inHead).length >= rest.length / 2;
  });
}

/**
 * Reads CSV (RFC 4180), or text delimited by tabs, semicolons or bars. Null if the text is not a table.
 *
 * @throws {FormatlabError} if a quotation mark is not closed.
 */
export function csvTable(text: string): RawTable | null {
  const { data, errors, meta } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimitersToGuess: delimiters,
    preview: tableLimits.rows + 20,
  });
  if (meta.truncated || data.length > tableLimits.rows + 10)
    throw tooLarge('rows', Math.max(data.length, text.split('\n').length), tableLimits.rows);
  let line = 1;
  const rows = data.map((cells) => {
    const row = { line, cells };
    line += 1 + cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0);
    return row;
  });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken !== undefined) {
    throw malformedTable(
      `A quotation mark in row ${rows[broken.row ?? 0]?.line ?? 1} is not closed, or stands within a field.`,
      'In CSV, put a field that contains quotation marks between quotation marks, and double each one inside.',
    );
  }
  return tableFromRows('', rows);
}

/**
 * Reads text whose columns are aligned by spaces: two or more spaces, or a tab, separate cells. Null if the rows have
 * different numbers of cells.
 */
export function alignedTable(text: string): RawTable | null {
  const lines = text.split(/\r?\n/);
  if (lines.length > tableLimits.rows + 100) throw tooLarge('rows', lines.length, tableLimits.rows);
  // JMH has two headings, Score and Error, for “12.3 ± 0.4”, so “±” may separate cells too.
  for (const parted of [lines.map((content) => content.replace(/\s+±\s+/g, '  ± ')), lines]) {
    const rows = parted
      .map((content, index) => ({ line: index + 1, cells: content.trim().split(/\t|\s{2,}/) }))
      .filter(({ cells }) => cells.some((cell) => cell !== '') && !cells.every((cell) => /^[-=+|]*$/.test(cell)));
    const [width = 0] = rows.map(({ cells }) => cells.length);
    if (rows.length >= 2 && width >= 2 && rows.every(({ cells }) => cells.length === width))
      return tableFromRows('', rows);
  }
  return null;
}
