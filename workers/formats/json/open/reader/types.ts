import { listItemColumnName } from '../../../../model/column';
import type { ChosenType } from '../../../../model/chosen-type';
import type { ColumnType } from '../../../../model/column';
import { type ColumnSchema, maxColumnDepth } from '../../../../model/column-schema';
import { differentOffsetsKeptNote, numbersKeptNote, oneOffsetNote, timesAsTextNote } from '../../../../own-file/notes';
import type { TimestampTextUnit } from '../../../../own-file/timestamp-texts';
import type { TextCounts, TimeCounts, ValueCounts } from './facts';

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

/** The smallest and the largest value of each integer type. */
const integerRanges = {
  int8: { min: -(2n ** 7n), max: 2n ** 7n - 1n },
  int16: { min: -(2n ** 15n), max: 2n ** 15n - 1n },
  int32: { min: -(2n ** 31n), max: 2n ** 31n - 1n },
  int64: { min: -(2n ** 63n), max: 2n ** 63n - 1n },
  uint8: { min: 0n, max: 2n ** 8n - 1n },
  uint16: { min: 0n, max: 2n ** 16n - 1n },
  uint32: { min: 0n, max: 2n ** 32n - 1n },
  uint64: { min: 0n, max: 2n ** 64n - 1n },
} as const satisfies Partial<Record<ColumnType, { min: bigint; max: bigint }>>;

/** The unit in which all times are kept: nanoseconds if one has more than six digits of a second. */
export const timestampUnitOf = (counts: TimeCounts | undefined): TimestampTextUnit =>
  (counts?.finer ?? 0) > 0 ? 'ns' : 'us';

/**
 * Infers the type of a column, or of a part of one, from what was seen of its values in `rows` records or objects. `path` has the enclosing names,
 * for `notes`, which state what is not stored exactly.
 */
export function inferType(seen: ValueCounts, rows: number, path: string, notes: string[]): InferredType {
  const { name, booleans = 0, texts = 0, lists = 0, objects = 0, nulls = 0, present = 0 } = seen;
  const { integers = 0, fractions = 0, written = 0 } = seen;
  const missing = rows - present;
  const note = (text: string) => notes.push(`Column “${path}”: ${text}`);
  const nullable = nulls + missing > 0;
  const plain = (type: Scalar, possible: readonly JsonType[]): InferredType => ({
    schema: { name, type, nullable },
    chosen: type,
    possible,
    timesNote: null,
  });
  if (missing > 0)
    note(
      missing === 1
        ? '1 record does not have it, which is read as null.'
        : `${missing.toLocaleString('en')} records do not have it, which is read as null.`,
    );
  const kinds = [
    booleans > 0 ? 'booleans' : '',
    integers + fractions + written > 0 ? 'numbers' : '',
    texts > 0 ? 'texts' : '',
    lists > 0 ? 'lists' : '',
    objects > 0 ? 'objects' : '',
  ].filter((kind) => kind !== '');
  if (kinds.length > 1) {
    note(`it mixes ${kinds.join(', ')} and is kept as JSON.`);
    return plain('json', possibleOf.json);
  }
  switch (kinds[0]) {
    case undefined:
      note('it holds only nulls and is kept as text.');
      return plain('utf8', possibleOf.nulls);
    case 'booleans':
      return plain('bool', possibleOf.booleans);
    case 'texts':
      return ofTexts(
        plain('utf8', internedTypes(['utf8', ...textAlternatives(seen.ofTexts), 'json'])),
        seen.ofTexts,
        path,
      );
    case 'numbers': {
      const { type, possible } = numbers(seen, path, notes);
      return plain(type, possible);
    }
    default: {
      const schema = path.split('.').length >= maxColumnDepth ? null : nestedSchema(seen, nullable, path, notes);
      if (schema !== null) return { schema, chosen: 'nested', possible: possibleOf.nested, timesNote: null };
      note('its nested values are kept as JSON.');
      return plain('json', possibleOf.json);
    }
  }
}

const possibleOf = {
  json: ['json', 'utf8'],
  nulls: ['utf8', 'json'],
  booleans: ['bool', 'utf8', 'json'],
  nested: ['nested', 'json', 'utf8'],
  floats: ['float64', 'float32', 'utf8', 'json'],
  longNumbers: ['json', 'float64', 'utf8'],
} as const satisfies Record<string, readonly JsonType[]>;

