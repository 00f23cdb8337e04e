import * as v from 'valibot';
import { malformedRoot } from '../file/failures';
import { type ColumnType, columnTypeSchema, numericTypes } from '../../../model/column';
import { columnSchemaSchema } from '../../../model/column-schema';

/**
 * The note describes properties of a table's columns that branches cannot: types that ROOT lacks, the branch that marks nulls, and the branch that counts bytes. It is JSON in a TNamed
 * beside the tree, because every reader shows a TNamed (uproot ignores TTree::GetUserInfo). A tree whose branches fully describe its columns has no note.
 */
export const columnNoteNameOf = (tree: string): string => `${tree}.columns`;

const branches = {
  /** The branch that is true where there is a value. */
  validity: v.exactOptional(v.string()),
  /** The branch with the number of bytes, or of the items of lists. */
  count: v.exactOptional(v.string()),
};
const noteSchema = v.array(
  v.union([
    v.strictObject({ name: v.string(), type: columnTypeSchema, ...branches }),
    /** The parameters or parts of the column's type. */
    v.strictObject({ column: columnSchemaSchema, ...branches }),
  ]),
);
export type ColumnNote = v.InferOutput<typeof noteSchema>[number];

/** Types that the branch alone determines and that need no note. */
const plainTypes: readonly ColumnType[] = [...numericTypes, 'bool', 'utf8'];

export function writeNote(columns: readonly ColumnNote[]): string | null {
  const isTold = (note: ColumnNote) => 'type' in note && note.validity === undefined && plainTypes.includes(note.type);
  return columns.every(isTold) ? null : JSON.stringify(columns);
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
