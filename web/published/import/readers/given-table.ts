import { FormatlabError } from '../../../../workers/model/errors';
import { importedLimits } from '../../../../workers/model/imported-set';

/** A table as it was pasted or dropped: one heading for each column, and cells as text. Nothing of it is read yet. */
export interface GivenTable {
  /** Its caption, or the heading above it; empty where there is none. */
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly GivenRow[];
  /** What had to be passed over, each with its row. */
  readonly remarks: readonly string[];
}

export interface GivenRow {
  /** Where it stands in what was given, from 1: the line of a text, or the row of an HTML table. */
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
    message: `The table has ${grouped.format(has)} ${what}; at most ${grouped.format(limit)} are taken.`,
    remedy: 'Paste the part that you want to compare, or means over the repeats.',
  });
}

export const malformedTable = (message: string, remedy?: string): FormatlabError =>
  new FormatlabError({ tag: 'malformedInput', stage: 'import', message, ...(remedy === undefined ? {} : { remedy }) });

/** Cells on one line, without what only spaces them, cut at what a label may hold. */
const tidy = (cell: string) =>
  cell
    .replace(/[\s\u00a0\u202f\u2009\ufeff]+/gu, ' ')
    .trim()
    .slice(0, tableLimits.cellCharacters);

export const startsWithNumber = (cell: string) => /^[~≈<>≤≥+\-−]?\s?[.,]?\d/.test(cell);

/**
 * Rows of cells as a table. The first row is its heading, and the following ones with it as long as they hold no number while rows below do (a heading of two lines, with
 * merged cells: an empty one there goes on from its left). A row without any text is left out; one that has more cells than there are headings is left out and said.
 * @param headRows how many rows the heading has, where the markup says so.
 */
export function tableOf(title: string, given: readonly GivenRow[], headRows: number | null = null): GivenTable | null {
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
  const kept = body.flatMap(({ line, cells }): GivenRow[] => {
    const own = withoutEmptyEnd(cells);
    if (own.length > width) {
      remarks.push(
        `Row ${line} has ${own.length} cells where the heading has ${width}: it is left out, since its figures can’t be told to a column.`,
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
 * Rows of one name alone over those that follow (“silesia”, “10,000 records”): where the same names come again under several of them, they tell them apart, and are a column of
 * datasets; else they are passed over.
 */
function withGroups(table: GivenTable): GivenTable {
  const isGroup = ({ cells }: GivenRow) =>
    cells.length > 2 && cells[0] !== '' && cells.slice(1).every((cell) => cell === '');
  const figures = table.rows.filter((row) => !isGroup(row));
  if (figures.length === 0 || figures.length === table.rows.length) return table;
  const named = table.rows.flatMap((row, index): { readonly group: string; readonly row: GivenRow }[] => {
    const over = table.rows.slice(0, index).findLast(isGroup);
    return isGroup(row) ? [] : [{ group: (over?.cells[0] ?? '').replace(/^[\W_]+|[\s:─—-]+$/gu, ''), row }];
  });
  const namesIn = (group: string) => named.filter((each) => each.group === group).map(({ row }) => row.cells);
  const groups = [...new Set(named.map(({ group }) => group))].map(namesIn);
  const isRepeated = new Set(figures.map(({ cells }) => cells[0])).size < figures.length;
  const isDistinct = groups.every((rows) => new Set(rows.map(([name]) => name)).size === rows.length);
  // A column may say the same as its own.
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

function guessedHeadRows(rows: readonly GivenRow[]): number {
  const numbersIn = ({ cells }: GivenRow) => cells.slice(1).some(startsWithNumber);
  const firstWithNumbers = rows.findIndex(numbersIn);
  if (firstWithNumbers <= 0) return firstWithNumbers === 0 && rows.length > 1 && !looksNamed(rows) ? 0 : 1;
  // Rows of words between the heading and the figures may be groups' names; a heading of over three lines is none.
  const more = rows
    .slice(1, Math.min(3, firstWithNumbers))
    .filter(({ cells }) => cells.filter((cell) => cell !== '').length > 1).length;
  return 1 + more;
}

/** A first row such as “System, 1 thread, 4 threads” or “Format, 2023, 2024” is a heading for all its figures: its first cell is a word like those of no other row. */
function looksNamed([first, ...rest]: readonly GivenRow[]): boolean {
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

function commonWidth(rows: readonly GivenRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows)
    counts.set(withoutEmptyEnd(cells).length, (counts.get(withoutEmptyEnd(cells).length) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, last + 1);
}

/** “Write” over “time (s)” is “Write time (s)”; a column without any heading is “column 3”. */
function joinedHeadings(headings: readonly (readonly string[])[], width: number): string[] {
  const filled = headings.map((cells, row) => {
    let last = '';
    return Array.from({ length: width }, (_, index) => {
      const cell = cells[index] ?? '';
      // Only what lies over other headings can be merged.
      if (cell !== '' || row === headings.length - 1 || index === 0) last = cell;
      return cell === '' && row < headings.length - 1 ? last : cell;
    });
  });
  return Array.from({ length: width }, (_, index) => {
    const parts = filled.map((cells) => cells[index] ?? '').filter((part) => part !== '');
    return [...new Set(parts)].join(' ').slice(0, 200) || `column ${index + 1}`;
  });
}

/** Rows as columns. The heading of the first column says what the row headings are: it comes along as the title where there is none. */
export function transposed({ title, columns, rows, remarks }: GivenTable): GivenTable {
  const [corner = '', ...names] = columns;
  if (rows.length >= tableLimits.columns)
    throw tooLarge('rows (which are columns, as its systems stand in columns)', rows.length, tableLimits.columns - 1);
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
