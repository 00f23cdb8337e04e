import { DamagedInput } from '../model/damaged-input';
import * as v from 'valibot';
import { type ColumnSchema, columnSchemaSchema } from '../model/column-schema';
import { dictKeyTypes, scalarTypeSchema } from '../model/dataset';
import { parseWithSchema } from '../model/parse';

/** The metadata key under which files hold the note. */
export const tableNoteKey = 'formatlab';

const noteSchema = v.variant('kind', [
  v.strictObject({
    version: v.literal(1),
    kind: v.literal('table'),
    json: v.array(v.string()),
    types: v.exactOptional(v.array(columnSchemaSchema)),
  }),
  v.strictObject({
    version: v.literal(1),
    kind: v.literal('keyedVectors'),
    elementType: v.picklist(['float32', 'float64']),
    dimension: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
  v.strictObject({ version: v.literal(1), kind: v.literal('stringArray') }),
  v.strictObject({ version: v.literal(1), kind: v.literal('list'), elementType: scalarTypeSchema }),
  v.strictObject({
    version: v.literal(1),
    kind: v.literal('dict'),
    keyType: v.picklist(dictKeyTypes),
    valueType: scalarTypeSchema,
  }),
  v.strictObject({ version: v.literal(1), kind: v.literal('records') }),
  v.strictObject({
    version: v.literal(1),
    kind: v.literal('array'),
    shape: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(32)),
  }),
]);

type Note = v.InferOutput<typeof noteSchema>;

export const noteText = (note: Note) => JSON.stringify(note);

/** What the note says about a table's columns: which of them hold JSON, and the types that the file cannot express. */
export interface TableNote {
  readonly json: readonly string[];
  readonly types?: readonly ColumnSchema[] | undefined;
}

/** Reads the note of a table. @throws `malformedInput` if the note is not valid. */
export function tableNoteOf(text: string | null): TableNote {
  const note = text === null ? null : parseNote(text);
  return note?.kind === 'table' ? note : { json: [] };
}

/** True if lists of numbers are vectors: the note says keyed vectors or array, not table. @throws `malformedInput` if the note is not valid. */
export function noteDeclaresVectors(text: string | null): boolean {
  const kind = text === null ? 'table' : parseNote(text).kind;
  return kind === 'keyedVectors' || kind === 'array';
}

export const parseNote = (text: string): Note =>
  parseWithSchema(noteSchema, parseJson(text), 'note in the file', { tag: 'malformedInput', stage: 'decode' });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DamagedInput('is not JSON', { subject: 'The note in the file', cause });
  }
}
