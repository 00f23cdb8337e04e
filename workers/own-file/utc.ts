import { type Column, timestampParameters } from '../model/column';
import type { Table } from '../model/dataset';

/** The column of timestamps as instants, which count UTC. */
export function inUtc(column: Column): Column {
  if (column.type !== 'timestamp') return column;
  const { name, type, validity, values } = column;
  return { name, type, validity, values, unit: timestampParameters(column).unit, timeZone: 'UTC' };
}

/** The table, where the columns at `places` are instants. */
export const withUtc = (table: Table, places: ReadonlySet<number>): Table => ({
  ...table,
  columns: table.columns.map((column, index) => (places.has(index) ? inUtc(column) : column)),
});
