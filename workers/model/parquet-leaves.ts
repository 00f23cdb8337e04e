import type { ColumnSchema } from './column-schema';

/** A column that Parquet stores, which may be part of a nested one. */
interface ParquetLeaf {
  /** Its path, as pyarrow writes it: `name`, `list.list.element`, `struct.field`. */
  readonly path: string;
  /** The name of the table's column that it is part of. */
  readonly of: string;
  readonly column: ColumnSchema;
}

/** The columns that Parquet stores of a table's columns. */
export const parquetLeaves = (columns: readonly ColumnSchema[]): readonly ParquetLeaf[] =>
  columns.flatMap((column) => leavesBelow(column, column.name, column.name));

function leavesBelow(column: ColumnSchema, path: string, of: string): readonly ParquetLeaf[] {
  if (column.type === 'list') return leavesBelow(column.item, `${path}.list.element`, of);
  if (column.type !== 'struct') return [{ path, of, column }];
  return column.fields.flatMap((field) => leavesBelow(field, `${path}.${field.name}`, of));
}
