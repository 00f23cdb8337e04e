import type { ChosenType } from '../model/chosen-type';
import type { ColumnType } from '../model/column';
import { type ColumnSchema, maxColumnDepth } from '../model/column-schema';
import { listItemColumnName } from '../model/column';
import { isRecord, JsonNumber, type JsonRecord } from './json-record';
import { convertValue, integerRanges, isAltered } from './json-values';
import { differentOffsetsKeptNote, numbersKeptNote, oneOffsetNote, timesAsTextNote } from './notes';
import { areInstants, countTimestampTexts, parseTimestampText } from './timestamp-texts';

/** JSON has only numbers and texts, so values of other exact types stay numbers or texts. */
export type JsonType = Exclude<ChosenType, 'decimal' | 'time'>;

/** The type that stores every value exactly, and the types that the user may choose instead. */
export interface InferredType {
  readonly schema: ColumnSchema;
  readonly chosen: JsonType;
  readonly possible: readonly JsonType[];
  /** A note on a column of times, which holds unless the user chooses types. Null if there is nothing to say. */
  readonly timesNote: string | null;
}

type Scalar = Extract<ColumnType, 'bool' | 'int64' | 'uint64' | 'float64' | 'utf8' | 'json'>;

/** The maximum number of fields of a struct. Objects whose keys are data would make a struct of thousands of fields, most of them null. */
const manyFields = 200;
const usualShare = 0.1;

interface Seen {
  booleans: number;
  integers: number;
  fractions: number;
  texts: number;
  lists: number;
  objects: number;
  nulls: number;
  missing: number;
  /** Numbers that are kept as they are written. */
  written: number;
  min: bigint;
  max: bigint;
}

/** `undefined` means that the record lacks the value. */
function look(values: readonly unknown[]): Seen {
  const seen: Seen = {
    booleans: 0,
    integers: 0,
    fractions: 0,
    texts: 0,
    lists: 0,
    objects: 0,
    nulls: 0,
    missing: 0,
    written: 0,
    min: 0n,
    max: 0n,
  };
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === undefined) seen.missing += 1;
    else if (value === null) seen.nulls += 1;
    else if (typeof value === 'boolean') seen.booleans += 1;
    else if (typeof value === 'string') seen.texts += 1;
    else if (typeof value === 'bigint') {
      seen.integers += 1;
      if (value < seen.min) seen.min = value;
      if (value > seen.max) seen.max = value;
    } else if (typeof value === 'number') {
      // Minus zero requires a float. 1e300 exceeds int64.
      if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
        seen.integers += 1;
        min = Math.min(min, value);
        max = Math.max(max, value);
      } else seen.fractions += 1;
    } else if (value instanceof JsonNumber) seen.written += 1;
    else if (Array.isArray(value)) seen.lists += 1;
    else seen.objects += 1;
  }
  if (min <= max) {
    if (BigInt(min) < seen.min) seen.min = BigInt(min);
    if (BigInt(max) > seen.max) seen.max = BigInt(max);
  }
  return seen;
}

/**
 * Infers the type of a column, or of a part of one, from its values. `path` has the enclosing names, for `notes`, which state what is not stored
 * exactly.
 */
export function inferType(name: string, values: readonly unknown[], path: string, notes: string[]): InferredType {
  const seen = look(values);
  const note = (text: string) => notes.push(`Column “${path}”: ${text}`);
  const nullable = seen.nulls + seen.missing > 0;
  const plain = (type: Scalar, possible: readonly JsonType[]): InferredType => ({
    schema: { name, type, nullable },
    chosen: type,
    possible,
    timesNote: null,
  });
  if (seen.missing > 0)
    note(
      seen.missing === 1
        ? '1 record does not have it, which is read as null.'
        : `${seen.missing.toLocaleString('en')} records do not have it, which is read as null.`,
    );
  const kinds = [
    seen.booleans > 0 ? 'booleans' : '',
    seen.integers + seen.fractions + seen.written > 0 ? 'numbers' : '',
    seen.texts > 0 ? 'texts' : '',
    seen.lists > 0 ? 'lists' : '',
    seen.objects > 0 ? 'objects' : '',
  ].filter((kind) => kind !== '');
  if (kinds.length > 1) {
    note(`it mixes ${kinds.join(', ')} and is kept as JSON.`);
    return plain('json', ['json', 'utf8']);
  }
  switch (kinds[0]) {
    case undefined:
      note('it holds only nulls and is kept as text.');
      return plain('utf8', ['utf8', 'json']);
    case 'booleans':
      return plain('bool', ['bool', 'utf8', 'json']);
    case 'texts':
      return ofTexts(plain('utf8', ['utf8', ...textAlternatives(values), 'json']), values, path);
    case 'numbers': {
      const { type, possible } = numbers(seen, values, path, notes);
      return plain(type, possible);
    }
    default: {
      const schema =
        path.split('.').length >= maxColumnDepth ? null : nestedSchema(name, nullable, values, path, notes);
      if (schema !== null) return { schema, chosen: 'nested', possible: ['nested', 'json', 'utf8'], timesNote: null };
      note('its nested values are kept as JSON.');
      return plain('json', ['json', 'utf8']);
    }
  }
}

