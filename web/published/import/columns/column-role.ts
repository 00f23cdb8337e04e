import type { ImportedScope, ImportedUnit, Quantity } from '../../../../workers/model/imported-set';
import type { Numerals } from '../readers/cell-number';

/** How figures are read, and what their unit rests on; `column`: it is printed in a column of its own, `user`: somebody chose. */
export interface FigureReading {
  readonly quantity: Quantity;
  readonly unit: ImportedUnit;
  readonly basis: 'heading' | 'cells' | 'column' | 'words' | 'nothing' | 'user';
  /** What its clock ran over, where its heading or the user says so; null is what is said of the whole table. */
  readonly scope: ImportedScope | null;
}

/**
 * What a column of the table is. In a wide table each `figure` column is a metric. In a long one each row names its metric in `metricName` columns, and the number is in a `value`
 * column. `unit` and `error` (what ± spans) belong to columns of numbers beside them.
 */
export type ColumnRole =
  | { readonly role: 'system' }
  | { readonly role: 'dataset' }
  | ({ readonly role: 'figure' } & FigureReading)
  | { readonly role: 'metricName' }
  /** One name of both, as benchmarks have: `zstdEncode`. */
  | { readonly role: 'systemAndMetric' }
  | { readonly role: 'value' }
  | { readonly role: 'unit' }
  | { readonly role: 'error' }
  /** How many bytes the data of the row's dataset has, before anything was done to it. */
  | { readonly role: 'dataBytes' }
  | { readonly role: 'out' };

export interface Mapping {
  /** Where the systems stand: each in a row, or each in a column. */
  readonly systemsIn: 'rows' | 'columns';
  readonly numerals: Numerals;
  /** By column of the table as it is oriented. */
  readonly columns: readonly ColumnRole[];
  /** How metrics that are named in cells are read, by their key, where that was chosen and is not guessed. */
  readonly named: ReadonlyMap<string, FigureReading>;
  /** What becomes of several numbers of one system, metric and dataset: `apart` makes them systems of their own in a wide table, and leaves them out of a long one. */
  readonly repeats: 'apart' | 'median';
}

/** Whether the rows name their metric. */
export const namesMetrics = (columns: readonly ColumnRole[]): boolean =>
  columns.some(({ role }) => role === 'metricName' || role === 'systemAndMetric');

export const indexesOf = (columns: readonly ColumnRole[], role: ColumnRole['role']): number[] =>
  columns.flatMap((column, index) => (column.role === role ? [index] : []));

/** The column of units that belongs to a column of numbers: the next one to its right, else to its left; null without any. */
export function unitColumnOf(columns: readonly ColumnRole[], index: number): number | null {
  const units = indexesOf(columns, 'unit');
  return units.find((at) => at > index) ?? units.findLast((at) => at < index) ?? null;
}

/** The column of numbers that a column of errors belongs to: the next one to its left, else to its right; null without any. */
export function columnOfError(columns: readonly ColumnRole[], index: number): number | null {
  const numbers = columns.flatMap(({ role }, at) => (role === 'figure' || role === 'value' ? [at] : []));
  return numbers.findLast((at) => at < index) ?? numbers.find((at) => at > index) ?? null;
}
