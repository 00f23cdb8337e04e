import * as v from 'valibot';
import { rootFailure } from '../../libraries/root-file/failures';
import { type ColumnType, columnTypeSchema } from '../../model/dataset';

/**
 * What fields can't tell of a table's columns: types beyond C++'s, and names that RNTuple forbids. A TNamed beside the RNTuple holds it as JSON, as beside a TTree.
 * An RNTuple whose columns its fields describe fully has none.
 */
export const noteNameOf = (ntuple: string): string => `${ntuple}.columns`;

const noteSchema = v.array(
  v.strictObject({
    name: v.string(),
    type: columnTypeSchema,
    /** The field's name, where it is another. */
    field: v.optional(v.string()),
  }),
);
export type ColumnNote = v.InferOutput<typeof noteSchema>[number];

/** Types that a field alone tells: these need no note. */
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
  'binary',
];

export function writeNote(columns: readonly ColumnNote[]): string | null {
  return columns.every(({ type, field }) => field === undefined && plainTypes.includes(type))
    ? null
    : JSON.stringify(columns);
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
