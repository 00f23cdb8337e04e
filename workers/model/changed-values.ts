import { columnBuffers } from './canonical';
import { rowCountOf } from './column-rows';
import { type CellValue, type Column, decimalWordCount, isVariableWidth, type VariableWidthColumn } from './column';
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
  if (isSameType && haveEqualBytes(before, after)) return 0;
  const isChanged = isSameType ? comparisonOf(before, after) : otherWords;
  let changed = 0;
  for (let row = 0; row < rowCount; row += 1)
    if (isNotNull(before, row) !== isNotNull(after, row) || (isNotNull(before, row) && isChanged(before, after, row)))
      changed += 1;
  return changed;
}

/** True if the columns, which have the same type, have equal bytes in canonical form. Most have, and then no row has to be compared. */
function haveEqualBytes(before: Column, after: Column): boolean {
  const [left, right] = [columnBuffers(before), columnBuffers(after)];
  return left.length === right.length && left.every((view, index) => isEqual(bytesOf(view), bytesOf(right[index])));
}

function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return false;
  return true;
}

const bytesOf = (view: ArrayBufferView | undefined): Uint8Array =>
  view === undefined ? new Uint8Array() : new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

type IsChanged = (before: Column, after: Column, row: number) => boolean;

/** How the rows of two columns of the same type are compared: by their bytes, if the type has them in one place. */
function comparisonOf(before: Column, after: Column): IsChanged {
  if ('values' in before && 'values' in after) return otherBits(before, after);
  return isVariableWidth(before) && isVariableWidth(after) ? otherBytes(before, after) : otherWords;
}

/** Compares each row by its bytes, so that the payload of a NaN counts. */
function otherBits(
  before: Extract<Column, { values: unknown }>,
  after: Extract<Column, { values: unknown }>,
): IsChanged {
  const [left, right] = [bytesOf(before.values), bytesOf(after.values)];
  const width = before.values.BYTES_PER_ELEMENT * (before.type === 'decimal' ? decimalWordCount(before.precision) : 1);
  return (_, __, row) => {
    for (let at = row * width; at < (row + 1) * width; at += 1) if (left[at] !== right[at]) return true;
    return false;
  };
}

function otherBytes(before: VariableWidthColumn, after: VariableWidthColumn): IsChanged {
  const rowBytes = ({ data, offsets }: VariableWidthColumn, row: number) =>
    data.subarray(offsets[row], offsets[row + 1]);
  return (_, __, row) => !isEqual(rowBytes(before, row), rowBytes(after, row));
}

const otherWords: IsChanged = (before, after, row) => textOf(cellValue(before, row)) !== textOf(cellValue(after, row));

function textOf(value: CellValue): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (typeof value === 'string') return JSON.stringify(value);
  return Object.is(value, -0) ? '-0' : String(value);
}
