import { aggregatesOf } from './aggregates';
import type { ChosenType } from '../../../model/chosen-type';
import type { DetectedReading } from '../../../model/protocol/coordinator';
import { countTypeEffects } from './survey';
import { alteredTexts, mayLoseDigits } from './lost-digits';
import { countTextEffects } from './text-effects';
import { isUint64 } from '../../../own-file/decimal-text';
import { sqlIdentifier } from '../../../model/sql';
import { type Database, firstResultRow } from './database';
import { numbersAlteredNote, numbersKeptNote } from '../../../own-file/notes';
import type { TimestampTextUnit } from '../../../own-file/timestamp-texts';
import { countTimes, decideTimeReading, instantUnit, mayBeTimes } from './zoned-times';
import type { SniffedDialect } from './dialect';
import { decimalFault, type ExactCounts } from './exact-counts';
import { plainNumberSql, selectRows, textsNamedIn } from './rows';
import type { CsvType } from './types';

/** The effect of each possible type on each column, relative to the detected types. */
export async function typeEffectsOf(
  database: Database,
  sniffed: SniffedDialect,
  possibleTypes: readonly (readonly ChosenType[])[],
  { instants, offered }: Instants,
  exact: ReadonlyMap<number, ExactCounts>,
): Promise<NonNullable<DetectedReading['typeEffects']>> {
  // A timestamp keeps every instant. What other types do to them is counted from their texts.
  const asTexts: SniffedDialect = {
    ...sniffed,
    columns: sniffed.columns.map((column, index) => (instants.has(index) ? { ...column, type: 'utf8' } : column)),
  };
  const others = possibleTypes.map((types, index) =>
    instants.has(index) || offered.has(index) ? types.filter((type) => type !== 'timestamp') : types,
  );
  const effects = await countTypeEffects(
    database,
    selectRows(
      asTexts,
      asTexts.columns.map(({ type }) => type),
      'unread',
    ),
    asTexts.columns.map(({ name, type }, index) => ({ name, type, possible: others[index] ?? [] })),
  );
  const ofTexts = await countTextEffects(database, asTexts, others);
  return effects.map((effect, index) => {
    const counts = exact.get(index);
    const keepsInstants = instants.has(index) || offered.has(index);
    const ofInstants = keepsInstants ? { timestamp: { leftOut: 0, altered: 0 } } : {};
    const counted = { ...effect, ...ofTexts.get(index), ...ofInstants };
    if (counts === undefined) return counted;
    return {
      ...counted,
      ...(decimalFault(counts) === null ? { decimal: { leftOut: counts.texts - counts.decimals, altered: 0 } } : {}),
      time: { leftOut: counts.texts - counts.times, altered: 0 },
    };
  });
}

/** The columns that are read as instants, with their units, and those that the user may read so without losing one. */
export interface Instants {
  readonly instants: ReadonlyMap<number, TimestampTextUnit>;
  readonly offered: ReadonlySet<number>;
}

/** The types that `decideTimeReading` chooses. */
export async function withInstants(
  database: Database,
  sniffed: SniffedDialect,
  types: readonly CsvType[],
  areChosen: boolean,
  notes: string[],
): Promise<Instants & { types: readonly CsvType[] }> {
  const rows = textsNamedIn(sniffed);
  const texts = sniffed.columns.filter(({ type }, index) => type === 'utf8' && types[index] === 'utf8');
  const possible = await mayBeTimes(
    database,
    rows,
    texts.map(({ name }) => name),
  );
  const looked = sniffed.columns.flatMap(({ name, type: guessed }, index) => {
    const type = types[index];
    const isText = type === 'utf8' && guessed === 'utf8' && possible.has(name);
    return type === 'timestamp' || isText ? [{ name, index, type }] : [];
  });
  const result = [...types];
  const instants = new Map<number, TimestampTextUnit>();
  const offered = new Set<number>();
  if (looked.length === 0) return { types, instants, offered };
  const counts = await countTimes(
    database,
    rows,
    looked.map(({ name }) => name),
  );
  for (const [at, { name, index, type }] of looked.entries()) {
    const counted = counts[at];
    if (counted === undefined) continue;
    const read = decideTimeReading(name, type, areChosen, counted);
    result[index] = read.type;
    if (read.instants !== null) instants.set(index, read.instants);
    else if (instantUnit(counted) !== null) offered.add(index);
    if (read.note !== null) notes.push(read.note);
  }
  return { types: result, instants, offered };
}

/**
 * The types of the columns, where a guessed float64 becomes uint64 or text if it would alter a number. Types that the user chose stay; `notes`
 * then state how many numbers each alters.
 */
export async function exactTypes(
  database: Database,
  sniffed: SniffedDialect,
  types: readonly CsvType[],
  areChosen: boolean,
  notes: string[],
): Promise<readonly CsvType[]> {
  const exact = [...types];
  const rows = textsNamedIn(sniffed);
  const suspects = sniffed.columns.flatMap(({ name }, index) => {
    const type = types[index] ?? 'utf8';
    // A guessed integer type loses nothing, so it is not checked.
    const plain = plainNumberSql(sniffed, name);
    const suspicious = areChosen || type === 'float64' ? mayLoseDigits(plain, type) : null;
    return suspicious === null ? [] : [{ index, name, type, suspicious, plain }];
  });
  if (suspects.length === 0) return exact;
  // One scan counts for all columns, since most columns have no such values.
  const filters = suspects.map(({ suspicious }, at) => `CAST(count(*) FILTER (${suspicious}) AS DOUBLE) AS c${at}`);
  const suspectCounts = await aggregatesOf(database, rows, filters);
  for (const [at, { index, name, type, suspicious, plain }] of suspects.entries()) {
    if (suspectCounts[`c${at}`] === 0) continue;
    const column = sqlIdentifier(name);
    const { altered, texts } = await alteredTexts(database, rows, { type, suspicious, plain });
    const [first] = altered;
    if (first === undefined) continue;
    const counts = firstResultRow(
      await database.query(
        `SELECT CAST(count(${column}) AS DOUBLE) AS total, CAST(count(try_cast(${column} AS UBIGINT)) AS DOUBLE) AS unsigned, CAST(count(*) FILTER (regexp_matches(${column}, '[^0-9]')) AS DOUBLE) AS others FROM ${rows([column])}`,
      ),
    );
    const total = Number(counts.total);
    if (areChosen) {
      notes.push(numbersAlteredNote(name, type, altered.length, total, first));
      continue;
    }
    const fitsUint64 = counts.others === 0 && counts.unsigned === counts.total && texts.every(isUint64);
    exact[index] = fitsUint64 ? 'uint64' : 'utf8';
    const kept = fitsUint64 ? 'uint64' : 'text';
    notes.push(numbersKeptNote(name, kept, { altered: altered.length, total, first }));
  }
  return exact;
}
