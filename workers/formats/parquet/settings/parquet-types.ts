import { expandCategories } from '../../../columns/categories';
import { applyColumnLoss } from '../../../columns/forget-values';
import type { ColumnarLayout } from '../../../columns/columnar-layout';
import type { LaidOutColumn } from '../../../columns/laid-out-column';
import type { Column } from '../../../model/column';
import { type ColumnSchema, childColumns } from '../../../model/column-schema';
import type { Dataset } from '../../../model/dataset';

/** Types that Parquet lacks, which the note in the file describes: the unit of seconds, durations, time zone names, dictionaries, and JSON inside other types. */
export function needsTypeNote(column: ColumnSchema): boolean {
  switch (column.type) {
    case 'duration':
    case 'category':
    case 'json':
      return true;
    case 'time':
      return column.unit === 's';
    case 'timestamp':
      return column.unit === 's' || column.timeZone !== undefined;
    default:
      return false;
  }
}

/** True if Parquet can store the type, otherwise why not. */
export const storesType = (column: ColumnSchema): true | string =>
  column.type === 'decimal' && (column.scale < 0 || column.scale > column.precision)
    ? 'a decimal of Parquet has from 0 to as many digits after the point as it has digits.'
    : true;

export const holdsCategory = (column: ColumnSchema): boolean =>
  column.type === 'category' || childColumns(column).some(holdsCategory);

/** The column as it comes back: columns are written value by value, so only the categories that occur are left, in the order of the rows. */
export const categoryLoss = 'The order of the categories, and categories that no row has.';

export const holdsSeconds = (column: ColumnSchema): boolean =>
  ((column.type === 'timestamp' || column.type === 'time') && column.unit === 's') ||
  childColumns(column).some(holdsSeconds);

/** Formatlab's readers restore the unit by the note in the file; pyarrow and other readers do not. */
export const secondsLoss =
  'The unit of seconds, which Parquet lacks: such columns are stored in milliseconds. Their type changes for other readers, such as pyarrow; their values are kept.';

export function dropCategoryOrder(dataset: Dataset): Dataset {
  if (dataset.kind !== 'table') return dataset;
  const { rowCount, columns } = dataset;
  return {
    ...dataset,
    columns: columns.map((column) => unordered(applyColumnLoss(column, rowCount, (values) => values))),
  };
}

function unordered(column: Column): Column {
  switch (column.type) {
    case 'category':
      return { ...column, ordered: false };
    case 'list':
      return { ...column, item: unordered(column.item) };
    case 'struct':
      return { ...column, fields: column.fields.map(unordered) };
    default:
      return column;
  }
}

/**
 * The columns as they are written. Arrow's Parquet readers support dictionaries of texts and bytes; others are written as their values, and the note calls them categories. Parquet has
 * no unit of seconds: such columns are written as milliseconds, like pyarrow does, or as plain integers if 64 bits cannot hold the milliseconds.
 */
export function storableLayout(layout: ColumnarLayout): ColumnarLayout {
  return {
    ...layout,
    columns: layout.columns.map((column) =>
      column.type === 'vector' ? column : writtenColumn(column),
    ) as LaidOutColumn[],
  };
}

const secondsPerDay = 86_400n;
const maxSeconds = (2n ** 63n - 1n) / 1_000n;
const fitsMilliseconds = (seconds: bigint) => seconds >= -maxSeconds && seconds <= maxSeconds;

function writtenColumn(column: Column): Column {
  switch (column.type) {
    case 'category':
      return 'offsets' in column.categories ? { ...column, ordered: false } : expandCategories(column);
    case 'timestamp':
      return 'unit' in column && column.unit === 's' && column.values.every(fitsMilliseconds)
        ? { ...column, unit: 'ms', values: column.values.map((seconds) => seconds * 1_000n) }
        : column;
    case 'time':
      return column.unit === 's' && column.values.every((seconds) => seconds >= 0n && seconds <= secondsPerDay)
        ? { ...column, unit: 'ms', values: column.values.map((seconds) => seconds * 1_000n) }
        : column;
    case 'list':
      return { ...column, item: writtenColumn(column.item) };
    case 'struct':
      return { ...column, fields: column.fields.map(writtenColumn) };
    default:
      return column;
  }
}
