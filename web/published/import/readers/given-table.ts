import { FormatlabError } from '../../../../workers/model/errors';
import { importedLimits } from '../../../../workers/model/imported-set';

/**
 * A table as it was pasted or dropped: one heading per column, and cells as text. Its cells have not been interpreted.
 */
export interface RawTable {
  /** The caption, or the heading above the table. Empty if it has none. */
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly RawRow[];
  /** Sentences on the rows that were omitted. */
  readonly remarks: readonly string[];
}

export interface RawRow {
  /** The position in the source, from 1: the line of a text, or the row of an HTML table. */
  readonly line: number;
  readonly cells: readonly string[];
}

export const tableLimits = {
  characters: 4_000_000,
  rows: importedLimits.systems,
  columns: importedLimits.metrics,
  cellCharacters: 1_000,
} as const;

const grouped = new Intl.NumberFormat('en');

export function tooLarge(what: string, has: number, limit: number): FormatlabError {
  return new FormatlabError({
    tag: 'tooLarge',
    stage: 'import',
    message: `The table has ${grouped.format(has)} ${what}; the limit is ${grouped.format(limit)}.`,
    remedy: 'Paste the part that you want to compare, or means over the repeats.',
  });
}

export const malformedTable = (message: string, remedy?: string): FormatlabError =>
  new FormatlabError({ tag: 'malformedInput', stage: 'import', message, ...(remedy === undefined ? {} : { remedy }) });

/** A cell's text on one line, without surrounding spaces, truncated to the length of a label. */
const tidy = (cell: string) =>
  cell
    .replace(/[\s\u00a0\u202f\u2009\ufeff]+/gu, ' ')
    .trim()
    .slice(0, tableLimits.cellCharacters);

export const startsWithNumber = (cell: string) => /^[~≈<>≤≥+\-−]?\s?[.,]?\d/.test(cell);

/**
 * Makes a table from rows of cells. The first row is the heading. Further rows belong to it as long as they hold no
 * number and rows below do (a heading of several lines with merged cells, in which an empty cell repeats the one at its
 * left). Rows without text are omitted. Rows with more cells than headings are omitted and reported.
 *
 * @param headRows the number of heading rows, if the markup states it
 */
