import * as v from 'valibot';
import {
  columnTypes,
  type ColumnType,
  timeUnitSchema,
  type TimeUnit,
  type PlainColumn,
  type Column,
  maxDecimalPrecision,
  isVariableWidth,
  timestampParameters,
} from './column';
import { FormatlabError } from './errors';

/**
 * A column's type without its values; {@link Column} documents the fields. A timestamp without parameters has microseconds and no time
 * zone.
 */
export type ColumnSchema = { readonly name: string; readonly nullable: boolean } & (
  | { readonly type: Exclude<ColumnType, 'timestamp'> | 'float16' }
  | { readonly type: 'timestamp'; readonly unit?: TimeUnit; readonly timeZone?: string }
  | { readonly type: 'time' | 'duration'; readonly unit: TimeUnit }
  | { readonly type: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly type: 'fixedBinary'; readonly width: number }
  | {
      readonly type: 'category';
      readonly ordered: boolean;
      /** Number of categories. */
      readonly categories: number;
      readonly item: ColumnSchema;
    }
  | { readonly type: 'list'; readonly item: ColumnSchema }
  | { readonly type: 'struct'; readonly fields: readonly ColumnSchema[] }
);

/** The maximum number of UTF-16 code units of a column's name. */
export const maxColumnNameLength = 1_000;
const projectColumnIndex = { name: v.pipe(v.string(), v.maxLength(maxColumnNameLength)), nullable: v.boolean() };
/** A positive integer. */
export const positiveSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** The maximum number of columns that a table may have. */
export const maxColumns = 10_000;
/** Deeper nesting is refused, since the code that shows and writes columns recurses once for each level. */
export const maxColumnDepth = 32;

export const columnSchemaSchema: v.GenericSchema<ColumnSchema> = v.lazy(() =>
  v.variant('type', [
    v.strictObject({
      name: projectColumnIndex.name,
      type: v.picklist([...columnTypes.filter((type) => type !== 'timestamp'), 'float16'] as const),
      nullable: projectColumnIndex.nullable,
    }),
    v.strictObject({
      name: projectColumnIndex.name,
      type: v.literal('timestamp'),
      nullable: projectColumnIndex.nullable,
      unit: v.exactOptional(timeUnitSchema),
      timeZone: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
    }),
    v.strictObject({ ...projectColumnIndex, type: v.picklist(['time', 'duration']), unit: timeUnitSchema }),
    v.strictObject({
      ...projectColumnIndex,
      type: v.literal('decimal'),
      precision: v.pipe(positiveSchema, v.maxValue(maxDecimalPrecision)),
      scale: v.pipe(v.number(), v.integer(), v.minValue(-128), v.maxValue(128)),
    }),
    v.strictObject({
      ...projectColumnIndex,
      type: v.literal('fixedBinary'),
      width: v.pipe(positiveSchema, v.maxValue(2 ** 31 - 1)),
    }),
    v.strictObject({
      ...projectColumnIndex,
      type: v.literal('category'),
      ordered: v.boolean(),
      categories: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      item: v.pipe(columnSchemaSchema, v.check(isPlainSchema, 'Categories must have a type without parameters.')),
    }),
    v.strictObject({ ...projectColumnIndex, type: v.literal('list'), item: columnSchemaSchema }),
    v.strictObject({
      ...projectColumnIndex,
      type: v.literal('struct'),
      fields: v.pipe(v.array(columnSchemaSchema), v.maxLength(maxColumns)),
    }),
  ]),
);

/** True if the type is one of {@link columnTypes} without parameters. */
export function isPlainSchema(column: ColumnSchema): boolean {
  if (column.type === 'timestamp') return column.unit === undefined && column.timeZone === undefined;
  return (columnTypes as readonly string[]).includes(column.type);
}

type PlainColumnSchema = { readonly name: string; readonly type: ColumnType; readonly nullable: boolean };

/**
 * The same as {@link plainColumns}, for schemas.
 * @throws `unsupported` if a column is not plain.
 */
