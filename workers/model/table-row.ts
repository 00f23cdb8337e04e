import { type CellValue, type Column, isVariableWidth, type Table } from './dataset';

const decoder = new TextDecoder();

/** Whether row `row` of the column holds a value. */
export function isPresent(column: Column, row: number): boolean {
  return column.validity === null || (((column.validity[row >> 3] ?? 0) >> (row & 7)) & 1) === 1;
}

/** One value as JavaScript has it (see {@link CellValue}). */
export function cellOf(column: Column, row: number): CellValue {
  if (!isPresent(column, row)) return null;
  if (isVariableWidth(column)) {
    const bytes = column.data.subarray(column.offsets[row], column.offsets[row + 1]);
    return column.type === 'binary' ? bytes : decoder.decode(bytes);
  }
  const value = column.values[row] ?? null;
  return column.type === 'bool' ? value === 1 : value;
}

export function rowOf(table: Table, row: number): CellValue[] {
  return table.columns.map((column) => cellOf(column, row));
}
