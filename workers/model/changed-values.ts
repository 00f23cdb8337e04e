import { rowCountOf } from './column-rows';
import { type CellValue, type Column, columnSchemaOf, type Dataset, type Table } from './dataset';
import { cellOf, isPresent } from './table-row';

/** How many values of a table came back other than they went in. */
export interface ChangedValues {
  readonly changed: number;
  /** Rows × columns. */
  readonly total: number;
}

/**
 * Compares two tables value by value; null where that can't be said: for datasets that are no tables, or where rows or columns are missing. A value that is the same in another
 * type (a text where a category was) is not changed; NaNs of other bits are.
 */
export function changedValues(before: Dataset, after: Dataset): ChangedValues | null {
  if (before.kind !== 'table' || after.kind !== 'table' || !haveSameShape(before, after)) return null;
  const changed = before.columns.reduce(
    (sum, column, index) => sum + changedIn(column, after.columns[index] as Column, before.rowCount),
    0,
  );
  return { changed, total: before.rowCount * before.columns.length };
}

const haveSameShape = (before: Table, after: Table) =>
  before.rowCount === after.rowCount && before.columns.length === after.columns.length;

function changedIn(before: Column, after: Column, rowCount: number): number {
  if (rowCountOf(before, rowCount) !== rowCountOf(after, rowCount)) return rowCount;
  const identify = JSON.stringify(columnSchemaOf(before)) === JSON.stringify(columnSchemaOf(after)) ? bitsOf : wordsOf;
  let changed = 0;
  for (let row = 0; row < rowCount; row += 1) if (identify(before, row) !== identify(after, row)) changed += 1;
  return changed;
}

/** A value as text that differs where the bits do. */
function bitsOf(column: Column, row: number): string {
  if (!isPresent(column, row)) return 'null';
  if (column.type === 'float64' || column.type === 'float32') {
    const { buffer, byteOffset, BYTES_PER_ELEMENT: width } = column.values;
    return String(new Uint8Array(buffer, byteOffset + row * width, width));
  }
  if (column.type === 'float16') return String(column.values[row]);
  return wordsOf(column, row);
}

const wordsOf = (column: Column, row: number): string => textOf(cellOf(column, row));

function textOf(value: CellValue): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (typeof value === 'string') return JSON.stringify(value);
  return Object.is(value, -0) ? '-0' : String(value);
}