/** The type of values that are all lists or all objects. Null if their keys are data rather than fields, or if they have no field. */
function nestedSchema(
  { name, lists = 0, objects = 0, item, fields = [] }: ValueCounts,
  nullable: boolean,
  path: string,
  notes: string[],
): ColumnSchema | null {
  if (lists > 0) {
    const items = item ?? { name: listItemColumnName };
    const rows = items.present ?? 0;
    const itemPath = `${path}.${listItemColumnName}`;
    return { name, type: 'list', nullable, item: inferPart(items, rows, itemPath, rows === 0 ? [] : notes) };
  }
  if (fields.length === 0) return null;
  const present = fields.reduce((sum, field) => sum + (field.present ?? 0), 0);
  if (fields.length > manyFields && present < usualShare * fields.length * objects) return null;
  return {
    name,
    type: 'struct',
    nullable,
    fields: fields.map((field) => inferPart(field, objects, `${path}.${field.name}`, notes)),
  };
}

/** The type of a part of nested values. */
function inferPart(seen: ValueCounts, rows: number, path: string, notes: string[]): ColumnSchema {
  const { schema, timesNote } = inferType(seen, rows, path, notes);
  if (timesNote !== null) notes.push(timesNote);
  return schema;
}

function numbers(
  { integers = 0, fractions = 0, written = 0, altered = 0, firstAltered = '', min = '0', max = '0' }: ValueCounts,
  path: string,
  notes: string[],
): { type: Extract<Scalar, 'int64' | 'uint64' | 'float64' | 'json'>; possible: readonly ColumnType[] } {
  if (fractions + written > 0) {
    if (altered === 0) return { type: 'float64', possible: possibleOf.floats };
    const total = integers + fractions + written;
    notes.push(numbersKeptNote(path, 'JSON text', { altered, total, first: firstAltered }));
    return { type: 'json', possible: possibleOf.longNumbers };
  }
  const [smallest, largest] = [BigInt(min), BigInt(max)];
  const fitting = integerTypes.filter(
    (type) => integerRanges[type].min <= smallest && largest <= integerRanges[type].max,
  );
  const type = (['int64', 'uint64'] as const).find((candidate) => fitting.includes(candidate));
  if (type === undefined) {
    notes.push(`Column “${path}”: it holds whole numbers beyond 64 bits and is kept as JSON.`);
    return { type: 'json', possible: possibleOf.longNumbers };
  }
  return { type, possible: internedTypes([type, ...fitting, 'float64', 'utf8', 'json']) };
}

/** Lists of types so far. Ten thousand columns have few different ones. */
const lists = new Map<string, readonly unknown[]>();

/** The same object for equal lists of types. */
export function internedTypes<T extends JsonType>(types: readonly T[]): readonly T[] {
  const key = types.join();
  const known = lists.get(key) as readonly T[] | undefined;
  if (known !== undefined) return known;
  lists.set(key, types);
  return types;
}

const integerTypes = Object.keys(integerRanges) as (keyof typeof integerRanges)[];

/**
 * Texts that are all times with one offset from UTC become instants, in nanoseconds if their digits need them. Other times stay text, with a note
 * on the type that can be chosen instead.
 */
function ofTexts(texts: InferredType, counts: TextCounts | undefined, path: string): InferredType {
  const { seen = 0, times = 0, beyond = 0, offsets = [], withoutOffset, hasClock } = counts ?? {};
  const unit = timestampUnitOf(counts);
  if (times < seen || (unit === 'ns' && beyond > 0)) return texts;
  const [first] = offsets;
  if (first === undefined || withoutOffset !== undefined)
    return hasClock === undefined ? texts : { ...texts, timesNote: timesAsTextNote(path, times) };
  if (offsets.length > 1) return { ...texts, timesNote: differentOffsetsKeptNote(path, times, offsets.length) };
  const { name, nullable } = texts.schema;
  return {
    schema: { name, type: 'timestamp', nullable, unit, timeZone: 'UTC' },
    chosen: 'timestamp',
    possible: ['timestamp', ...texts.possible.filter((type) => type !== 'timestamp')],
    timesNote: oneOffsetNote(path, first),
  };
}

const textTypes = ['date', 'timestamp', 'int64', 'float64', 'bool'] as const;

/** The types as which a column's first texts can all be read, so that the user may choose one of them. */
const textAlternatives = (counts: TextCounts | undefined): ColumnType[] =>
  textTypes.filter((type) => counts?.[type] !== undefined);
