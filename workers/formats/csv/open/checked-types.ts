import { aggregatesOf } from './aggregates';
import type { ColumnType } from '../../../model/column';
import { type ReadingOptions, thousandsMarks } from '../../../model/reading-options';
import { sqlIdentifier, sqlLiteral } from '../../../model/sql';
import type { Database } from './database';
import { groupedPattern } from './guess-reading';
import { columnName } from '../../../own-file/notes';
import type { SniffedDialect } from './dialect';
import { convertsToTypeSql, textsNamedIn } from './rows';

interface Suspect {
  readonly index: number;
  readonly name: string;
  /** An SQL condition that is true for values that are not of the type. */
  readonly fault: string;
  /** The type that can hold all values. */
  readonly instead: ColumnType;
  /** The end of the note about these values. */
  readonly says: string;
}

/** A note on the type that was found for a column. It holds unless the user chose another type. */
export interface ColumnNote {
  readonly index: number;
  readonly text: string;
  /** The type as which the column must be read in the end for the note to hold, if numbers that lose digits may change it. */
  readonly as?: ColumnType;
}

const timeFault = (sniffed: SniffedDialect, name: string, type: 'date' | 'timestamp') =>
  `${sqlIdentifier(name)} IS NOT NULL AND NOT ${convertsToTypeSql(sniffed, name, type)}`;

export const timeSays = (type: 'date' | 'timestamp') =>
  `can’t be read as ${type} without a change: years have four digits, and hours end at 23`;

/** What is said of values that the sniffing reader takes for truth values or integers. */
export const isMisreadNote = {
  bool: 'are neither true nor false. It can be read as bool',
  ungrouped: 'have thousands marks that do not separate groups of three digits',
  otherBase: 'are written in another base than ten',
  negativeZero: 'are −0, which an integer can’t store',
} as const;

export const keptNote = (name: string, instead: string, count: number, says: string) =>
  `${columnName(name)} is kept as ${instead}: ${count.toLocaleString('en')} of its values ${says}.`;

/** Notes on columns that would be ISO 8601 timestamps, beside others in another format, if some of their values did not change by it. */
export async function noteMisreadTimes(
  database: Database,
  sniffed: SniffedDialect,
  misread: ReadonlySet<number>,
  notes: ColumnNote[],
): Promise<void> {
  const columns = [...misread].flatMap((index) => {
    const name = sniffed.columns[index]?.name;
    return name === undefined ? [] : [{ index, name }];
  });
  if (columns.length === 0) return;
  const iso = { ...sniffed, timestampFormat: null };
  const counted = columns.map(
    ({ name }, at) => `CAST(count(*) FILTER (${timeFault(iso, name, 'timestamp')}) AS DOUBLE) AS n${at}`,
  );
  const counts = await aggregatesOf(database, textsNamedIn(iso), counted);
  for (const [at, { index, name }] of columns.entries())
    notes.push({ index, text: keptNote(name, 'text', Number(counts[`n${at}`]), timeSays('timestamp')) });
}

/**
 * The types of the columns, corrected to text if DuckDB accepts more texts than it should: `1_000` as a number, `10.0.0.1` if the point is the
 * thousands mark, or `yes` as a boolean. Columns that the user wants as text become text too.
 */
export async function checkedTypes(
  database: Database,
  sniffed: SniffedDialect,
  reading: ReadingOptions,
  notes: ColumnNote[],
): Promise<SniffedDialect> {
  const mark = sqlLiteral(thousandsMarks[sniffed.thousands]);
  const grouped = groupedPattern(sniffed);
  const suspects = sniffed.columns.flatMap(({ name, type }, index): Suspect[] => {
    const column = sqlIdentifier(name);
    const place = { index, name, instead: 'utf8' } as const;
    if (type === 'bool') {
      return [{ ...place, fault: `lower(${column}) NOT IN ('true', 'false')`, says: isMisreadNote.bool }];
    }
    const format = type === 'date' ? reading.dateFormat : reading.timestampFormat;
    if ((type === 'date' || type === 'timestamp') && format !== 'text') {
      return [{ ...place, fault: timeFault(sniffed, name, type), says: timeSays(type) }];
    }
    if (type !== 'int64' && type !== 'float64') return [];
    const ungrouped =
      grouped === null
        ? ''
        : ` OR (contains(${column}, ${mark}) AND NOT regexp_full_match(${column}, ${sqlLiteral(grouped)}))`;
    const says = isMisreadNote.ungrouped;
    const marks = { ...place, fault: `contains(${column}, '_')${ungrouped}`, says };
    if (type === 'float64') return [marks];
    const otherBase = {
      ...place,
      fault: `regexp_matches(${column}, '[xXbB]')`,
      says: isMisreadNote.otherBase,
    };
    const negativeZero = {
      index,
      name,
      fault: `regexp_full_match(${column}, '\\s*-0+\\s*')`,
      instead: 'float64',
      says: isMisreadNote.negativeZero,
    } as const;
    return [negativeZero, otherBase, marks];
  });
  const types = sniffed.columns.map(({ type }) => type);
  if (suspects.length > 0) {
    const counted = suspects.map(({ fault }, at) => `CAST(count(*) FILTER (${fault}) AS DOUBLE) AS n${at}`);
    const counts = await aggregatesOf(database, textsNamedIn(sniffed), counted);
    for (const [at, { index, name, instead, says }] of suspects.entries()) {
      const count = Number(counts[`n${at}`]);
      if (count === 0) continue;
      types[index] = instead;
      notes.push({
        index,
        text: keptNote(name, instead === 'utf8' ? 'text' : instead, count, says),
      });
    }
  }
  return {
    ...sniffed,
    columns: sniffed.columns.map(({ name }, index) => {
      const type = types[index] ?? 'utf8';
      const asText =
        (type === 'date' && reading.dateFormat === 'text') ||
        (type === 'timestamp' && reading.timestampFormat === 'text');
      return { name, type: asText ? 'utf8' : type };
    }),
  };
}
