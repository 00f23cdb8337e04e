import { type Column, timestampParameters } from '../model/column';
import type { Table } from '../model/dataset';
import type { TimestampTextUnit } from './timestamp-texts';

/** The column of timestamps as instants, which count UTC. */
export function inUtc(column: Column): Column {
  if (column.type !== 'timestamp') return column;
  const { name, type, validity, values } = column;
  return { name, type, validity, values, unit: timestampParameters(column).unit, timeZone: 'UTC' };
}

/** The table, where the columns at `places` are instants. Those in nanoseconds come as int64. */
export const withUtc = (table: Table, places: ReadonlyMap<number, TimestampTextUnit>): Table => ({
  ...table,
  columns: table.columns.map((column, index) => {
    const unit = places.get(index);
    if (unit === 'ns' && column.type === 'int64')
      return {
        name: column.name,
        type: 'timestamp',
        validity: column.validity,
        values: column.values,
        unit,
        timeZone: 'UTC',
      };
    return unit === undefined ? column : inUtc(column);
  }),
});
