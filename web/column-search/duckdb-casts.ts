import type { ColumnSchema } from '../../workers/model/column-schema';
import { type Narrowing, type PlainNarrowing, unitOfForm } from '../../workers/model/narrowing';
import { sqlIdentifier, sqlLiteral } from '../../workers/model/sql';

/** The time zone of a column of timestamps. Null if it has none, or is of another type. */
export const zoneOf = (column: ColumnSchema | undefined): string | null =>
  column?.type === 'timestamp' ? (column.timeZone ?? null) : null;

const duckdbTypes: Readonly<Record<Exclude<PlainNarrowing['to'], 'timestamp'>, string>> = {
  int32: 'INTEGER',
  uint32: 'UINTEGER',
  int64: 'BIGINT',
  float32: 'FLOAT',
  date: 'DATE',
};

function duckdbType(narrowing: PlainNarrowing): string {
  if (narrowing.to !== 'timestamp') return duckdbTypes[narrowing.to];
  if (!('from' in narrowing)) return narrowing.unit === 'ms' ? 'TIMESTAMP_MS' : 'TIMESTAMP';
  if (narrowing.isUtc) return 'TIMESTAMPTZ';
  const unit = unitOfForm(narrowing);
  return unit === 'ms' ? 'TIMESTAMP_MS' : unit === 'us' ? 'TIMESTAMP' : 'TIMESTAMP_NS';
}

const partsOf = (column: ColumnSchema | undefined) => ({
  item: column?.type === 'list' ? column.item : undefined,
  fields: column?.type === 'struct' ? column.fields : [],
});

/** True if DuckDB would write another type somewhere: its timestamps with a time zone have one unit. */
export function leavesZoned(narrowing: Narrowing, column: ColumnSchema | undefined): boolean {
  const { item, fields } = partsOf(column);
  if (narrowing.to === 'list') return leavesZoned(narrowing.item, item);
  if (narrowing.to === 'struct')
    return narrowing.fields.some((field, at) => field.narrowing !== null && leavesZoned(field.narrowing, fields[at]));
  return zoneOf(column) !== null;
}

/**
 * The values of an expression in narrower types, as an expression of DuckDB. Null if nothing in them is cast. A struct is built anew from its fields, since a
 * cast needs the types of all of them; a null stays null.
 */
export function duckdbCast(expression: string, narrowing: Narrowing, column: ColumnSchema | undefined): string | null {
  const { item, fields } = partsOf(column);
  if (narrowing.to === 'list') {
    const type = listType(narrowing.item, item);
    if (type !== null) return `CAST(${expression} AS ${type}[])`;
    const cast = duckdbCast('item', narrowing.item, item);
    return cast === null ? null : `[${cast} FOR item IN ${expression}]`;
  }
  if (narrowing.to === 'struct') {
    const casts = narrowing.fields.map(({ name, narrowing: own }, at) => {
      const field = `${expression}.${sqlIdentifier(name)}`;
      return { name, field, cast: own === null ? null : duckdbCast(field, own, fields[at]) };
    });
    if (casts.every(({ cast }) => cast === null)) return null;
    const built = casts.map(({ name, field, cast }) => `${sqlLiteral(name)}: ${cast ?? field}`).join(', ');
    return `CASE WHEN ${expression} IS NOT NULL THEN {${built}} END`;
  }
  return zoneOf(column) === null ? `CAST(${expression} AS ${duckdbType(narrowing)})` : null;
}

/** The type of a list's items; null if they are structs or are not cast. */
function listType(narrowing: Narrowing, column: ColumnSchema | undefined): string | null {
  if (narrowing.to === 'struct') return null;
  if (narrowing.to !== 'list') return zoneOf(column) === null ? duckdbType(narrowing) : null;
  const type = listType(narrowing.item, partsOf(column).item);
  return type === null ? null : `${type}[]`;
}
