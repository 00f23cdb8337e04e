import { takeRows } from '../../../model/column-rows';
import {
  type Column,
  type FixedWidthType,
  isVariableWidth,
  type NumericType,
  storageType,
} from '../../../model/column';
import { type ColumnSchema, isPlainColumn } from '../../../model/column-schema';
import { isNotNull } from '../../../model/table-row';
import { fieldNamesFor } from '../../../model/rntuple-field-names';
import type { ColumnTypeName } from './file/column-types';
import type { NTupleField } from './file/ntuple-writer';
import type { PageElements } from './file/page-encoding';
import { fieldRoles } from './file/schema';

/** Converts a table's columns to fields, and their rows to elements of the fields' columns. */

/** C++'s name of each fixed-width type, and RNTuple's column types for uncompressed and compressed pages (RNTupleWriteOptions: only compressed pages are split). */
const fixedTypes: Readonly<
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

const textTypeName = 'std::string';
const byteTypeName = 'std::byte';

/** The C++ value type of a column without parts. */
export function storedValueType(type: ColumnSchema['type']): NumericType | 'bool' | 'utf8' | 'binary' | 'float16' {
  if (type === 'utf8' || type === 'json') return 'utf8';
  if (type === 'binary' || type === 'bool' || type === 'float16') return type;
  return type === 'time' || type === 'duration' ? 'int64' : storageType[type as FixedWidthType];
}

/** The C++ type of a template. Records, and types made of them, have no name: ROOT and uproot leave it empty. */
const templateOf = (template: string, typeName: string, more = '') =>
  typeName === '' ? '' : `${template}<${typeName}${more}>`;

/** The fields of a column, outermost first; `firstIndex` is the index of the first one in the RNTuple. */
export function fieldsOf(
  column: Column,
  name: string,
  firstIndex: number,
  isSplit: boolean,
  parent: number | null = null,
): [NTupleField, ...NTupleField[]] {
  if (column.validity === null) return presentFieldsOf(column, name, firstIndex, isSplit, parent);
  const [inner, ...more] = presentFieldsOf(column, '_0', firstIndex + 1, isSplit, firstIndex);
  const typeName = templateOf('std::optional', inner.typeName);
  return [{ name, typeName, role: fieldRoles.collection, parent, columns: [indexType(isSplit)] }, inner, ...more];
}

const indexType = (isSplit: boolean): ColumnTypeName => (isSplit ? 'SplitIndex64' : 'Index64');

function presentFieldsOf(
  column: Column,
  name: string,
  at: number,
  isSplit: boolean,
  parent: number | null,
): [NTupleField, ...NTupleField[]] {
  const index = indexType(isSplit);
  const bytes: NTupleField = {
    name: '_0',
    typeName: byteTypeName,
    role: fieldRoles.leaf,
    parent: at,
    columns: ['Byte'],
  };
  switch (column.type) {
    case 'list': {
      const [item, ...more] = fieldsOf(column.item, '_0', at + 1, isSplit, at);
      const typeName = templateOf('std::vector', item.typeName);
      return [{ name, typeName, role: fieldRoles.collection, parent, columns: [index] }, item, ...more];
    }
    case 'struct': {
      const names = fieldNamesFor(column.fields.map((field) => field.name));
      const fields: NTupleField[] = [];
      for (const [place, field] of column.fields.entries())
        fields.push(...fieldsOf(field, names[place] ?? field.name, at + 1 + fields.length, isSplit, at));
      return [{ name, typeName: '', role: fieldRoles.record, parent, columns: [] }, ...fields];
    }
    case 'fixedBinary': {
      const typeName = templateOf('std::array', byteTypeName, `,${column.width}`);
      return [{ name, typeName, role: fieldRoles.leaf, parent, columns: [], repetition: column.width }, bytes];
    }
    case 'category':
    case 'decimal':
      throw new TypeError(`A column of type ${column.type} has no field.`);
    default: {
      const stored = storedValueType(column.type);
      if (stored === 'utf8')
        return [{ name, typeName: textTypeName, role: fieldRoles.leaf, parent, columns: [index, 'Char'] }];
      if (stored === 'binary') {
        const typeName = templateOf('std::vector', byteTypeName);
        return [{ name, typeName, role: fieldRoles.collection, parent, columns: [index] }, bytes];
      }
      // C++ has no half float; ROOT stores a float as one (RField<float>::SetHalfPrecision).
      if (stored === 'float16')
        return [{ name, typeName: 'float', role: fieldRoles.leaf, parent, columns: ['Real16'] }];
      const [typeName, plain, split] = fixedTypes[stored];
      return [{ name, typeName, role: fieldRoles.leaf, parent, columns: [isSplit ? split : plain] }];
    }
  }
}