export function plainColumnSchemas(columns: readonly ColumnSchema[]): readonly PlainColumnSchema[] {
  return columns.map(({ name, type, nullable }, index) => {
    const column = columns[index] as ColumnSchema;
    if (!isPlainSchema(column)) throw notPlain(name, type);
    return { name, type: type as ColumnType, nullable };
  });
}

/** The columns inside a column: the items of a list, the categories of a category, or the fields of a struct. */
export function childColumns(column: ColumnSchema): readonly ColumnSchema[] {
  if (column.type === 'list' || column.type === 'category') return [column.item];
  return column.type === 'struct' ? column.fields : [];
}

/** The columns and all columns inside them, at any depth. */
export function withNestedColumns(columns: readonly ColumnSchema[]): readonly ColumnSchema[] {
  const isFlat = columns.every((column) => childColumns(column).length === 0);
  return isFlat ? columns : columns.flatMap((column) => [column, ...withNestedColumns(childColumns(column))]);
}

/** The answers so far. Formats ask hundreds of times for the same columns, of which there may be ten thousands. */
const repeats = new WeakMap<readonly ColumnSchema[], boolean>();

/** True if two columns, or two fields of one struct, have the same name. Objects and dictionaries cannot hold such columns. */
export function repeatsName(columns: readonly ColumnSchema[]): boolean {
  const known = repeats.get(columns);
  if (known !== undefined) return known;
  const isRepeated =
    new Set(columns.map(({ name }) => name)).size !== columns.length ||
    withNestedColumns(columns).some((column) => column.type === 'struct' && repeatsName(column.fields));
  repeats.set(columns, isRepeated);
  return isRepeated;
}

/** Nesting depth of a column: 1 if it has no columns inside. */
export const columnDepth = (column: ColumnSchema): number => 1 + Math.max(0, ...childColumns(column).map(columnDepth));

/** The schema of a column. Its keys have the order that the canonical form prescribes. */
export function columnSchemaOf(column: Column): ColumnSchema {
  const { name } = column;
  const nullable = column.validity !== null;
  switch (column.type) {
    case 'timestamp': {
      const { unit, timeZone } = timestampParameters(column);
      if (unit === 'us' && timeZone === null) return { name, type: 'timestamp', nullable };
      return { name, type: 'timestamp', nullable, unit, ...(timeZone === null ? {} : { timeZone }) };
    }
    case 'time':
    case 'duration':
      return { name, type: column.type, nullable, unit: column.unit };
    case 'decimal':
      return { name, type: 'decimal', nullable, precision: column.precision, scale: column.scale };
    case 'fixedBinary':
      return { name, type: 'fixedBinary', nullable, width: column.width };
    case 'category': {
      const { ordered, categories } = column;
      const count = isVariableWidth(categories) ? categories.offsets.length - 1 : categories.values.length;
      return { name, type: 'category', nullable, ordered, categories: count, item: columnSchemaOf(categories) };
    }
    case 'list':
      return { name, type: 'list', nullable, item: columnSchemaOf(column.item) };
    case 'struct':
      return { name, type: 'struct', nullable, fields: column.fields.map(columnSchemaOf) };
    default:
      return { name, type: column.type, nullable };
  }
}

export function isPlainColumn(column: Column): column is PlainColumn {
  return isPlainSchema(columnSchemaOf(column));
}

/**
 * Narrows a table's columns for a format that supports plain ones only.
 * @throws `unsupported` if a column is not plain; `unsupportedReason` should have excluded the table before.
 */
export function plainColumns({ columns }: { readonly columns: readonly Column[] }): readonly PlainColumn[] {
  return columns.map((column) => {
    if (isPlainColumn(column)) return column;
    throw notPlain(column.name, column.type);
  });
}

const notPlain = (name: string, type: string) =>
  new FormatlabError({
    tag: 'unsupported',
    stage: 'encode',
    message: `The column “${name}” is of type ${type}, which is not supported here.`,
  });
