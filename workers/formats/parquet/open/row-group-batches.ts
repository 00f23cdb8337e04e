import type { Column } from '../../../model/column';
import { columnName } from '../../../own-file/notes';

/**
 * arrow-rs keeps a column's dictionary as long as a batch holds rows of one row group only; otherwise it makes a new one, in the order in
 * which the values appear.
 */

/** The default number of rows to decode at once. Fewer rows are slower, and more are no faster. */
const usualRows = 131_072;
/** Fewer rows in a batch take much longer, unless there are few rows. */
const mostBatches = 1_024;

const divisor = (left: number, right: number): number => (right === 0 ? left : divisor(right, left % right));

/** The rows of a batch with which none spans two row groups. Null if there would be too many batches, and if the numbers cannot be true. */
export function alignedBatchRows(groupRows: readonly number[]): number | null {
  if (groupRows.some((rows) => !Number.isSafeInteger(rows) || rows < 0)) return null;
  const common = groupRows.slice(0, -1).reduce(divisor, 0);
  if (common === 0) return usualRows;
  const total = groupRows.reduce((sum, rows) => sum + rows, 0);
  // There are at least as many batches as parts of a row group.
  for (let parts = Math.ceil(common / usualRows); parts <= mostBatches; parts += 1)
    if (common % parts === 0) return (total / common) * parts <= mostBatches ? common / parts : null;
  return null;
}

export const batchRowsFor = (groupRows: readonly number[]): number => alignedBatchRows(groupRows) ?? usualRows;

/** The column with unordered categories, also within lists and structs, where their order is not known. `notes` say so. */
export function withUnorderedCategories(column: Column, notes: string[], path = column.name): Column {
  switch (column.type) {
    case 'list':
      return { ...column, item: withUnorderedCategories(column.item, notes, path) };
    case 'struct':
      return {
        ...column,
        fields: column.fields.map((field) => withUnorderedCategories(field, notes, `${path}.${field.name}`)),
      };
    case 'category': {
      if (!column.ordered) return column;
      notes.push(
        `${columnName(path)}: the order of its categories is lost, since it cannot be read from row groups of such different sizes.`,
      );
      return { ...column, ordered: false };
    }
    default:
      return column;
  }
}
