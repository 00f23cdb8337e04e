import { type ColumnType, columnTypeOf } from './column-types';
import type { LittleEndianReader } from './little-endian-reader';
import type { LittleEndianWriter } from './little-endian-writer';

/** The schema description: fields (C++ types, in a tree) and the columns that hold their values. It stands in the header, and what was added while writing in the footer. */
export const roles = { leaf: 0, collection: 1, record: 2, variant: 3, streamer: 4 } as const;

export interface FieldDescription {
  readonly name: string;
  /** As the specification normalises C++ types: 'std::int64_t', 'std::vector<std::byte>'. */
  readonly typeName: string;
  readonly role: number;
  /** Index of a field; of a top-level one its own. */
  readonly parent: number;
  /** Elements of an array of fixed length; null where it is none. */
  readonly repetition: number | null;
  /** True where it shows another field's values. */
  readonly isProjected: boolean;
}

export interface ColumnDescription {
  /** Its place in the page lists. */
  readonly id: number;
  readonly field: number;
  readonly typeId: number;
  readonly bits: number;
  /** Null where the type is none that is read here. */
  readonly type: ColumnType | null;
  /** A field may have its columns in several forms, of which each cluster uses one. */
  readonly representation: number;
  /** Elements before this one were not written, since the column was added later: they are zero. */
  readonly firstElement: number;
}

export interface Schema {
  readonly fields: readonly FieldDescription[];
  readonly columns: readonly ColumnDescription[];
}

const fieldFlags = { repetitive: 1, projected: 2 } as const;
const columnFlags = { deferred: 1 } as const;
/** A field's record without a letter in it. */
const minFieldBytes = 40;

export function writeSchema(writer: LittleEndianWriter, { fields, columns }: Schema): void {
  writer.recordList(fields, ({ name, typeName, role, parent, repetition }) => {
    writer.u32(0);
    writer.u32(0);
    writer.u32(parent);
    writer.u16(role);
    writer.u16(repetition === null ? 0 : fieldFlags.repetitive);
    for (const text of [name, typeName, '', '']) writer.text(text);
    if (repetition !== null) writer.u64(repetition);
  });
  writer.recordList(columns, ({ typeId, bits, field, representation }) => {
    writer.u16(typeId);
    writer.u16(bits);
    writer.u32(field);
    writer.u16(0);
    writer.u16(representation);
  });
  // Alias columns, and what types tell of themselves.
  writer.recordList([], () => undefined);
  writer.recordList([], () => undefined);
}

/** The fields and columns, with those that `known` has already before them. */
export function readSchema(reader: LittleEndianReader, known: Schema): Schema {
  const fields = reader.list('fields', minFieldBytes, () => reader.record('a field', () => readField(reader)));
  const columns = reader.recordList('columns', () => readColumn(reader));
  reader.recordList('alias columns', () => undefined);
  reader.recordList('descriptions of types', () => undefined);
  const all: Schema = {
    fields: [...known.fields, ...fields],
    columns: [...known.columns, ...columns.map((column, index) => ({ ...column, id: known.columns.length + index }))],
  };
  for (const [index, { parent, name }] of all.fields.entries())
    if (parent > index)
      throw reader.fail(`says that the field “${name}” is part of the field ${parent}, which follows it`);
  for (const { field, id } of all.columns)
    if (field >= all.fields.length)
      throw reader.fail(`says that the column ${id} is of the field ${field}, where there are ${all.fields.length}`);
  return all;
}

function readField(reader: LittleEndianReader): FieldDescription {
  reader.u32();
  reader.u32();
  const parent = reader.u32();
  const role = reader.u16();
  const flags = reader.u16();
  const name = reader.text();
  const typeName = reader.text();
  reader.text();
  reader.text();
  const repetition = (flags & fieldFlags.repetitive) === 0 ? null : reader.u64();
  return { name, typeName, role, parent, repetition, isProjected: (flags & fieldFlags.projected) !== 0 };
}

function readColumn(reader: LittleEndianReader): Omit<ColumnDescription, 'id'> {
  const typeId = reader.u16();
  const bits = reader.u16();
  const field = reader.u32();
  const flags = reader.u16();
  const representation = reader.u16();
  // The highest bit says that it is suppressed up to there, too.
  const firstElement = (flags & columnFlags.deferred) === 0 ? 0 : Number(reader.bigU64() & 0x7fff_ffff_ffff_ffffn);
  const found = columnTypeOf(typeId);
  return {
    typeId,
    bits,
    field,
    representation,
    firstElement,
    type: found !== null && found.bits === bits ? found : null,
  };
}
