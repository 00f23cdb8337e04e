import { columnTypes, type ColumnTypeName } from './column-types';
import type { NTupleInfo } from './ntuple-info';
import { type ColumnDescription, type FieldDescription, fieldRoles } from './schema';

/** A field with its columns and its subfields. */
export interface FieldNode extends FieldDescription {
  readonly children: readonly FieldNode[];
  /** The columns in order, each with its representations. */
  readonly columns: readonly (readonly ColumnDescription[])[];
}

/** The top-level fields. Fields below 32 levels are ignored, because no table is nested so deeply. */
export function fieldTree({ schema }: NTupleInfo): readonly FieldNode[] {
  const childrenOf = new Map<number, number[]>();
  const tops: number[] = [];
  for (const [index, { parent }] of schema.fields.entries()) {
    if (parent === index) tops.push(index);
    else if (!childrenOf.get(parent)?.push(index)) childrenOf.set(parent, [index]);
  }
  const columnsOf = new Map<number, ColumnDescription[][]>();
  const places = new Map<string, number>();
  for (const column of schema.columns) {
    const key = `${column.field} ${column.representation}`;
    const place = places.get(key) ?? 0;
    places.set(key, place + 1);
    const byPlace = columnsOf.get(column.field) ?? [];
    byPlace[place] = [...(byPlace[place] ?? []), column];
    columnsOf.set(column.field, byPlace);
  }
  const node = (index: number, depth: number): FieldNode[] => {
    const field = schema.fields[index];
    if (field === undefined) return [];
    const children = depth === 0 ? [] : (childrenOf.get(index) ?? []).flatMap((child) => node(child, depth - 1));
    return [{ ...field, children, columns: columnsOf.get(index) ?? [] }];
  };
  return tops.flatMap((index) => node(index, 32));
}

/** The shape of a field's values, if a table column can hold them. */
export type FieldShape =
  | { readonly kind: 'values'; readonly type: string; readonly values: readonly ColumnDescription[] }
  /** Texts and byte strings: the end of each, and the bytes. */
  | {
      readonly kind: 'bytes';
      readonly type: 'utf8' | 'binary';
      readonly ends: readonly ColumnDescription[];
      readonly values: readonly ColumnDescription[];
    }
  /** Byte strings of this fixed length. */
  | { readonly kind: 'fixedBytes'; readonly width: number; readonly values: readonly ColumnDescription[] }
  | { readonly kind: 'list'; readonly ends: readonly ColumnDescription[]; readonly item: FieldShape }
  /** Arrays of this fixed length. */
  | { readonly kind: 'array'; readonly length: number; readonly item: FieldShape }
  | {
      readonly kind: 'record';
      readonly fields: readonly { readonly name: string; readonly shape: FieldShape }[];
    }
  | { readonly kind: 'optional'; readonly ends: readonly ColumnDescription[]; readonly inner: NonOptionalShape };
export type NonOptionalShape = Exclude<FieldShape, { kind: 'optional' }>;

/** C++'s types of fixed width, with the corresponding dataset types and column types. */
const leafTypes: Readonly<Record<string, readonly [type: string, ...ColumnTypeName[]]>> = {
  bool: ['bool', 'Bit'],
  char: ['uint8', 'Char'],
  'std::byte': ['uint8', 'Byte'],
  'std::int8_t': ['int8', 'Int8'],
  'std::uint8_t': ['uint8', 'UInt8'],
  'std::int16_t': ['int16', 'Int16', 'SplitInt16'],
  'std::uint16_t': ['uint16', 'UInt16', 'SplitUInt16'],
  'std::int32_t': ['int32', 'Int32', 'SplitInt32'],
  'std::uint32_t': ['uint32', 'UInt32', 'SplitUInt32'],
  'std::int64_t': ['int64', 'Int64', 'SplitInt64'],
  'std::uint64_t': ['uint64', 'UInt64', 'SplitUInt64'],
  float: ['float32', 'Real32', 'SplitReal32'],
  double: ['float64', 'Real64', 'SplitReal64'],
};
const indexTypes: readonly ColumnTypeName[] = ['Index32', 'Index64', 'SplitIndex32', 'SplitIndex64'];
const byteTypes: readonly string[] = ['std::byte', 'std::uint8_t'];
const optionalType = /^std::(optional|unique_ptr)<.*>$/;
const listType = /^(std::vector|ROOT::VecOps::RVec|ROOT::RVec)<.*>$/;
const maxItems = 2 ** 31 - 1;

