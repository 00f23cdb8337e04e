import { type Column, type ColumnType, type FixedWidthColumn, numericConstructor, storageType } from '../model/column';
import type { Table } from '../model/dataset';
import type { TypeEffect } from '../model/protocol/coordinator';
import { ValidityBuilder, VariableWidthBuilder } from './column-builders';
import { isKept } from './decimal-text';
import type { BadRow, Imported } from './imported';
import { listedBadRows } from './imported';
import { convertValue, integerRanges, isIntegerType } from './json-values';
import { altersNumbers, columnName, keepsInstants, losesOffsets } from './notes';
import { refusal } from './refusal';

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `record[name]` would find what every object inherits. */
const fieldOf = (record: JsonRecord, name: string): unknown => (Object.hasOwn(record, name) ? record[name] : undefined);

const present = (value: unknown) => value !== null && value !== undefined;

/**
 * Records as a table: a column for each name, in the order of first appearance, with the type that holds all its values as they are. `placeOf` gives a record's line (or number) for bad rows.
 * With `columnTypes`, records whose values do not fit them are left out and listed.
 */
export function tableOfRecords(
  records: readonly JsonRecord[],
  columnTypes: readonly ColumnType[] | null,
  placeOf: (record: number) => number,
  earlier: readonly BadRow[],
  earlierNotes: readonly string[],
  dialect: string,
): Imported {
  const notes = [...earlierNotes];
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  if (names.length === 0) throw refusal('Its records have no fields.', 'Check that it holds the data you expect.');
  const found = names.map((name) => inferred(name, records, notes));
  if (columnTypes !== null && columnTypes.length !== names.length)
    throw refusal(
      `${columnTypes.length} column types were given for ${names.length} columns.`,
      'Give one for each column.',
      { tag: 'invalidPlan' },
    );
  const types = names.map((_, index) => columnTypes?.[index] ?? found[index]?.type ?? 'json');
  const bad: BadRow[] = [...earlier];
  const kept = records.filter((record, index) => {
    const column = names.findIndex(
      (name, at) =>
        present(fieldOf(record, name)) && convertValue(fieldOf(record, name), types[at] ?? 'json') === undefined,
    );
    if (column < 0) return true;
    const name = names[column] ?? '';
    bad.push({
      line: placeOf(index),
      message: `“${name}” is ${JSON.stringify(String(fieldOf(record, name))).slice(0, 60)}, which is no ${types[column]}.`,
    });
    return false;
  });
  bad.sort((a, b) => a.line - b.line);
  const columns = names.map((name, index) => build(name, types[index] ?? 'json', kept));
  if (columnTypes !== null)
    for (const [index, name] of names.entries()) {
      const lost = lostByChoice(name, types[index] ?? 'json', kept);
      if (lost !== null) notes.push(lost);
    }
  const dataset: Table = { kind: 'table', rowCount: kept.length, columns };
  return {
    dataset,
    dialect,
    badRows: bad.slice(0, listedBadRows),
    badRowCount: bad.length,
    notes,
    possibleTypes: found.map(({ possible }, index) => [...new Set([types[index] ?? 'json', ...possible])]),
    found: {
      typeEffects: found.map(({ possible }, index) =>
        records.length * names.length > countedCells ? {} : effectsOf(names[index] ?? '', possible, records),
      ),
    },
  };
}

/** Values that are tried as every type that they could have; with more, reading would take several times as long. */
const countedCells = 2_000_000;

/** What each type would do to the values, over all records. */
function effectsOf(name: string, possible: readonly ColumnType[], records: readonly JsonRecord[]) {
  const values = records.map((record) => fieldOf(record, name)).filter(present);
  const effects: Partial<Record<ColumnType, TypeEffect>> = {};
  for (const type of possible) {
    const fitting = values.filter((value) => convertValue(value, type) !== undefined);
    const altered =
      type === 'float64' || type === 'float32' ? fitting.filter((value) => !isKept(String(value), type)).length : 0;
    effects[type] = { leftOut: values.length - fitting.length, altered };
  }
  return effects;
}

interface Seen {
  booleans: number;
  integers: number;
  fractions: number;
  texts: number;
  nested: number;
  missing: number;
  beyondDouble: boolean;
  min: bigint;
  max: bigint;
}

function look(name: string, records: readonly JsonRecord[]): Seen {
  const seen: Seen = {
    booleans: 0,
    integers: 0,
    fractions: 0,
    texts: 0,
    nested: 0,
    missing: 0,
    beyondDouble: false,
    min: 0n,
    max: 0n,
  };
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const record of records) {
    const value = fieldOf(record, name);
    if (value === undefined) seen.missing += 1;
    else if (typeof value === 'boolean') seen.booleans += 1;
    else if (typeof value === 'string') seen.texts += 1;
    else if (typeof value === 'bigint') {
      seen.integers += 1;
      seen.beyondDouble = true;
      if (value < seen.min) seen.min = value;
      if (value > seen.max) seen.max = value;
    } else if (typeof value === 'number') {
      // Minus zero is a float; 1e300 has no int64.
      if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
        seen.integers += 1;
        min = Math.min(min, value);
        max = Math.max(max, value);
      } else seen.fractions += 1;
    } else if (value !== null) seen.nested += 1;
  }
  if (min <= max) {
    if (BigInt(min) < seen.min) seen.min = BigInt(min);
    if (BigInt(max) > seen.max) seen.max = BigInt(max);
  }
  return seen;
}