/** The type of values that are all lists or all objects. Null if their keys are data rather than fields, or if they have no field. */
function nestedSchema(
  name: string,
  nullable: boolean,
  values: readonly unknown[],
  path: string,
  notes: string[],
): ColumnSchema | null {
  const lists = values.filter((value) => Array.isArray(value));
  if (lists.length > 0) {
    const items: unknown[] = [];
    for (const list of lists) for (const item of list) items.push(item);
    const item = inferPart(listItemColumnName, items, `${path}.${listItemColumnName}`, items.length === 0 ? [] : notes);
    return { name, type: 'list', nullable, item };
  }
  const objects = values.filter(isRecord);
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const present = objects.reduce((sum, object) => sum + Object.keys(object).length, 0);
  if (names.length === 0) return null;
  if (names.length > manyFields && present < usualShare * names.length * objects.length) return null;
  const fields = names.map((field) =>
    inferPart(
      field,
      objects.map((object) => fieldOf(object, field)),
      `${path}.${field}`,
      notes,
    ),
  );
  return { name, type: 'struct', nullable, fields };
}

/** The type of a part of nested values. */
function inferPart(name: string, values: readonly unknown[], path: string, notes: string[]): ColumnSchema {
  const { schema, timesNote } = inferType(name, values, path, notes);
  if (timesNote !== null) notes.push(timesNote);
  return schema;
}

/** `record[name]` would also find properties that every object inherits. */
export const fieldOf = (record: JsonRecord, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

function numbers(
  seen: Seen,
  values: readonly unknown[],
  path: string,
  notes: string[],
): { type: Extract<Scalar, 'int64' | 'uint64' | 'float64' | 'json'>; possible: readonly ColumnType[] } {
  if (seen.fractions + seen.written > 0) {
    // Other numbers were read as float64 without a change.
    const altered = values.filter(
      (value) => (typeof value === 'bigint' || value instanceof JsonNumber) && isAltered(value, 'float64'),
    );
    if (altered.length === 0) return { type: 'float64', possible: ['float64', 'float32', 'utf8', 'json'] };
    const total = seen.integers + seen.fractions + seen.written;
    notes.push(numbersKeptNote(path, 'JSON text', { altered: altered.length, total, first: String(altered[0]) }));
    return { type: 'json', possible: ['json', 'float64', 'utf8'] };
  }
  const fitting = (Object.keys(integerRanges) as (keyof typeof integerRanges)[]).filter(
    (type) => integerRanges[type].min <= seen.min && seen.max <= integerRanges[type].max,
  );
  const type = (['int64', 'uint64'] as const).find((candidate) => fitting.includes(candidate));
  if (type === undefined) {
    notes.push(`Column “${path}”: it holds whole numbers beyond 64 bits and is kept as JSON.`);
    return { type: 'json', possible: ['json', 'float64', 'utf8'] };
  }
  return { type, possible: [type, ...fitting, 'float64', 'utf8', 'json'] };
}

/**
 * Texts that are all times with one offset from UTC become instants, in nanoseconds if their digits need them. Other times stay text, with a note
 * on the type that can be chosen instead.
 */
function ofTexts(texts: InferredType, values: readonly unknown[], path: string): InferredType {
  const counts = countTimestampTexts(values);
  const { times, offsets, unit } = counts;
  if (times < counts.texts || counts.unfit > 0) return texts;
  const [first = null] = offsets;
  if (!areInstants(counts) || first === null) {
    const areTimesOfDay = values.some((value) => typeof value === 'string' && value.length > 'YYYY-MM-DD'.length);
    return areTimesOfDay ? { ...texts, timesNote: timesAsTextNote(path, times) } : texts;
  }
  if (offsets.size > 1) return { ...texts, timesNote: differentOffsetsKeptNote(path, times, offsets.size) };
  const { name, nullable } = texts.schema;
  return {
    schema: { name, type: 'timestamp', nullable, unit, timeZone: 'UTC' },
    chosen: 'timestamp',
    possible: ['timestamp', ...texts.possible.filter((type) => type !== 'timestamp')],
    timesNote: oneOffsetNote(path, first),
  };
}

/** The types as which all of the first texts can be read. */
function textAlternatives(values: readonly unknown[]): ColumnType[] {
  const sample = values.filter((value) => typeof value === 'string').slice(0, 200);
  return (['date', 'timestamp', 'int64', 'float64', 'bool'] as const).filter((type) =>
    sample.every((value) =>
      type === 'timestamp' ? parseTimestampText(value) !== null : convertValue(value, type) !== undefined,
    ),
  );
}
