import type { Cell } from '../../../own-file/cells/cell-kinds';
import { SheetCells } from './held-cells';
import { isoCell, serialTime } from './serial-dates';
import { damagedWorkbook, RichText, unescaped, type Workbook } from './workbook';

const maxRows = 1_048_576;
const maxColumns = 16_384;

/** Boolean, date, error, text in the cell, number, shared text, text of a formula (ECMA-376, ST_CellType). */
const cellTypes: ReadonlySet<string> = new Set(['b', 'd', 'e', 'inlineStr', 'n', 's', 'str']);

/** What of a sheet's values is not kept as it is. */
export interface SheetCounts {
  errors: number;
  firstError: string;
  elapsed: number;
  rounded: number;
  /** Formulas whose result is not in the file. */
  unknown: number;
}

/** The place of a reference such as AB12, from 0; null if it is none. */
function placeOf(reference: string): { row: number; column: number } | null {
  const [, letters, digits] = /^([A-Z]{1,3})([1-9]\d{0,6})$/u.exec(reference) ?? [];
  if (letters === undefined || digits === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 0x40;
  return { row: Number(digits) - 1, column: column - 1 };
}

/** The cells of a sheet that hold a value or a formula. @throws FormatlabError if the sheet is damaged or its cells reach too far */
export async function readSheetCells(book: Workbook, path: string, counts: SheetCounts): Promise<SheetCells> {
  const cells = new SheetCells();
  const inline = new RichText();
  let [row, column] = [-1, -1];
  let [type, style] = ['n', 0];
  let [value, hasValue, hasFormula, inValue, inCell] = ['', false, false, false, false];
  await book.parts.read(path, {
    open(name, attribute) {
      if (name === 'row') {
        row = Number(attribute('r') ?? row + 2) - 1;
        column = -1;
      } else if (name === 'c') {
        const reference = attribute('r');
        const place = reference === null ? { row, column: column + 1 } : placeOf(reference);
        if (place === null || !(place.row >= 0 && place.row < maxRows && place.column < maxColumns))
          throw damagedWorkbook(
            reference === null
              ? `it has a cell in row ${(row + 1).toLocaleString('en')} and column ${(column + 2).toLocaleString('en')}, beyond the last one`
              : `a cell has the place ${reference.slice(0, 20)}, which does not exist`,
          );
        ({ row, column } = place);
        type = attribute('t') ?? 'n';
        if (!cellTypes.has(type)) throw damagedWorkbook(`a cell has the unknown type ${type.slice(0, 20)}`);
        style = Number(attribute('s') ?? 0);
        [value, hasValue, hasFormula, inCell] = ['', false, false, true];
        inline.take();
      } else if (!inCell) return;
      else if (name === 'v') [inValue, hasValue] = [true, true];
      else if (name === 'f') hasFormula = true;
      else inline.open(name);
    },
    text(piece) {
      if (inValue) value += piece;
      else if (inCell) inline.text(piece);
    },
    close(name) {
      if (name === 'v') inValue = false;
      else if (name !== 'c') inline.close(name);
      else {
        inCell = false;
        const cell =
          type === 'inlineStr'
            ? inline.take()
            : hasValue && (value !== '' || type === 'str')
              ? cellOf(book, { type, style, value }, counts)
              : null;
        if (cell === null && hasFormula && value === '') counts.unknown += 1;
        if (cell === null) return;
        cells.push(row, column, cell);
      }
    },
  });
  return cells;
}

function cellOf(
  { strings, formats, is1904 }: Workbook,
  { type, style, value }: { readonly type: string; readonly style: number; readonly value: string },
  counts: SheetCounts,
): Cell {
  switch (type) {
    case 's': {
      const text = /^\d+$/u.test(value) ? strings.at(Number(value)) : undefined;
      if (text === undefined)
        throw damagedWorkbook(`a cell refers to the text ${value.slice(0, 20)}, which does not exist`);
      return text;
    }
    case 'str':
      return unescaped(value);
    case 'b':
      if (value !== '0' && value !== '1') throw damagedWorkbook(`${value.slice(0, 20)} is neither true nor false`);
      return value === '1';
    case 'd':
      return isoCell(value);
    case 'e':
      if (counts.errors === 0) counts.firstError = value.slice(0, 20);
      counts.errors += 1;
      return null;
    case 'n': {
      if (!/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/iu.test(value))
        throw damagedWorkbook(`${value.slice(0, 40)} is no number`);
      const format = formats[style];
      // Without its format, a date would be a number. Only style 0 needs no list of styles.
      if (format === undefined && style !== 0)
        throw damagedWorkbook(`a cell has the style ${style}, which does not exist`);
      return numberCell(Number(value), format ?? 'number', is1904, counts);
    }
    default:
      throw damagedWorkbook(`a cell has the unknown type ${type.slice(0, 20)}`);
  }
}

function numberCell(number: number, format: Workbook['formats'][number], is1904: boolean, counts: SheetCounts): Cell {
  if (format === 'elapsed') counts.elapsed += 1;
  if (format !== 'time') return number;
  const { cell, isRounded } = serialTime(number, is1904);
  if (isRounded) counts.rounded += 1;
  return cell;
}
