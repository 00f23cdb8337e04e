import { countBits } from '../../model/bits';
import {
  type Column,
  decimalWordCount,
  type FixedWidthColumn,
  type ListColumn,
  type NumericType,
  numericConstructor,
  type StructColumn,
  timeUnits,
  timestampParameters,
} from '../../model/column';
import { normalizeColumn, nullRowIndex, rowCountOf, takeRows } from '../../model/column-rows';
import { columnSchemaOf } from '../../model/column-schema';
import { columnName } from '../../own-file/notes';
import { plural } from '../../model/plural';
import type { ColumnPart } from './join-columns';
import { namedType } from './schemas';

/** The whole numbers that a type holds: bits without that of the sign, and whether there is one. */
const integers: Readonly<Record<string, { readonly bits: number; readonly isSigned: boolean }>> = {
  uint8: { bits: 8, isSigned: false },
  uint16: { bits: 16, isSigned: false },
  uint32: { bits: 32, isSigned: false },
  uint64: { bits: 64, isSigned: false },
  int8: { bits: 7, isSigned: true },
  int16: { bits: 15, isSigned: true },
  int32: { bits: 31, isSigned: true },
  int64: { bits: 63, isSigned: true },
};
/** float64 holds every whole number of so many bits exactly. */
const exactFloatBits = 53;

/**
 * The smallest type that holds every value of all of these types of numbers exactly; null if there is none, or one is no type of numbers.
 * @param most the bits that the whole numbers take at most, where their values are known
 */
export function commonNumericType(types: readonly string[], most = Number.POSITIVE_INFINITY): NumericType | null {
  const [first] = types;
  if (types.every((type) => type === first)) return (first as NumericType | undefined) ?? null;
  const whole = types.flatMap((type) => integers[type] ?? []);
  const bits = Math.min(most, Math.max(0, ...whole.map((each) => each.bits)));
  if (whole.length < types.length)
    return types.every((type) => type in integers || type === 'float32' || type === 'float64') && bits <= exactFloatBits
      ? 'float64'
      : null;
  const isSigned = whole.some((each) => each.isSigned);
  const found = Object.entries(integers).find(([, each]) => each.isSigned === isSigned && each.bits >= bits);
  return (found?.[0] as NumericType | undefined) ?? null;
}

/** The bits of the largest whole number in columns of 64 bits; of other columns, those of their types are enough. */
function bitsOf(parts: readonly ColumnPart[]): number {
  let largest = 0n;
  for (const { column } of parts)
    if (column.type === 'int64' || column.type === 'uint64')
      for (const value of column.values) {
        const size = value < 0n ? -value : value;
        if (size > largest) largest = size;
      }
  return Math.max(largest.toString(2).length, 32);
}

/** The column in a type that holds all of its values exactly. */
function widened(column: Column, type: NumericType): Column {
  if (column.type === type) return column;
  const { values } = column as FixedWidthColumn;
  const Values = numericConstructor(type);
  const isBig = type === 'int64' || type === 'uint64';
  // A value that is no float is exact in float64, and one that is stays the same number.
  const made = isBig
    ? (Values as BigInt64ArrayConstructor).from(values as ArrayLike<number | bigint>, (value) => BigInt(value))
    : (Values as Float64ArrayConstructor).from(values as ArrayLike<number | bigint>, (value) => Number(value));
  return { name: column.name, type, validity: column.validity, values: made } as Column;
}

const typeKey = (column: Column): string => namedType(columnSchemaOf(column)).key;
const typeText = (column: Column): string => namedType(columnSchemaOf(column)).type ?? column.type;

const hasValues = ({ column: { validity }, rowCount }: ColumnPart): boolean =>
  rowCount > 0 && (validity === null || countBits(validity) > 0);

/** The columns in one type, if there is one that holds all their values; otherwise as they are. */
function inOneType(parts: readonly ColumnPart[]): readonly Column[] {
  const columns = parts.map(({ column }) => column);
  const [first] = columns;
  if (first === undefined || columns.every((column) => typeKey(column) === typeKey(first))) return columns;
  const valued = parts.filter(hasValues);
  if (valued.length < parts.length) return withNulls(parts, inOneType(valued));
  if (columns.every((column): column is ListColumn => column.type === 'list')) {
    const lists = parts.map(({ column, rowCount }) => normalizeColumn(column, rowCount) as ListColumn);
    const items = inOneType(lists.map(({ item, offsets }) => ({ column: item, rowCount: offsets.at(-1) ?? 0 })));
    return lists.map((list, at) => ({ ...list, item: items[at] ?? list.item }));
  }
  if (columns.every((column): column is StructColumn => column.type === 'struct')) return withCommonFields(parts);
  if (columns.every(({ type }) => type === 'timestamp' || type === 'time' || type === 'duration'))
    return inOneUnit(columns);
  if (columns.every(({ type }) => type === 'decimal')) return inOnePrecision(parts);
  const types = columns.map(({ type }) => type);
  const type = commonNumericType(types) ?? commonNumericType(types, bitsOf(parts));
  return type === null ? columns : columns.map((column) => widened(column, type));
}

/** The columns with values as they are given, and the others, which fit every type, in the type of the first of them. */
function withNulls(parts: readonly ColumnPart[], valued: readonly Column[]): readonly Column[] {
  const columns = parts.map(({ column }) => column);
  const model = valued[0] ?? columns.find(({ type }) => type !== 'utf8') ?? columns[0];
  let next = 0;
  return parts.map((part) => {
    const { column, rowCount } = part;
    if (hasValues(part)) return valued[next++] ?? column;
    return model === undefined
      ? column
      : { ...takeRows(model, new Int32Array(rowCount).fill(nullRowIndex)), name: column.name };
  });
}

