import { toCategories, expandCategories } from './categories';
import type { Column, PlainColumn } from '../model/column';
import { float16NaN, isFloat16NaN } from '../model/float16';
import { isNotNull } from '../model/table-row';

/**
 * Applies the loss `forget` to each plain column inside `column`. Every category column also loses the order of its categories and unused
 * categories, as in formats that write only each row's value.
 */
export function applyColumnLoss(
  column: Column,
  rowCount: number,
  forget: (column: Column, rowCount: number) => Column,
): Column {
  return forgetBelow(column, rowCount, forget, () => false);
}

/** `isEmpty` is true for rows under a null struct, which have no category. */
function forgetBelow(
  column: Column,
  rowCount: number,
  forget: (column: Column, rowCount: number) => Column,
  isEmpty: (row: number) => boolean,
): Column {
  switch (column.type) {
    case 'category':
      return toCategories(forget(expandCategories(column), rowCount) as PlainColumn, column.ordered, rowCount, isEmpty);
    case 'list':
      return { ...column, item: forgetBelow(column.item, column.offsets[rowCount] ?? 0, forget, () => false) };
    case 'struct': {
      const isNull = (row: number) => isEmpty(row) || !isNotNull(column, row);
      return { ...column, fields: column.fields.map((field) => forgetBelow(field, rowCount, forget, isNull)) };
    }
    default:
      return forget(column, rowCount);
  }
}

/** Replaces a NaN with any payload by JavaScript's NaN. */
export const canonicalNaN = (value: number) => (Number.isNaN(value) ? Number.NaN : value);

/** The column with every NaN replaced by the same NaN. */
export function dropNaNPayloads(column: Column): Column {
  switch (column.type) {
    case 'float32':
    case 'float64':
      return { ...column, values: column.values.map(canonicalNaN) } as Column;
    case 'float16':
      return { ...column, values: column.values.map((bits) => (isFloat16NaN(bits) ? float16NaN : bits)) };
    default:
      return column;
  }
}
