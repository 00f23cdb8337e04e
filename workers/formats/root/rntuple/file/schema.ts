import { type ColumnType, columnTypeOf } from './column-types';
import type { EnvelopeReader } from './envelope-reader';
import type { EnvelopeWriter } from './envelope-writer';

/** The schema description: fields (C++ types, in a tree) and the columns with their values. The header contains it; the footer contains fields that were added while the file was written. */
export const fieldRoles = { leaf: 0, collection: 1, record: 2, variant: 3, streamer: 4 } as const;

export interface FieldDescription {
  readonly name: string;
  /** The type's name as the specification normalises it: 'std::int64_t', 'std::vector<std::byte>'. */
  readonly typeName: string;
  readonly role: number;
  /** The index of the parent field; for a top-level field, its own index. */
  readonly parent: number;
  /** The length of an array of fixed length; null for other fields. */
  readonly repetition: number | null;
  /** True if the field shows another field's values. */
  readonly isProjected: boolean;
}

export interface ColumnDescription {
  /** The column's index in the page lists. */
  readonly id: number;
  readonly field: number;
  readonly typeId: number;
  readonly bits: number;
  /** The column type; null if it is not supported. */
  readonly type: ColumnType | null;
  /** A field may have several representations of its columns; each cluster uses one. */
  readonly representation: number;
  /** Elements before this one were not written, because the column was added later. They are zero. */
  readonly firstElement: number;
}

export interface Schema {
  readonly fields: readonly FieldDescription[];
  readonly columns: readonly ColumnDescription[];
}

const fieldFlags = { repetitive: 1, projected: 2 } as const;
const columnFlags = { deferred: 1 } as const;
/** A field's record frame without any text. */
const minFieldBytes = 40;

export function writeSchema(writer: EnvelopeWriter, { fields, columns }: Schema): void {
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
  // Skips alias columns and extra type information.
  writer.recordList([], () => undefined);
  writer.recordList([], () => undefined);
}

/** The fields and columns of `known`, followed by those of this description. */
export function readSchema(reader: EnvelopeReader, known: Schema): Schema {
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
      throw reader.fail(`declares the field “${name}” as part of the field ${parent}, which comes after it`);
  for (const { field, id } of all.columns)
    if (field >= all.fields.length)
      throw reader.fail(
        `assigns the column ${id} to the field ${field}, but there are only ${all.fields.length} fields`,
      );
  return all;
}

function readField(reader: EnvelopeReader): FieldDescription {
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

function readColumn(reader: EnvelopeReader): Omit<ColumnDescription, 'id'> {
  const typeId = reader.u16();
  const bits = reader.u16();
  const field = reader.u32();
  const flags = reader.u16();
  const representation = reader.u16();
  // The highest bit means that the column is also suppressed up to this element.
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
