import type { Cell } from '../../../own-file/cells/cell-kinds';
import { tableOfCells } from '../../../own-file/cells/table-of-cells';
import { distinctNames } from '../../../own-file/column-builders';
import type { ImportResult, ReadOptions } from '../../../own-file/imported';
import { plural } from '../../../model/plural';
import { choosePart, type PartNouns } from '../../../own-file/parts';
import { unreadableFileError } from '../../../own-file/refusal';
import type { SheetCells } from './held-cells';
import { readSheetCells, type SheetCounts } from './sheet-cells';
import { damagedWorkbook, openWorkbook } from './workbook';

const nouns: PartNouns = { one: 'sheet', several: 'sheets' };
/**
 * Reads a sheet of an Excel workbook (.xlsx). The first row names the columns if all its cells are texts, unless the user chose otherwise. Each
 * value has the type that its cell and number format give it; formulas have the results that the file holds.
 * @throws FormatlabError if the workbook is damaged or encrypted, or if the user must choose the sheet
 */
export async function readXlsx(file: Blob, { columnTypes, reading, fileName }: ReadOptions): Promise<ImportResult> {
  const book = await openWorkbook(file, fileName);
  const parts = choosePart(
    book.sheets.map(({ name, path }) => ({ name, holds: path === null ? 'no cells' : 'a sheet' })),
    reading,
    nouns,
    'xlsx',
  );
  const path = book.sheets[parts.chosen]?.path ?? null;
  if (path === null)
    throw unreadableFileError('The sheet has no cells.', 'Choose another sheet.', {
      format: 'xlsx',
      tag: 'unsupported',
    });
  const counts: SheetCounts = { errors: 0, firstError: '', elapsed: 0, rounded: 0, unknown: 0 };
  const sheet = gridOfCells(await readSheetCells(book, path, counts));
  const header = reading.header ?? isHeader(sheet);
  const first = sheet.rows[0] ?? [];
  const notes: string[] = [];
  const names = distinctNames(
    Array.from({ length: sheet.columnCount }, (_, column) =>
      header ? nameOf(first[column] ?? null) : lettersOf(sheet.firstColumn + column),
    ),
    notes,
  );
  const rows = header ? sheet.rows.slice(1) : sheet.rows;
  asIntegers(rows, sheet.columnCount);
  const firstRow = sheet.firstRow + (header ? 2 : 1);
  const cells = { format: 'xlsx', names, rowCount: rows.length, firstRow, rows: () => rows } as const;
  const read = tableOfCells(cells, columnTypes, [...notes, ...sheetNotes(counts)]);
  return {
    ...read,
    found: { ...read.found, parts, header },
    facts: [{ name: 'Sheets', value: book.sheets.length.toLocaleString('en') }],
  };
}

/** The rectangle of a sheet that holds values. */
interface Grid {
  readonly firstRow: number;
  readonly firstColumn: number;
  readonly columnCount: number;
  readonly rows: Cell[][];
}

/** @throws FormatlabError if there is no cell, or two have one place */
export function gridOfCells(cells: SheetCells): Grid {
  const { firstRow, rowCount, firstColumn, columnCount } = cells;
  if (rowCount === 0)
    throw unreadableFileError('The sheet is empty.', 'Choose another sheet.', { format: 'xlsx', tag: 'unsupported' });
  const rows = Array.from({ length: rowCount }, () => new Array<Cell>(columnCount).fill(null));
  cells.forEach((row, column, cell) => {
    const values = rows[row - firstRow];
    if (values === undefined) return;
    if (values[column - firstColumn] !== null)
      throw damagedWorkbook(`the cell ${lettersOf(column)}${row + 1} is there twice`);
    values[column - firstColumn] = cell;
  });
  return { firstRow, firstColumn, columnCount, rows };
}

/** The first row names the columns if it is all texts, and other rows follow. */
const isHeader = ({ rows }: Grid) => rows.length > 1 && (rows[0] ?? []).every((cell) => typeof cell === 'string');

const nameOf = (cell: Cell) => (cell === null || typeof cell === 'object' ? '' : String(cell).trim());

/** The letters of a column: A, B … Z, AA. */
function lettersOf(column: number): string {
  const letter = String.fromCharCode(0x41 + (column % 26));
  return column < 26 ? letter : `${lettersOf(Math.floor(column / 26) - 1)}${letter}`;
}

/** Excel has no integers: columns whose numbers are all whole, and exact as float64, become integers. */
function asIntegers(rows: readonly Cell[][], columnCount: number): void {
  for (let column = 0; column < columnCount; column += 1) {
    const isWhole = rows.every((row) => {
      const cell = row[column];
      return typeof cell !== 'number' || (Number.isSafeInteger(cell) && !Object.is(cell, -0));
    });
    if (!isWhole) continue;
    for (const row of rows) {
      const cell = row[column];
      if (typeof cell === 'number') row[column] = BigInt(cell);
    }
  }
}

export function sheetNotes({ errors, firstError, elapsed, rounded, unknown }: SheetCounts): string[] {
  return [
    ...(errors === 0 ? [] : [`${plural(errors, 'cell')} with an error (the first is ${firstError}) became null.`]),
    ...(unknown === 0
      ? []
      : [
          `${plural(unknown, 'formula')} without a result in the file became null. Open and save the file in Excel or LibreOffice to calculate them.`,
        ]),
    ...(elapsed === 0 ? [] : [`${plural(elapsed, 'elapsed time')} became numbers of days, as the file has them.`]),
    ...(rounded === 0
      ? []
      : [`${plural(rounded, 'time')} ${rounded === 1 ? 'was' : 'were'} rounded to whole microseconds.`]),
  ];
}