/** The elements of a column's rows `from` to `to`, for each column of its fields. */
export function elementsOf(column: Column, from: number, to: number): PageElements[] {
  if (column.validity === null) return presentElementsOf(column, from, to);
  const presentEnds = new Int32Array(to - from);
  let present = 0;
  for (let row = from; row < to; row += 1) {
    if (isNotNull(column, row)) present += 1;
    presentEnds[row - from] = present;
  }
  if (!isPlainColumn(column)) {
    const rows = picked(
      Int32Array.from(presentEnds, (_, index) => from + index),
      presentEnds,
      present,
    );
    return [presentEnds, ...presentElementsOf(takeRows(column, rows), 0, present)];
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

/** Like {@link elementsOf}, for a column without nulls. */
function presentElementsOf(column: Column, from: number, to: number): PageElements[] {
  switch (column.type) {
    case 'utf8':
    case 'json':
    case 'binary':
      return [relativeEnds(column.offsets, from, to), column.data.subarray(column.offsets[from], column.offsets[to])];
    case 'list': {
      const { offsets, item } = column;
      return [relativeEnds(offsets, from, to), ...elementsOf(item, offsets[from] ?? 0, offsets[to] ?? 0)];
    }
    case 'struct':
      return column.fields.flatMap((field) => elementsOf(field, from, to));
    case 'fixedBinary':
      return [column.data.subarray(from * column.width, to * column.width)];
    case 'category':
    case 'decimal':
      throw new TypeError(`A column of type ${column.type} has no elements.`);
    default:
      return [column.values.subarray(from, to)];
  }
}

function relativeEnds(offsets: Int32Array, from: number, to: number): Int32Array {
  const first = offsets[from] ?? 0;
  if (first === 0) return offsets.subarray(from + 1, to + 1);
  return offsets.subarray(from + 1, to + 1).map((end) => end - first);
}

/** The values of the rows that are not null. */
function picked<T extends PageElements>(values: T, presentEnds: Int32Array, present: number): T {
  const found = new (values.constructor as new (length: number) => T)(present);
  let done = 0;
  for (let row = 0; row < presentEnds.length; row += 1) {
    if (presentEnds[row] === done) continue;
    found[done] = values[row] as never;
    done += 1;
  }
  return found;
}

/** The approximate size of rows `from` to `to` before compression; nulls count as values. */
export function rowBytes(columns: readonly Column[], from: number, to: number): number {
  const one = (column: Column): number => {
    switch (column.type) {
      case 'list': {
        const [start = 0, end = 0] = [column.offsets[from], column.offsets[to]];
        return 8 * (to - from) + rowBytes([column.item], start, end);
      }
      case 'struct':
        return rowBytes(column.fields, from, to);
      case 'fixedBinary':
        return column.width * (to - from);
      case 'category':
        return column.indices.BYTES_PER_ELEMENT * (to - from);
      default:
        return isVariableWidth(column)
          ? (column.offsets[to] ?? 0) - (column.offsets[from] ?? 0) + 8 * (to - from)
          : column.values.BYTES_PER_ELEMENT * (to - from);
    }
  };
  return columns.reduce((sum, column) => sum + one(column), 0);
}
