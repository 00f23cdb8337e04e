import { aggregatesOf, type RowsFor } from './aggregates';
import { sqlIdentifier } from '../../../model/sql';
import type { Database } from './database';
import { columnName, differentOffsetsKeptNote, offsetsLostNote, oneOffsetNote } from '../../../own-file/notes';
import type { TimestampTextUnit } from '../../../own-file/timestamp-texts';
import { unreadableFileError } from '../../../own-file/refusal';

/**
 * Times with a UTC offset in a CSV, as in logs: `2024-01-01T00:00:00Z`, `2024-01-01 02:00:00.5+02:00`. DuckDB's TIMESTAMP would drop the
 * offset, and its TIMESTAMPTZ needs an extension that would be downloaded from another site.
 */

const zone = '( ?(?:Z|UTC|[+-]\\d{2}(?::?\\d{2})?))';
/** ISO 8601 in nanoseconds, the finest unit of our timestamps. */
const pattern = `\\d{4}-\\d{2}-\\d{2}[T ](?:[01]\\d|2[0-3]):\\d{2}(:\\d{2}(\\.\\d{1,9}0*)?)?${zone}`;
/** A date alone also ends like an offset, so a time of day must precede it. */
const withOffset = `\\d{2}:\\d{2}(:[0-9.]+)?${zone}$`;
/** Digits beyond the microseconds. */
const finer = `:\\d{2}\\.\\d{6}\\d*[1-9]\\d*${zone}?$`;

/** SQL that is true if a text has digits beyond the microseconds, which a timestamp cuts. */
export const finerTimesSql = (column: string) => `regexp_matches(${column}, '${finer}')`;

/** SQL that is true if a text ends like a time with an offset. */
export const hasOffsetSql = (column: string) => `regexp_matches(${column}, '${withOffset}')`;

const zoneOf = (column: string) => `trim(regexp_extract(${column}, '${zone}$', 1))`;
/** The local time, cut to microseconds. */
const localOf = (column: string) =>
  `try_cast(regexp_replace(${column}, '(?:(\\.\\d{1,6})\\d*)?${zone}$', '\\1') AS TIMESTAMP)`;

/** SQL that is true if a text is such a time. */
const isZoned = (column: string) => `(regexp_full_match(${column}, '${pattern}') AND ${localOf(column)} IS NOT NULL)`;

/** SQL for the instant in UTC, cut to microseconds. */
export function instantSql(name: string): string {
  const column = sqlIdentifier(name);
  const digits = `regexp_replace(${zoneOf(column)}, '[^0-9]', '', 'g')`;
  const minutes = `CASE WHEN ${digits} = '' THEN 0 ELSE CAST(substr(${digits}, 1, 2) AS INTEGER) * 60 + CAST(coalesce(nullif(substr(${digits}, 3, 2), ''), '0') AS INTEGER) END`;
  const sign = `CASE WHEN starts_with(${zoneOf(column)}, '-') THEN -1 ELSE 1 END`;
  return `${localOf(column)} - to_minutes(${sign} * (${minutes}))`;
}

/** SQL for the instant as nanoseconds since 1970-01-01T00:00 UTC, in 128 bits. */
export function nanosecondsSql(name: string): string {
  const column = sqlIdentifier(name);
  const rest = `rpad(regexp_extract(${column}, '\\.\\d{6}(\\d{1,3})\\d*${zone}$', 1), 3, '0')`;
  return `(CAST(epoch_us(${instantSql(name)}) AS HUGEINT) * 1000 + CAST(${rest} AS INTEGER))`;
}

/**
 * SQL that is true if a text that is such a time does not fit in 64 bits as nanoseconds. It fits in the years between, which are quicker to find.
 */
function isBeyondNanoseconds(name: string): string {
  const isWithin = `left(${sqlIdentifier(name)}, 4) BETWEEN '1678' AND '2261'`;
  return `CASE WHEN ${isWithin} THEN false ELSE try_cast(${nanosecondsSql(name)} AS BIGINT) IS NULL END`;
}

/** Counts of the times in a column of texts. */
export interface TimeCounts {
  /** Texts of the column. */
  readonly total: number;
  /** Times with an offset, in nanoseconds or coarser. */
  readonly zoned: number;
  /** Those of them that 64 bits do not hold in nanoseconds: before 1677 or after 2262. */
  readonly beyondNanoseconds: number;
  /** The number of distinct offsets, and one of them. */
  readonly offsets: number;
  readonly first: string;
  /** Texts that end like a time with an offset. */
  readonly withOffset: number;
  /** Times with digits beyond the microseconds. */
  readonly finer: number;
}

/** Rows at a file's head from which columns are ruled out; the whole file is scanned for the remaining ones. */
const headRows = 1_000;

/** The columns whose texts at the file's head are all such times. */
export async function mayBeTimes(
  database: Database,
  rows: RowsFor,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const asked = names.map((name, at) => {
    const column = sqlIdentifier(name);
    return `bool_and(${isZoned(column)}) FILTER (${column} IS NOT NULL) AS all${at}`;
  });
  const head = (counts: readonly string[]) => `(SELECT * FROM ${rows(counts)} LIMIT ${headRows})`;
  const found = await aggregatesOf(database, head, asked);
  // Null if the head has no text in the column.
  return new Set(names.filter((_, at) => found[`all${at}`] !== false));
}

