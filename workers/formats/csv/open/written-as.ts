import { sqlIdentifier, sqlLiteral } from '../../../model/sql';
import { isIsoFormat, type SniffedDialect } from './dialect';
import { formatPattern, groupedPattern } from './guess-reading';
import { thousandsMarks } from '../../../model/reading-options';
import type { CsvType } from './types';

/**
 * DuckDB reads more texts as values than are written as such: `0x1f` and `1_000` as integers, `infinity`, `epoch` and years of two digits as
 * dates, and the hour 24 as hour 0 of the next day. These texts are no values here.
 */

/** Matches decimal numbers without an exponent, and times of day. */
export const decimalPattern = '[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)';
export const timePattern = '([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,6})?)?';

const matches = (text: string, pattern: string) => `regexp_full_match(${text}, ${sqlLiteral(pattern)})`;

/**
 * An SQL condition that is true if a text that DuckDB converts is written as the type; null if every such text is. `format` is that of the column's
 * dates or times, for `strptime`; null or `iso` for ISO 8601. `plain` is an SQL expression for the number in standard form.
 */
export function isWrittenAsSql(
  sniffed: SniffedDialect,
  name: string,
  type: CsvType,
  { format, plain }: { readonly format: string | null; readonly plain: string },
): string | null {
  const column = sqlIdentifier(name);
  if (type === 'date' || type === 'timestamp') {
    const isIso = format === 'iso' || isIsoFormat(format);
    return isIso
      ? `(${matches(column, '\\s*[0-9]{4}.*')} AND NOT regexp_matches(${column}, '[T ]24:'))`
      : matches(column, formatPattern(format ?? ''));
  }
  if (type === 'time') return matches(column, `\\s*${timePattern}\\s*`);
  if (type.startsWith('decimal')) return matches(`trim(${plain})`, decimalPattern);
  const isInteger = /^u?int/u.test(type);
  if (!isInteger && type !== 'float64' && type !== 'float32') return null;
  const grouped = groupedPattern(sniffed);
  const mark = sqlLiteral(thousandsMarks[sniffed.thousands]);
  return [
    `NOT regexp_matches(${column}, '${isInteger ? '[xXbB_]' : '_'}')`,
    ...(grouped === null ? [] : [`(NOT contains(${column}, ${mark}) OR ${matches(column, grouped)})`]),
  ].join(' AND ');
}
