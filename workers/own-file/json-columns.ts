import type { ChosenType } from '../model/chosen-type';
import { type Column, type ColumnType, numericConstructor, storageType } from '../model/column';
import type { ColumnSchema } from '../model/column-schema';
import type { Table } from '../model/dataset';
import { FormatlabError } from '../model/errors';
import type { DetectedReading, TypeEffect } from '../model/protocol/coordinator';
import { bytesOfValues, columnOfValues, numbersOfValues, type ValueReader } from '../model/value-columns';
import type { BadRow, ImportResult } from './imported';
import { listedBadRows } from './imported';
import { isRecord, type JsonRecord } from './json-record';
import { fieldOf, inferType, type InferredType, type JsonType } from './json-types';
import { convertValue, isAltered, isIntegerType } from './json-values';
import { columnName, numbersAlteredNote, offsetLossNote } from './notes';
import { unreadableFileError } from './refusal';
import { countTimestampTexts, type TimestampTextUnit } from './timestamp-texts';
import { inUtc } from './utc';

const present = (value: unknown) => value !== null && value !== undefined;

/**
 * Converts records to a table. It has a column for each name, in the order of first appearance, with the type that holds all its values exactly.
 * `placeOf` returns a record’s line or number, for the list of bad rows. With `columnTypes`, records whose values do not fit are left out and
 * listed. `countEffects` tries every possible type on all records. `asWritten` returns the same records with numbers as they are written, for columns
 * that are kept as text; null if no number would be written in another way.
 */
export function tableOfRecords(
  records: readonly JsonRecord[],
  columnTypes: readonly ChosenType[] | null,
  placeOf: (record: number) => number,
  earlier: readonly BadRow[],
  earlierNotes: readonly string[],
  asWritten: (() => readonly JsonRecord[]) | null,
  dialect: string,
): { readonly read: ImportResult; readonly countEffects: () => NonNullable<DetectedReading['typeEffects']> } {
  const notes = [...earlierNotes];
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  if (names.length === 0)
    throw unreadableFileError('Its records have no fields.', 'Check that it holds the data you expect.');
  if (columnTypes !== null && columnTypes.length !== names.length)
    throw unreadableFileError(
      `${columnTypes.length} column types were given for ${names.length} columns.`,
      'Give one for each column.',
      { tag: 'invalidPlan' },
    );
  const found = names.map((name, index) => {
    const own: string[] = [];
    const type = inferType(
      name,
      records.map((record) => fieldOf(record, name)),
      name,
      own,
    );
    // Notes about nested values apply only if they stay nested.
    if (type.chosen !== 'nested' || (columnTypes?.[index] ?? 'nested') === 'nested') notes.push(...own);
    if (columnTypes === null && type.timesNote !== null) notes.push(type.timesNote);
    return type;
  });
  const units = found.map(({ possible }, index) =>
    possible.includes('timestamp') || columnTypes?.[index] === 'timestamp'
      ? countTimestampTexts(records.map((record) => fieldOf(record, names[index] ?? ''))).unit
      : 'us',
  );
  const types = found.map((inferred, index) => typeOf(names[index] ?? '', inferred, columnTypes?.[index] ?? null));
  const bad: BadRow[] = [...earlier];
  const isKept = records.map((record, index) => {
    const column = names.findIndex((name, at) => {
      const type = types[at];
      const value = fieldOf(record, name);
      return (
        type !== undefined && type !== 'nested' && present(value) && convertValue(value, type, units[at]) === undefined
      );
    });
    if (column < 0) return true;
    const name = names[column] ?? '';
    bad.push({
      line: placeOf(index),
      message: `“${name}” is ${JSON.stringify(String(fieldOf(record, name))).slice(0, 60)}, which is not a valid ${types[column]}.`,
    });
    return false;
  });
  bad.sort((a, b) => a.line - b.line);
  const keptOf = (all: readonly JsonRecord[]) => all.filter((_, index) => isKept[index]);
  const kept = keptOf(records);
  const keepsSpelling = (index: number) =>
    types[index] === 'json' ||
    types[index] === 'utf8' ||
    (types[index] === 'nested' && hasTextOfNumbers(found[index]?.schema));
  const written = asWritten !== null && names.some((_, index) => keepsSpelling(index)) ? keptOf(asWritten()) : kept;
  const columns = names.map((name, index) => {
    const type = types[index] ?? 'json';
    const values = (keepsSpelling(index) ? written : kept).map((record) => fieldOf(record, name) ?? null);
    const schema = found[index]?.schema;
    const nullable = values.includes(null);
    const unit = units[index];
    const own: ColumnSchema =
      type === 'timestamp' && unit === 'ns'
        ? { name, type, nullable, unit }
        : { name, type: type as ColumnType, nullable };
    const column = columnOfValues(values, type === 'nested' && schema !== undefined ? schema : own, reader);
    const haveOffsets = type === 'timestamp' && [...offsetsOf(values)].some((offset) => offset !== null);
    return haveOffsets ? inUtc(column) : column;
  });
  if (columnTypes !== null)
    for (const [index, name] of names.entries()) {
      const lost = lostByChoice(name, types[index] ?? 'json', kept);
      if (lost !== null) notes.push(lost);
    }
  const dataset: Table = { kind: 'table', rowCount: kept.length, columns };
  const read = {
    dataset,
    dialect,
    badRows: bad.slice(0, listedBadRows),
    badRowCount: bad.length,
    notes,
    possibleTypes: found.map(({ possible }, index) => [...new Set([types[index] ?? 'json', ...possible])]),
  };
  return {
    read,
    countEffects: () =>
      found.map(({ possible }, index) => effectsOf(names[index] ?? '', possible, records, units[index])),
  };
}