const areOf = (
  columns: readonly ColumnDescription[] | undefined,
  names: readonly ColumnTypeName[],
): columns is readonly ColumnDescription[] =>
  columns?.every(({ typeId, bits }) =>
    names.some((name) => columnTypes[name].id === typeId && columnTypes[name].bits === bits),
  ) === true;

/** The shape of a field, or the reason why no table column can hold it. */
export function shapeOf(field: FieldNode): FieldShape | string {
  const { typeName, role, columns, children, repetition } = field;
  if (field.isProjected) return 'it is a projection of another field';
  const [first, second] = columns;
  const [child] = children;
  if (repetition !== null) return arrayShape(field, repetition);
  if (role === fieldRoles.leaf && first === undefined && child !== undefined && children.length === 1)
    return shapeOf(child);
  if (role === fieldRoles.leaf && typeName === 'std::string') {
    if (!areOf(first, indexTypes) || !areOf(second, ['Char']))
      return 'its texts are stored in columns of unsupported types';
    return { kind: 'bytes', type: 'utf8', ends: first, values: second };
  }
  if (role === fieldRoles.leaf) {
    const [type, ...names] = leafTypes[typeName] ?? [];
    if (type === undefined) return `its type is ${typeName}`;
    if (typeName === 'float' && columns.length === 1 && areOf(first, ['Real16', 'SplitReal16']))
      return { kind: 'values', type: 'float16', values: first };
    if (columns.length !== 1 || !areOf(first, names))
      return 'it is stored with reduced precision, or in columns of unsupported types';
    return { kind: 'values', type, values: first };
  }
  if (role === fieldRoles.record) return recordShape(field);
  if (role !== fieldRoles.collection || child === undefined || children.length !== 1 || !areOf(first, indexTypes))
    return `its type is ${typeName === '' ? 'not named' : typeName}`;
  const inner = shapeOf(child);
  if (typeof inner === 'string') return inner;
  if (optionalType.test(typeName))
    return inner.kind === 'optional' ? 'its values have nulls inside nulls' : { kind: 'optional', ends: first, inner };
  if (listType.test(typeName) && inner.kind === 'values' && byteTypes.includes(child.typeName))
    return { kind: 'bytes', type: 'binary', ends: first, values: inner.values };
  return { kind: 'list', ends: first, item: inner };
}

function arrayShape({ role, children }: FieldNode, length: number): FieldShape | string {
  const [item] = children;
  if (role !== fieldRoles.leaf || item === undefined || children.length !== 1) return 'its entries are bitsets';
  if (length < 1 || length > maxItems) return `its entries are arrays of ${length} values`;
  const inner = shapeOf(item);
  if (typeof inner === 'string') return inner;
  return inner.kind === 'values' && byteTypes.includes(item.typeName)
    ? { kind: 'fixedBytes', width: length, values: inner.values }
    : { kind: 'array', length, item: inner };
}

function recordShape({ children }: FieldNode): FieldShape | string {
  if (children.length === 0) return 'it is a record without fields';
  const fields: { name: string; shape: FieldShape }[] = [];
  for (const child of children) {
    const shape = shapeOf(child);
    if (typeof shape === 'string') return `in its part ${child.name}, ${shape}`;
    fields.push({ name: child.name, shape });
  }
  return { kind: 'record', fields };
}
