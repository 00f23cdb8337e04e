import type { Column, FixedWidthColumn, NumericType } from '../../model/column';
import { numericConstructor } from '../../model/column';
import { columnName, plural } from '../notes';

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

/** The smallest type that holds every value of all of these types of numbers exactly; null if there is none, or one is no type of numbers. */
export function commonNumericType(types: readonly string[]): NumericType | null {
  const [first] = types;
  if (types.every((type) => type === first)) return (first as NumericType | undefined) ?? null;
  const whole = types.flatMap((type) => integers[type] ?? []);
  const bits = Math.max(0, ...whole.map((each) => each.bits));
  if (whole.length < types.length)
    return types.every((type) => type in integers || type === 'float32' || type === 'float64') && bits <= exactFloatBits
      ? 'float64'
      : null;
  const isSigned = whole.some((each) => each.isSigned);
  const found = Object.entries(integers).find(([, each]) => each.isSigned === isSigned && each.bits >= bits);
  return (found?.[0] as NumericType | undefined) ?? null;
}

/** The column in a type that holds all of its values exactly. */
export function widened(column: Column, type: NumericType): Column {
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

/**
 * The columns of each file, where a column is of different types of numbers in the files, in the type that holds all of them exactly. Columns of
 * other types stay as they are, and so do all if a file has two of one name. `notes` name what was changed.
 */
export function withCommonTypes(files: readonly (readonly Column[])[], notes: string[]): (readonly Column[])[] {
  const isUnique = files.every((columns) => new Set(columns.map(({ name }) => name)).size === columns.length);
  if (!isUnique) return [...files];
  const byName = new Map<string, string[]>();
  for (const columns of files)
    for (const { name, type } of columns) {
      const types = byName.get(name) ?? [];
      types.push(type);
      byName.set(name, types);
    }
  const common = new Map<string, NumericType>();
  for (const [name, types] of byName) {
    const counts = new Map<string, number>();
    for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
    const type = counts.size > 1 && types.length === files.length ? commonNumericType(types) : null;
    if (type === null) continue;
    common.set(name, type);
    const listed = [...counts].map(([own, count]) => `${own} in ${plural(count, 'file')}`).join(', ');
    notes.push(`${columnName(name)} is ${listed}. All are ${type} now, which holds each value exactly.`);
  }
  return files.map((columns) =>
    columns.map((column) => {
      const type = common.get(column.name);
      return type === undefined ? column : widened(column, type);
    }),
  );
}