export function tableFromRows(
  title: string,
  given: readonly RawRow[],
  headRows: number | null = null,
): RawTable | null {
  if (given.length > tableLimits.rows + 10) throw tooLarge('rows', given.length, tableLimits.rows);
  const rows = given
    .map(({ line, cells }) => ({ line, cells: cells.map(tidy) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [first] = rows;
  if (first === undefined) return null;
  const head = headRows === null ? guessedHeadRows(rows) : Math.min(headRows, rows.length);
  const body = rows.slice(head);
  if (body.length === 0) return null;
  const headings = rows.slice(0, head).map(({ cells }) => cells);
  const width =
    head === 0
      ? Math.max(...body.map(({ cells }) => cells.length))
      : Math.max(...headings.map((cells) => withoutEmptyEnd(cells).length), commonWidth(body));
  if (width > tableLimits.columns) throw tooLarge('columns', width, tableLimits.columns);
  if (width < 2) return null;
  const remarks: string[] = [];
  const kept = body.flatMap(({ line, cells }): RawRow[] => {
    const own = withoutEmptyEnd(cells);
    if (own.length > width) {
      remarks.push(
        `Row ${line} has ${own.length} cells but the heading has ${width}. The row is omitted, since its figures can’t be assigned to columns.`,
      );
      return [];
    }
    return [{ line, cells: Array.from({ length: width }, (_, index) => cells[index] ?? '') }];
  });
  return withGroups({
    title: tidy(title).slice(0, 200),
    columns: joinedHeadings(headings, width),
    rows: kept,
    remarks,
  });
}

/**
 * Handles rows with a single name above the rows that they group (“silesia”, “10,000 records”). If the same names recur
 * below several of them, they become a column of datasets. Otherwise they are omitted.
 */
function withGroups(table: RawTable): RawTable {
  const isGroup = ({ cells }: RawRow) =>
    cells.length > 2 && cells[0] !== '' && cells.slice(1).every((cell) => cell === '');
  const figures = table.rows.filter((row) => !isGroup(row));
  if (figures.length === 0 || figures.length === table.rows.length) return table;
  const named = table.rows.flatMap((row, index): { readonly group: string; readonly row: RawRow }[] => {
    const over = table.rows.slice(0, index).findLast(isGroup);
    return isGroup(row) ? [] : [{ group: (over?.cells[0] ?? '').replace(/^[\W_]+|[\s:─—-]+$/gu, ''), row }];
  });
  const namesIn = (group: string) => named.filter((each) => each.group === group).map(({ row }) => row.cells);
  const groups = [...new Set(named.map(({ group }) => group))].map(namesIn);
  const isRepeated = new Set(figures.map(({ cells }) => cells[0])).size < figures.length;
  const isDistinct = groups.every((rows) => new Set(rows.map(([name]) => name)).size === rows.length);
  // An existing column may already hold the group's name.
  const isTold = table.columns.some(
    (_, index) =>
      index > 0 &&
      groups.every((rows) => new Set(rows.map((cells) => cells[index])).size === 1) &&
      new Set(groups.map((rows) => rows[0]?.[index])).size === groups.length,
  );
  if (!isRepeated || !isDistinct || isTold) return { ...table, rows: figures };
  return {
    ...table,
    columns: ['dataset', ...table.columns],
    rows: named.map(({ group, row }) => ({ line: row.line, cells: [group, ...row.cells] })),
  };
}

function guessedHeadRows(rows: readonly RawRow[]): number {
  const numbersIn = ({ cells }: RawRow) => cells.slice(1).some(startsWithNumber);
  const firstWithNumbers = rows.findIndex(numbersIn);
  if (firstWithNumbers <= 0) return firstWithNumbers === 0 && rows.length > 1 && !looksNamed(rows) ? 0 : 1;
  // Rows of words between the heading and the figures may name groups. A heading has at most three lines.
  const more = rows
    .slice(1, Math.min(3, firstWithNumbers))
    .filter(({ cells }) => cells.filter((cell) => cell !== '').length > 1).length;
  return 1 + more;
}

/**
 * True if the first row, such as “System, 1 thread, 4 threads” or “Format, 2023, 2024”, is a heading although it holds
 * numbers: its first cell is a word unlike those of other rows.
 */
function looksNamed([first, ...rest]: readonly RawRow[]): boolean {
  const numbersBelow = rest.some(({ cells }) => cells.slice(1).some(startsWithNumber));
  const wordsInHead =
    first?.cells
      .slice(1)
      .filter((cell) => cell !== '')
      .every((cell) => !startsWithNumber(cell) || /\p{L}/u.test(cell) || /^(19|20)\d\d$/.test(cell)) ?? false;
  return (
    (numbersBelow && wordsInHead) ||
    /^(system|name|format|codec|library|compressor|engine|tool|method|database|algorithm|metric|)$/i.test(
      first?.cells[0] ?? 'x',
    )
  );
}

function commonWidth(rows: readonly RawRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows)
    counts.set(withoutEmptyEnd(cells).length, (counts.get(withoutEmptyEnd(cells).length) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, last + 1);
}

/**
 * Joins headings of several lines: “Write” above “time (s)” becomes “Write time (s)”. A column without a heading
 * becomes “column 3”.
 */
function joinedHeadings(headings: readonly (readonly string[])[], width: number): string[] {
  const filled = headings.map((cells, row) => {
    let last = '';
    return Array.from({ length: width }, (_, index) => {
      const cell = cells[index] ?? '';
      // Only cells above other headings can be merged.
      if (cell !== '' || row === headings.length - 1 || index === 0) last = cell;
      return cell === '' && row < headings.length - 1 ? last : cell;
    });
  });
  return Array.from({ length: width }, (_, index) => {
    const parts = filled.map((cells) => cells[index] ?? '').filter((part) => part !== '');
    return [...new Set(parts)].join(' ').slice(0, 200) || `column ${index + 1}`;
  });
}

/**
 * Exchanges rows and columns. The heading of the first column describes the row headings; it becomes the title if the
 * table has none.
 */
export function transposeTable({ title, columns, rows, remarks }: RawTable): RawTable {
  const [corner = '', ...names] = columns;
  if (rows.length >= tableLimits.columns)
    throw tooLarge('rows (which become columns, since each system has a column)', rows.length, tableLimits.columns - 1);
  return {
    title,
    columns: [corner, ...rows.map(({ cells }, index) => cells[0] || `row ${index + 1}`)],
    rows: names.map((name, index) => ({
      line: index + 2,
      cells: [name, ...rows.map(({ cells }) => cells[index + 1] ?? '')],
    })),
    remarks,
  };
}
