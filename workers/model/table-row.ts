import { type CellValue, type Column, decimalWordCount, isVariableWidth } from './column';
import type { Table } from './dataset';
import { decimalText, wordsToInteger } from './decimal';
import { float16ToNumber } from './float16';

const decoder = new TextDecoder();

/** True if row `row` of the column is not null. */
export function isNotNull(column: Column, row: number): boolean {
  return column.validity === null || (((column.validity[row >> 3] ?? 0) >> (row & 7)) & 1) === 1;
}

/** The value of one row in JavaScript (see {@link CellValue}). */
export function cellValue(column: Column, row: number): CellValue {
  if (!isNotNull(column, row)) return null;
  if (isVariableWidth(column)) {
    const bytes = column.data.subarray(column.offsets[row], column.offsets[row + 1]);
    return column.type === 'binary' ? bytes : decoder.decode(bytes);
  }
  switch (column.type) {
    case 'bool':
      return column.values[row] === 1;
    case 'float16':
      return float16ToNumber(column.values[row] ?? 0);
    case 'decimal':
      return decimalText(wordsToInteger(column.values, row, decimalWordCount(column.precision)), column.scale);
    case 'fixedBinary':
      return column.data.subarray(row * column.width, (row + 1) * column.width);
    case 'category':
      return cellValue(column.categories, column.indices[row] ?? 0);
    case 'list': {
      const [start = 0, end = 0] = column.offsets.subarray(row, row + 2);
      return Array.from({ length: end - start }, (_, index) => cellValue(column.item, start + index));
    }
    case 'struct':
      return column.fields.map((field) => cellValue(field, row));
    default:
      return column.values[row] ?? null;
  }
}

/** The values of one row of a table. */
export function rowValues(table: Table, row: number): CellValue[] {
  return table.columns.map((column) => cellValue(column, row));
}
