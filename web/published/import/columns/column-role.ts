import type { ImportedScope, ImportedUnit, Quantity } from '../../../../workers/model/imported-set';
import type { DecimalMark } from '../readers/cell-number';

/**
 * How the figures of a column are interpreted. `basis` says where the unit comes from; `column` means a separate column
 * of units, and `user` means that the user chose it.
 */
export interface FigureReading {
  readonly quantity: Quantity;
  readonly unit: ImportedUnit;
  readonly basis: 'heading' | 'cells' | 'column' | 'words' | 'nothing' | 'user';
  /**
   * The clock's scope, if the column's heading or the user states one. Null if the scope of the whole table applies.
   */
  readonly scope: ImportedScope | null;
}

/**
 * The role of a column. In a wide table, each `figure` column is one metric. In a long table, each row names its metric
 * in `metricName` columns and has its number in a `value` column. The roles `unit` and `error` (the ± of a number)
 * belong to a neighbouring column of numbers.
 */
export type ColumnRole =
  | { readonly role: 'system' }
  | { readonly role: 'dataset' }
  | ({ readonly role: 'figure' } & FigureReading)
  | { readonly role: 'metricName' }
  /** A benchmark's name that contains both the system and the metric: `zstdEncode`. */
  | { readonly role: 'systemAndMetric' }
  | { readonly role: 'value' }
  | { readonly role: 'unit' }
  | { readonly role: 'error' }
  /** The size in bytes of the row's dataset before encoding. */
  | { readonly role: 'dataBytes' }
  | { readonly role: 'out' };

export interface ColumnMapping {
  /** Whether each system has a row or a column. */
  readonly systemsIn: 'rows' | 'columns';
  readonly numerals: DecimalMark;
  /** The role of each column, after the table has been oriented with one system per row. */
  readonly columns: readonly ColumnRole[];
  /**
   * The readings that the user chose for metrics that cells name, by the metric's key. Metrics without an entry are
   * guessed.
   */
  readonly named: ReadonlyMap<string, FigureReading>;
  /**
   * How several numbers of one system, metric and dataset are treated. `apart` turns them into separate systems in a
   * wide table and omits them from a long one; `median` takes their median.
   */
  readonly repeats: 'apart' | 'median';
}

/** True if the rows name their metric, as in a long table. */
export const rowsNameMetrics = (columns: readonly ColumnRole[]): boolean =>
  columns.some(({ role }) => role === 'metricName' || role === 'systemAndMetric');

export const indexesOf = (columns: readonly ColumnRole[], role: ColumnRole['role']): number[] =>
  columns.flatMap((column, index) => (column.role === role ? [index] : []));

/**
 * The index of the column of units for a column of numbers: the next column to the right, otherwise to the left. Null
 * if neither holds units.
 */
export function unitColumnOf(columns: readonly ColumnRole[], index: number): number | null {
  const units = indexesOf(columns, 'unit');
  return units.find((at) => at > index) ?? units.findLast((at) => at < index) ?? null;
}

/**
 * The index of the column of numbers to which a column of errors belongs: the next column to the left, otherwise to the
 * right. Null if neither holds numbers.
 */
export function numberColumnOfError(columns: readonly ColumnRole[], index: number): number | null {
  const numbers = columns.flatMap(({ role }, at) => (role === 'figure' || role === 'value' ? [at] : []));
  return numbers.findLast((at) => at < index) ?? numbers.find((at) => at > index) ?? null;
}
