import { columnTypeText } from './column-type-text';
import { type ColumnSchema, isPlainSchema, childColumns } from './column-schema';
import type { DatasetSchema } from './dataset';
import type { FormatImplementationMeta, FormatOperation } from './entry';
import type { OptionValues } from './options';

/** Why the implementation does not support the operation for such data, as one sentence for the table. Null if it does. */
export function unsupportedReason(
  implementation: FormatImplementationMeta,
  operation: FormatOperation,
  schema: DatasetSchema,
  context: { readonly options: OptionValues; readonly innerCodec: string | null },
): string | null {
  if (schema.kind === 'molecules' && implementation.holdsMolecules !== true) return 'It does not support molecules.';
  const homeless = schema.kind === 'table' ? unheldColumn(implementation, schema.columns, '') : null;
  if (homeless !== null && schema.kind === 'table') {
    const { path, column, why } = homeless;
    // First check whether the format supports a table at all, whatever its columns.
    const columns = schema.columns.map((each): ColumnSchema => (isPlainSchema(each) ? each : plainInstead(each)));
    const general = implementation.unsupported(operation, { ...schema, columns }, context);
    if (general !== null) return general;
    return `The column “${path}” is of type ${columnTypeText(column)}${why === null ? ', which it does not support here.' : `: ${why}`}`;
  }
  const reason = implementation.unsupported(operation, schema, context);
  if (reason !== null || operation !== 'warmLookup' || implementation.lookupCache === true) return reason;
  return 'Its look-ups keep nothing in memory, so warm look-ups equal cold ones.';
}

const plainInstead = ({ name, nullable }: ColumnSchema): ColumnSchema => ({ name, type: 'int64', nullable });

/** The first column, or part of a column, that the implementation does not support. `path` holds the names of the enclosing columns. */
function unheldColumn(
  implementation: FormatImplementationMeta,
  columns: readonly ColumnSchema[],
  around: string,
): { readonly path: string; readonly column: ColumnSchema; readonly why: string | null } | null {
  for (const column of columns) {
    const path = `${around}${column.name}`;
    const held = isPlainSchema(column) || (implementation.holds?.(column) ?? false);
    if (held !== true) return { path, column, why: held === false ? null : held };
    const inner = unheldColumn(implementation, childColumns(column), `${path}.`);
    if (inner !== null) return inner;
  }
  return null;
}