/** True if a part of nested values is kept as JSON. */
function hasTextOfNumbers(schema: ColumnSchema | undefined): boolean {
  if (schema?.type === 'list') return hasTextOfNumbers(schema.item);
  if (schema?.type === 'struct') return schema.fields.some(hasTextOfNumbers);
  return schema?.type === 'json';
}

/** The type that the user chose, otherwise the inferred type. Lists and structs can be chosen only if the values contain some. */
function typeOf(name: string, { chosen, possible }: InferredType, choice: ChosenType | null): JsonType {
  if (choice === 'decimal' || choice === 'time')
    throw unreadableFileError(`${columnName(name)} of JSON cannot be read as ${choice}.`, 'Choose another type.', {
      tag: 'unsupported',
      format: 'json',
    });
  if (choice === 'nested' && !possible.includes('nested'))
    throw unreadableFileError(
      `${columnName(name)} was to be read as lists and structs, but its values are neither.`,
      'Choose another type.',
      { tag: 'invalidPlan' },
    );
  return choice ?? chosen;
}

/** Reads JSON values as values of columns. A field that an object lacks is null. */
const reader: ValueReader = {
  items: (value) => (Array.isArray(value) ? value.map((item: unknown) => item ?? null) : null),
  fields: (value, fields) => (isRecord(value) ? fields.map(({ name }) => fieldOf(value, name) ?? null) : null),
  scalars: (values, schema, place) => scalarColumn(values, schema, place),
  malformed: (message) =>
    new FormatlabError({ tag: 'internal', stage: 'import', message: `The types found do not fit: ${message}` }),
};

function scalarColumn(values: readonly unknown[], schema: ColumnSchema, place: string): Column {
  const { name } = schema;
  const type = schema.type as ColumnType;
  if (type === 'utf8' || type === 'json' || type === 'binary')
    return bytesOfValues(values, schema, reader, place, (value) => {
      const text = convertValue(value, type);
      return typeof text === 'string' ? encoder.encode(text) : null;
    });
  const storage = storageType[type];
  const narrow = isIntegerType(type) && numericConstructor(storage).BYTES_PER_ELEMENT < 8;
  const unit = schema.type === 'timestamp' && 'unit' in schema && schema.unit === 'ns' ? 'ns' : 'us';
  const numbers = numbersOfValues(values, schema, reader, place, storage, (value) => {
    const converted = convertValue(value, type, unit);
    return converted === undefined || typeof converted === 'string' ? null : narrow ? Number(converted) : converted;
  });
  if (schema.type === 'timestamp' && 'unit' in schema && schema.unit !== undefined)
    return { name, type, ...numbers, unit: schema.unit, timeZone: schema.timeZone ?? null } as Column;
  return { name, type, ...numbers } as Column;
}

const encoder = new TextEncoder();

/** Counts the effect of each possible type on the values, over all records. */
function effectsOf(
  name: string,
  possible: readonly JsonType[],
  records: readonly JsonRecord[],
  unit: TimestampTextUnit = 'us',
) {
  const values = records.map((record) => fieldOf(record, name)).filter(present);
  const effects: Partial<Record<JsonType, TypeEffect>> = {};
  for (const type of possible) {
    if (type === 'nested') {
      effects[type] = { leftOut: 0, altered: 0 };
      continue;
    }
    const fitting = values.filter((value) => convertValue(value, type, unit) !== undefined);
    const altered =
      type === 'float64' || type === 'float32' ? fitting.filter((value) => isAltered(value, type)).length : 0;
    effects[type] = { leftOut: values.length - fitting.length, altered };
  }
  return effects;
}

/** The different offsets from UTC at the ends of times. Null stands for a time without one. */
const offsetsOf = (times: readonly unknown[]): ReadonlySet<string | null> => countTimestampTexts(times).offsets;

/** A note on what the values lose in the type that the user chose. Null if they lose nothing. */
function lostByChoice(name: string, type: JsonType, records: readonly JsonRecord[]): string | null {
  const values = records.map((record) => fieldOf(record, name)).filter(present);
  if (type === 'float64' || type === 'float32') {
    const altered = values.filter((value) => isAltered(value, type));
    const [first] = altered;
    return first === undefined ? null : numbersAlteredNote(name, type, altered.length, values.length, String(first));
  }
  if (type !== 'timestamp') return null;
  return offsetLossNote(name, values.length, offsetsOf(values));
}