/** The type that keeps every value as it is, and those that the user may choose instead. */
function inferred(
  name: string,
  records: readonly JsonRecord[],
  notes: string[],
): { type: ColumnType; possible: readonly ColumnType[] } {
  const seen = look(name, records);
  const note = (text: string) => notes.push(`Column “${name}”: ${text}`);
  if (seen.missing > 0) note(`${seen.missing.toLocaleString('en')} records do not have it; they are read as null.`);
  const kinds = [
    seen.booleans > 0 ? 'booleans' : '',
    seen.integers + seen.fractions > 0 ? 'numbers' : '',
    seen.texts > 0 ? 'texts' : '',
    seen.nested > 0 ? 'nested values' : '',
  ].filter((kind) => kind !== '');
  if (kinds.length === 0) {
    note('it holds nothing but nulls and is kept as text.');
    return { type: 'utf8', possible: ['utf8', 'json'] };
  }
  if (kinds.length > 1) {
    note(`it mixes ${kinds.join(', ')} and is kept as JSON.`);
    return { type: 'json', possible: ['json', 'utf8'] };
  }
  switch (kinds[0]) {
    case 'booleans':
      return { type: 'bool', possible: ['bool', 'utf8', 'json'] };
    case 'texts':
      return { type: 'utf8', possible: ['utf8', ...textAlternatives(name, records), 'json'] };
    case 'nested values':
      note('its nested values are kept as JSON.');
      return { type: 'json', possible: ['json', 'utf8'] };
    default:
      return numbers(seen, note);
  }
}

function numbers(seen: Seen, note: (text: string) => void): { type: ColumnType; possible: readonly ColumnType[] } {
  if (seen.fractions > 0) {
    if (!seen.beyondDouble) return { type: 'float64', possible: ['float64', 'float32', 'utf8', 'json'] };
    note('it holds whole numbers beyond 2^53 beside fractions; no type of number keeps both, so it is kept as JSON.');
    return { type: 'json', possible: ['json', 'float64', 'utf8'] };
  }
  const fitting = (Object.keys(integerRanges) as (keyof typeof integerRanges)[]).filter(
    (type) => integerRanges[type].min <= seen.min && seen.max <= integerRanges[type].max,
  );
  const type = (['int64', 'uint64'] as const).find((candidate) => fitting.includes(candidate));
  if (type === undefined) {
    note('it holds whole numbers beyond 64 bits and is kept as JSON.');
    return { type: 'json', possible: ['json', 'float64', 'utf8'] };
  }
  return { type, possible: [type, ...fitting, 'float64', 'utf8', 'json'] };
}

/** Types that the first texts can all be read as. */
function textAlternatives(name: string, records: readonly JsonRecord[]): ColumnType[] {
  const sample = records
    .map((record) => fieldOf(record, name))
    .filter((value) => typeof value === 'string')
    .slice(0, 200);
  return (['date', 'timestamp', 'int64', 'float64', 'bool'] as const).filter((type) =>
    sample.every((value) => convertValue(value, type) !== undefined),
  );
}

/** What the values lose as a type that the user chose; null where nothing. */
function lostByChoice(name: string, type: ColumnType, records: readonly JsonRecord[]): string | null {
  const values = records.map((record) => fieldOf(record, name)).filter(present);
  if (type === 'float64' || type === 'float32') {
    const altered = values.map(String).filter((text) => !isKept(text, type));
    const [first] = altered;
    return first === undefined ? null : altersNumbers(name, type, altered.length, values.length, first);
  }
  if (type !== 'timestamp') return null;
  const zones = new Set(values.map((value) => /(?:Z|[+-]\d{2}:?\d{2})$/u.exec(String(value).slice(10))?.[0] ?? null));
  if (zones.size > 1)
    return zones.has(null)
      ? `${columnName(name)}: some of its ${values.length.toLocaleString('en')} times have an offset from UTC, which is lost; those without are taken as UTC.`
      : losesOffsets(name, values.length, zones.size);
  const [zone] = zones;
  return zone === undefined || zone === null || zone === 'Z' ? null : keepsInstants(name, zone);
}

function build(name: string, type: ColumnType, records: readonly JsonRecord[]): Column {
  const validity = new ValidityBuilder(records.length);
  if (type === 'utf8' || type === 'json' || type === 'binary') {
    const builder = new VariableWidthBuilder(records.length);
    records.forEach((record, row) => {
      const value = fieldOf(record, name);
      const text = present(value) ? convertValue(value, type) : undefined;
      if (typeof text === 'string') builder.appendText(text);
      else {
        validity.setNull(row);
        builder.appendNothing();
      }
    });
    return builder.build(name, type, validity.build());
  }
  const values = new (numericConstructor(storageType[type]))(records.length);
  records.forEach((record, row) => {
    const value = fieldOf(record, name);
    const converted = present(value) ? convertValue(value, type) : undefined;
    if (converted === undefined) validity.setNull(row);
    else values[row] = (isIntegerType(type) && values.BYTES_PER_ELEMENT < 8 ? Number(converted) : converted) as never;
  });
  return { name, type, validity: validity.build(), values } as FixedWidthColumn;
}