function withCommonFields(parts: readonly ColumnPart[]): readonly Column[] {
  const structs = parts.map(({ column, rowCount }) => normalizeColumn(column, rowCount) as StructColumn);
  const names = (structs[0]?.fields ?? []).map(({ name }) => name);
  if (structs.some(({ fields }) => fields.map(({ name }) => name).join('\n') !== names.join('\n'))) return structs;
  const byField = names.map((_, at) =>
    inOneType(
      structs.flatMap(({ fields }, part) => {
        const field = fields[at];
        return field === undefined ? [] : [{ column: field, rowCount: parts[part]?.rowCount ?? 0 }];
      }),
    ),
  );
  return structs.map((struct, part) => ({
    ...struct,
    fields: struct.fields.map((field, at) => byField[at]?.[part] ?? field),
  }));
}

const ticksOf = { s: 1n, ms: 1_000n, us: 1_000_000n, ns: 1_000_000_000n };
const largestTicks = 2n ** 63n - 1n;

type TimeColumn = Extract<Column, { type: 'timestamp' | 'time' | 'duration' }>;

/** Times in the finest of their units, if each fits there. */
function inOneUnit(columns: readonly Column[]): readonly Column[] {
  const times = columns as readonly TimeColumn[];
  const parameters = times.map((column) =>
    column.type === 'timestamp' ? timestampParameters(column) : { unit: column.unit, timeZone: null },
  );
  const [first] = times;
  const isOfOneKind = times.every(
    ({ type }, at) => type === first?.type && parameters[at]?.timeZone === parameters[0]?.timeZone,
  );
  const unit = timeUnits.findLast((each) => parameters.some((own) => own.unit === each));
  if (!isOfOneKind || unit === undefined) return columns;
  const timeZone = parameters[0]?.timeZone ?? null;
  const factors = parameters.map((own) => ticksOf[unit] / ticksOf[own.unit]);
  const fit = times.every(({ values }, at) => {
    const most = largestTicks / (factors[at] ?? 1n);
    return values.every((value) => value <= most && value >= -most);
  });
  if (!fit) return columns;
  return times.map(({ name, type, validity, values }, at): Column => {
    const factor = factors[at] ?? 1n;
    const base = { name, validity, values: factor === 1n ? values : values.map((value) => value * factor) };
    if (type !== 'timestamp') return { ...base, type, unit };
    return unit === 'us' && timeZone === null ? { ...base, type } : { ...base, type, unit, timeZone };
  });
}

/** Decimals of one scale with the most digits that one of them has. */
function inOnePrecision(parts: readonly ColumnPart[]): readonly Column[] {
  const columns = parts.map(({ column }) => column as Extract<Column, { type: 'decimal' }>);
  if (columns.some(({ scale }) => scale !== columns[0]?.scale)) return columns;
  const precision = Math.max(...columns.map((column) => column.precision));
  const words = decimalWordCount(precision);
  return columns.map((column) => {
    const ownWords = decimalWordCount(column.precision);
    if (ownWords === words) return { ...column, precision };
    const rows = rowCountOf(column, 0);
    const values = new BigInt64Array(rows * words);
    for (let row = 0; row < rows; row += 1) {
      const own = column.values.subarray(row * ownWords, (row + 1) * ownWords);
      values.fill((own.at(-1) ?? 0n) < 0n ? -1n : 0n, row * words, (row + 1) * words);
      values.set(own, row * words);
    }
    return { ...column, precision, values };
  });
}

interface FileColumns {
  readonly columns: readonly Column[];
  readonly rowCount: number;
}

/**
 * The columns of each file, where a column has different types in the files, in the type that holds all values exactly. Columns without such a type
 * stay as they are, and so do all if a file has two of one name. `notes` name what was changed.
 */
export function withCommonTypes(files: readonly FileColumns[], notes: string[]): (readonly Column[])[] {
  const asRead = files.map(({ columns }) => columns);
  const isUnique = asRead.every((columns) => new Set(columns.map(({ name }) => name)).size === columns.length);
  if (!isUnique) return asRead;
  const byName = new Map<string, ColumnPart[]>();
  for (const { columns, rowCount } of files)
    for (const column of columns) {
      const parts = byName.get(column.name) ?? [];
      parts.push({ column, rowCount });
      byName.set(column.name, parts);
    }
  const changed = new Map<Column, Column>();
  for (const [name, parts] of byName) {
    if (parts.length < files.length) continue;
    const common = inOneType(parts);
    const keys = new Set(common.map(typeKey));
    const [first] = common;
    if (first === undefined || keys.size > 1 || parts.every(({ column }) => keys.has(typeKey(column)))) continue;
    for (const [at, { column }] of parts.entries()) changed.set(column, common[at] ?? column);
    notes.push(commonTypeNote(name, parts, typeText(first)));
  }
  return asRead.map((columns) => columns.map((column) => changed.get(column) ?? column));
}

function commonTypeNote(name: string, parts: readonly ColumnPart[], type: string): string {
  const counts = new Map<string, number>();
  for (const part of parts) {
    const text = hasValues(part) ? typeText(part.column) : 'without a value';
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const listed = [...counts].map(([own, count]) => `${own} in ${plural(count, 'file')}`).join(', ');
  return `${columnName(name)} is ${listed}. All are ${type} now, which holds each value exactly.`;
}
