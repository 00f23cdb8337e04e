import { columnTypeText } from './column-type-text';
import { type ColumnSchema, isPlainSchema, childColumns } from './column-schema';
import type { DatasetSchema } from './dataset';
import type { FormatImplementationMeta, FormatOperation } from './entry';
import type { OptionValues } from './options';

interface Context {
  readonly options: OptionValues;
  readonly innerCodec: string | null;
}

/** What is known of an implementation and a schema: the answers so far, and the column that it does not support, whatever the options. */
interface Known {
  readonly answers: Map<string, string | null>;
  readonly homeless: ReturnType<typeof unheldColumn>;
}

/** The page asks hundreds of times for the same data, of which each answer would look at all columns. */
const known = new WeakMap<DatasetSchema, WeakMap<FormatImplementationMeta, Known>>();

function knownOf(schema: DatasetSchema, implementation: FormatImplementationMeta): Known {
  const ofSchema = known.get(schema) ?? new WeakMap<FormatImplementationMeta, Known>();
  known.set(schema, ofSchema);
  const before = ofSchema.get(implementation);
  if (before !== undefined) return before;
  const homeless = schema.kind === 'table' ? unheldColumn(implementation, schema.columns, '') : null;
  const found = { answers: new Map<string, string | null>(), homeless };
  ofSchema.set(implementation, found);
  return found;
}

/** Why the implementation does not support the operation for such data, as one sentence for the table. Null if it does. */
export function unsupportedReason(
  implementation: FormatImplementationMeta,
  operation: FormatOperation,
  schema: DatasetSchema,
  context: Context,
): string | null {
  const { answers, homeless } = knownOf(schema, implementation);
  const key = JSON.stringify([operation, context.innerCodec, Object.entries(context.options).sort()]);
  const answer = answers.get(key);
  if (answer !== undefined) return answer;
  const reason = reasonFor(implementation, operation, schema, { ...context, homeless });
  answers.set(key, reason);
  return reason;
}

function reasonFor(
  implementation: FormatImplementationMeta,
  operation: FormatOperation,
  schema: DatasetSchema,
  { homeless, ...context }: Context & Pick<Known, 'homeless'>,
): string | null {
  if (schema.kind === 'molecules' && implementation.holdsMolecules !== true) return 'It does not support molecules.';
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
