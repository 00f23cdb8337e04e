import type { Cell } from '../../../own-file/cells/cell-kinds';
import { decodedLimitBytes } from '../../../own-file/limits';
import { unreadableFileError } from '../../../own-file/refusal';

/** What a cell takes at least, in a row that is held. */
const cellBytes = 8;
/** The most cells of the rectangle around all cells of a sheet. */
const maxGridCells = decodedLimitBytes / 4 / cellBytes;
/** The most cells that hold a value. */
const maxCells = 20_000_000;
const chunkCells = 65_536;

/** Cells in the order of the sheet. */
interface Chunk {
  readonly rows: Int32Array;
  readonly columns: Uint16Array;
  readonly cells: Cell[];
}

/** The cells of a sheet, each with its place. They lie in arrays, since an object for each takes several times the memory. */
export class SheetCells {
  readonly #chunks: Chunk[] = [];
  #count = 0;
  #firstRow = Number.POSITIVE_INFINITY;
  #lastRow = -1;
  #firstColumn = Number.POSITIVE_INFINITY;
  #lastColumn = -1;

  get firstRow(): number {
    return this.#firstRow;
  }

  get firstColumn(): number {
    return this.#firstColumn;
  }

  /** 0 without a cell. */
  get rowCount(): number {
    return Math.max(0, this.#lastRow - this.#firstRow + 1);
  }

  get columnCount(): number {
    return Math.max(0, this.#lastColumn - this.#firstColumn + 1);
  }

  /** @throws `tooLarge` as soon as the cells are more, or reach over more, than can be held */
  push(row: number, column: number, cell: Cell): void {
    this.#firstRow = Math.min(this.#firstRow, row);
    this.#lastRow = Math.max(this.#lastRow, row);
    this.#firstColumn = Math.min(this.#firstColumn, column);
    this.#lastColumn = Math.max(this.#lastColumn, column);
    if (this.rowCount * this.columnCount > maxGridCells)
      throw tooLarge(
        `Its cells reach over at least ${this.rowCount.toLocaleString('en')} rows and ${this.columnCount.toLocaleString('en')} columns, more than the ${maxGridCells.toLocaleString('en')} cells that can be held.`,
        'Delete cells far away from the table, or save a part of it.',
      );
    this.#count += 1;
    if (this.#count > maxCells)
      throw tooLarge(
        `Its sheet has more than ${maxCells.toLocaleString('en')} cells with a value, and no more can be held.`,
        'Save a part of it, or save the sheet as CSV.',
      );
    let chunk = this.#chunks.at(-1);
    if (chunk === undefined || chunk.cells.length === chunkCells) {
      chunk = { rows: new Int32Array(chunkCells), columns: new Uint16Array(chunkCells), cells: [] };
      this.#chunks.push(chunk);
    }
    chunk.rows[chunk.cells.length] = row;
    chunk.columns[chunk.cells.length] = column;
    chunk.cells.push(cell);
  }

  /** Calls back with each cell, in the order of the sheet. */
  forEach(callback: (row: number, column: number, cell: Cell) => void): void {
    for (const { rows, columns, cells } of this.#chunks)
      cells.forEach((cell, index) => {
        callback(rows[index] as number, columns[index] as number, cell);
      });
  }
}

const tooLarge = (message: string, remedy: string) =>
  unreadableFileError(message, remedy, { format: 'xlsx', tag: 'tooLarge' });
