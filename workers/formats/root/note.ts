import * as v from 'valibot';
import { rootFailure } from '../../libraries/root-file/failures';
import { type ColumnType, columnTypeSchema } from '../../model/column';
import { columnSchemaSchema } from '../../model/column-schema';

/**
 * What branches can't tell of a table's columns: types beyond ROOT's, which branch says where values are null, which one counts bytes. A TNamed beside the tree
 * holds it as JSON, since every reader shows one (uproot leaves TTree::GetUserInfo out). A tree whose columns its branches describe fully has none.
 */
export const noteNameOf = (tree: string): string => `${tree}.columns`;

const branches = {
  /** The branch that is true where there is a value. */
  validity: v.exactOptional(v.string()),
  /** The branch that counts the bytes, or the items of lists. */
  count: v.exactOptional(v.string()),
};
const noteSchema = v.array(
  v.union([
    v.strictObject({ name: v.string(), type: columnTypeSchema, ...branches }),
    /** Of a type with parameters or parts. */
    v.strictObject({ column: columnSchemaSchema, ...branches }),
  ]),
);
export type ColumnNote = v.InferOutput<typeof noteSchema>[number];

/** Types that a branch alone tells: these need no note. */
const plainTypes: readonly ColumnType[] = [
  'bool',
  'int8',
  'uint8',
  'int16',
  'uint16',
  'int32',
  'uint32',
  'int64',
  'uint64',
  'float32',
  'float64',
  'utf8',
];

export function writeNote(columns: readonly ColumnNote[]): string | null {
  const isTold = (note: ColumnNote) => 'type' in note && note.validity === undefined && plainTypes.includes(note.type);
  return columns.every(isTold) ? null : JSON.stringify(columns);
}

export function readNote(text: string, name: string): readonly ColumnNote[] {
  try {
    return v.parse(noteSchema, JSON.parse(text));
  } catch (cause) {
    throw rootFailure(
      'malformedInput',
      'decode',
      `the note ${name} is not what Formatlab writes: it is altered, or of a later version`,
      cause,
    );
  }
}
