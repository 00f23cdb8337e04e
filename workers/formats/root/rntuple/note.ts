import * as v from 'valibot';
import { malformedRoot } from '../file/failures';
import { type Column, type ColumnType, columnTypeSchema, numericTypes } from '../../../model/column';
import { columnSchemaOf, columnSchemaSchema, isPlainColumn } from '../../../model/column-schema';

/**
 * The note describes properties of a table's columns that fields cannot: types that C++ lacks, and names that RNTuple forbids. It is JSON in a TNamed beside the RNTuple, like the
 * note beside a TTree. An RNTuple whose fields fully describe its columns has no note.
 */
export const columnNoteNameOf = (ntuple: string): string => `${ntuple}.columns`;

/** The field's name, if it differs from the column's. */
const field = v.exactOptional(v.string());
const noteSchema = v.array(
  v.union([
    v.strictObject({ name: v.string(), type: columnTypeSchema, field }),
    /** The parameters or parts of the column's type. */
    v.strictObject({ column: columnSchemaSchema, field }),
  ]),
);
type ColumnNote = v.InferOutput<typeof noteSchema>[number];

/** Types that the field alone determines and that need no note. */
const plainTypes: readonly ColumnType[] = [...numericTypes, 'bool', 'utf8', 'binary'];

/** `fields` is the name of each column's field. */
export function writeNote(columns: readonly Column[], fields: readonly string[]): string | null {
  const notes = columns.map((column, index): ColumnNote => {
    const fieldName = fields[index] ?? column.name;
    const other = fieldName === column.name ? {} : { field: fieldName };
    return isPlainColumn(column)
      ? { name: column.name, type: column.type, ...other }
      : { column: columnSchemaOf(column), ...other };
  });
  const isTold = (note: ColumnNote) => 'type' in note && note.field === undefined && plainTypes.includes(note.type);
  return notes.every(isTold) ? null : JSON.stringify(notes);
}

export function readNote(text: string, name: string): readonly ColumnNote[] {
  try {
    return v.parse(noteSchema, JSON.parse(text));
  } catch (cause) {
    throw malformedRoot(
      `the note ${name} can’t be read: it was altered, or a later version of Formatlab wrote it`,
      null,
      cause,
    );
  }
}