/** Counts the times in columns of text, in one scan. `rows` gives them. */
export async function countTimes(
  database: Database,
  rows: RowsFor,
  names: readonly string[],
): Promise<readonly TimeCounts[]> {
  // What several counts need is computed once, in an inner query. Its unused columns cost nothing.
  const inner = names.map((name, at) => {
    const column = sqlIdentifier(name);
    return `${column} AS text${at}, ${isZoned(column)} AS zoned${at}, ${zoneOf(column)} AS zone${at}`;
  });
  const counted = names.flatMap((_, at) => [
    `CAST(count(text${at}) AS DOUBLE) AS total${at}`,
    `CAST(count(*) FILTER (zoned${at}) AS DOUBLE) AS zoned${at}`,
    `CAST(count(*) FILTER (CASE WHEN zoned${at} THEN ${isBeyondNanoseconds(`text${at}`)} ELSE false END) AS DOUBLE) AS beyond${at}`,
    `CAST(count(DISTINCT zone${at}) FILTER (zoned${at}) AS DOUBLE) AS offsets${at}`,
    `min(zone${at}) FILTER (zoned${at}) AS first${at}`,
    `CAST(count(*) FILTER (CASE WHEN zoned${at} THEN true ELSE ${hasOffsetSql(`text${at}`)} END) AS DOUBLE) AS with${at}`,
    `CAST(count(*) FILTER (CASE WHEN contains(text${at}, '.') THEN ${finerTimesSql(`text${at}`)} ELSE false END) AS DOUBLE) AS finer${at}`,
  ]);
  const found = await aggregatesOf(database, `(SELECT ${inner.join(', ')} FROM ${rows(inner)})`, counted);
  return names.map((_, at) => ({
    total: Number(found[`total${at}`]),
    zoned: Number(found[`zoned${at}`]),
    beyondNanoseconds: Number(found[`beyond${at}`]),
    offsets: Number(found[`offsets${at}`]),
    first: String(found[`first${at}`]),
    withOffset: Number(found[`with${at}`]),
    finer: Number(found[`finer${at}`]),
  }));
}

/** How a column of times or texts is read. */
interface TimeColumnReading {
  readonly type: 'timestamp' | 'utf8';
  /** The unit of the instants that the column becomes. Null if it becomes none. */
  readonly instants: TimestampTextUnit | null;
  /** A note for the page; null if nothing is lost and the user has no alternative. */
  readonly note: string | null;
}

/** The unit that holds all times of a column exactly. Null if they have no offset, or no unit does. */
export function instantUnit({ zoned, total, finer, beyondNanoseconds }: TimeCounts): TimestampTextUnit | null {
  if (total === 0 || zoned < total) return null;
  if (finer === 0) return 'us';
  return beyondNanoseconds === 0 ? 'ns' : null;
}

/**
 * Decides how to read a column. A column of texts that are all times with one offset becomes a timestamp, unless the user chose its type. A
 * guessed timestamp that would lose information stays text; for a chosen one, a note says what is lost.
 * @throws FormatlabError if the user chose a timestamp and only some texts have an offset or are times
 */
export function decideTimeReading(
  name: string,
  type: 'timestamp' | 'utf8',
  isChosen: boolean,
  counts: TimeCounts,
): TimeColumnReading {
  const { total, zoned, offsets, first } = counts;
  const number = (count: number) => count.toLocaleString('en');
  const unit = instantUnit(counts);
  const keptAsText = (why: string): TimeColumnReading => ({
    type: 'utf8',
    instants: null,
    note: `${columnName(name)} is kept as text${why}`,
  });
  if (unit !== null && (type === 'timestamp' || (!isChosen && offsets === 1))) {
    const note = offsets > 1 ? offsetsLostNote(name, zoned, offsets) : oneOffsetNote(name, first);
    return { type: 'timestamp', instants: unit, note };
  }
  const beyond = `: ${number(counts.beyondNanoseconds)} of its ${number(total)} times can’t be kept in nanoseconds, which others need.`;
  if (type === 'utf8') {
    if (zoned < total || total === 0) return { type: 'utf8', instants: null, note: null };
    if (unit === null) return keptAsText(beyond);
    return offsets > 1
      ? { type: 'utf8', instants: null, note: differentOffsetsKeptNote(name, zoned, offsets) }
      : keptAsText('. As a timestamp, it keeps the instants, in UTC.');
  }
  if (counts.withOffset > 0) {
    const why =
      zoned === total
        ? beyond
        : `: ${number(counts.withOffset)} of its ${number(total)} values have an offset from UTC, and not all are times to the nanosecond.`;
    if (!isChosen) return keptAsText(why);
    throw unreadableFileError(`${columnName(name)} can’t be read as timestamp${why}`, 'Keep it as text.', {
      format: 'csv',
    });
  }
  if (counts.finer === 0) return { type: 'timestamp', instants: null, note: null };
  const some = `${number(counts.finer)} of ${number(total)} times to microseconds.`;
  return isChosen
    ? { type: 'timestamp', instants: null, note: `${columnName(name)}: timestamp cuts ${some}` }
    : keptAsText(`: timestamp would cut ${some}`);
}
