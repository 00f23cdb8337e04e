import {
  type PlainColumn,
  type ColumnType,
  type FixedWidthType,
  isVariableWidth,
  type NumericType,
  storageType,
} from '../../model/dataset';
import { isPresent } from '../../model/table-row';
import type { ColumnTypeName } from './ntuple/column-types';
import type { NTupleField } from './ntuple/ntuple-writer';
import type { Elements } from './ntuple/page-encoding';
import { roles } from './ntuple/schema';

/** A table's columns as fields, and their rows as the elements of the fields' columns. */

/** C++'s name of each fixed width, and the column type of RNTuple without and with compression (RNTupleWriteOptions: split pages only where they are compressed). */
export const fixedTypes: Readonly<
  Record<NumericType | 'bool', readonly [typeName: string, plain: ColumnTypeName, split: ColumnTypeName]>
> = {
  bool: ['bool', 'Bit', 'Bit'],
  int8: ['std::int8_t', 'Int8', 'Int8'],
  uint8: ['std::uint8_t', 'UInt8', 'UInt8'],
  int16: ['std::int16_t', 'Int16', 'SplitInt16'],
  uint16: ['std::uint16_t', 'UInt16', 'SplitUInt16'],
  int32: ['std::int32_t', 'Int32', 'SplitInt32'],
  uint32: ['std::uint32_t', 'UInt32', 'SplitUInt32'],
  int64: ['std::int64_t', 'Int64', 'SplitInt64'],
  uint64: ['std::uint64_t', 'UInt64', 'SplitUInt64'],
  float32: ['float', 'Real32', 'SplitReal32'],
  float64: ['double', 'Real64', 'SplitReal64'],
};

export const textTypeName = 'std::string';
export const byteTypeName = 'std::byte';

/** The type of C++ values that a column's are stored as. */
export const storedAs = (type: ColumnType): NumericType | 'bool' | 'utf8' | 'binary' =>
  type === 'utf8' || type === 'json'
    ? 'utf8'
    : type === 'binary' || type === 'bool'
      ? type
      : storageType[type as FixedWidthType];

/** The fields of a column, the outermost first. `firstIndex`: which field of the RNTuple that is. */
export function fieldsOf(
  { type, validity }: PlainColumn,
  name: string,
  firstIndex: number,
  isSplit: boolean,
): NTupleField[] {
  const index = isSplit ? 'SplitIndex64' : 'Index64';
  const stored = storedAs(type);
  const value = (parent: number | null, valueName: string, at: number): NTupleField[] => {
    if (stored === 'utf8')
      return [{ name: valueName, typeName: textTypeName, role: roles.leaf, parent, columns: [index, 'Char'] }];
    if (stored === 'binary')
      return [
        { name: valueName, typeName: `std::vector<${byteTypeName}>`, role: roles.collection, parent, columns: [index] },
        { name: '_0', typeName: byteTypeName, role: roles.leaf, parent: at, columns: ['Byte'] },
      ];
    const [typeName, plain, split] = fixedTypes[stored];
    return [{ name: valueName, typeName, role: roles.leaf, parent, columns: [isSplit ? split : plain] }];
  };
  if (validity === null) return value(null, name, firstIndex);
  const [inner, ...more] = value(firstIndex, '_0', firstIndex + 1);
  if (inner === undefined) throw new Error('A column has no field.');
  return [
    { name, typeName: `std::optional<${inner.typeName}>`, role: roles.collection, parent: null, columns: [index] },
    inner,
    ...more,
  ];
}

/** The elements of a column's rows `from` up to `to`, for each of its fields' columns. */
export function elementsOf(column: PlainColumn, from: number, to: number): Elements[] {
  if (column.validity === null) {
    if (!isVariableWidth(column)) return [column.values.subarray(from, to)];
    return [relativeEnds(column.offsets, from, to), column.data.subarray(column.offsets[from], column.offsets[to])];
  }
  const presentEnds = new Int32Array(to - from);
  let present = 0;
  for (let row = from; row < to; row += 1) {
    if (isPresent(column, row)) present += 1;
    presentEnds[row - from] = present;
  }
  if (isVariableWidth(column)) {
    const ends = relativeEnds(column.offsets, from, to);
    return [
      presentEnds,
      picked(ends, presentEnds, present),
      column.data.subarray(column.offsets[from], column.offsets[to]),
    ];
  }
  return [presentEnds, picked(column.values.subarray(from, to), presentEnds, present)];
}

function relativeEnds(offsets: Int32Array, from: number, to: number): Int32Array {
  const first = offsets[from] ?? 0;
  if (first === 0) return offsets.subarray(from + 1, to + 1);
  return offsets.subarray(from + 1, to + 1).map((end) => end - first);
}

/** The values of the rows that are there. */
function picked<T extends Elements>(values: T, presentEnds: Int32Array, present: number): T {
  const found = new (values.constructor as new (length: number) => T)(present);
  let done = 0;
  for (let row = 0; row < presentEnds.length; row += 1) {
    if (presentEnds[row] === done) continue;
    found[done] = values[row] as never;
    done += 1;
  }
  return found;
}

/** Bytes of rows `from` up to `to`, before compression and roughly: nulls count as values. */
export function rowBytes(columns: readonly PlainColumn[], from: number, to: number): number {
  const one = (column: PlainColumn) =>
    isVariableWidth(column)
      ? (column.offsets[to] ?? 0) - (column.offsets[from] ?? 0) + 8 * (to - from)
      : column.values.BYTES_PER_ELEMENT * (to - from);
  return columns.reduce((sum, column) => sum + one(column), 0);
}
