import { rowCountOf } from './column-rows';
import { type CellValue, type Column, decimalWordCount } from './column';
import { columnSchemaOf } from './column-schema';
import type { Dataset, Table } from './dataset';
import { cellValue, isNotNull } from './table-row';

/** The number of a table's values that a round trip changed. */
export interface ChangedValues {
  readonly changed: number;
  /** The number of values: rows × columns. */
  readonly total: number;
}

/**
 * Compares two tables value by value. Returns null if they cannot be compared: the datasets are not tables, or rows or columns are missing.
 * A value that only changes its type (a category that becomes a text) is not counted; a NaN with other bits is.
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
  const isSameType = JSON.stringify(columnSchemaOf(before)) === JSON.stringify(columnSchemaOf(after));
  const isChanged = isSameType && 'values' in before && 'values' in after ? otherBits(before, after) : otherWords;
  let changed = 0;
  for (let row = 0; row < rowCount; row += 1)
    if (isNotNull(before, row) !== isNotNull(after, row) || (isNotNull(before, row) && isChanged(before, after, row)))
      changed += 1;
  return changed;
}

type IsChanged = (before: Column, after: Column, row: number) => boolean;

/** Compares each row by its bytes, so that the payload of a NaN counts. */
function otherBits(
  before: Extract<Column, { values: unknown }>,
  after: Extract<Column, { values: unknown }>,
): IsChanged {
  const [left, right] = [before.values, after.values].map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  ) as [Uint8Array, Uint8Array];
  const width = before.values.BYTES_PER_ELEMENT * (before.type === 'decimal' ? decimalWordCount(before.precision) : 1);
  return (_, __, row) => {
    for (let at = row * width; at < (row + 1) * width; at += 1) if (left[at] !== right[at]) return true;
    return false;
  };
}

const otherWords: IsChanged = (before, after, row) => textOf(cellValue(before, row)) !== textOf(cellValue(after, row));

function textOf(value: CellValue): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (typeof value === 'string') return JSON.stringify(value);
  return Object.is(value, -0) ? '-0' : String(value);
}
