import { keepsEveryDigit } from '../decimal-text';
import type { Database } from './duckdb';
import type { CsvType } from './types';

/**
 * An SQL condition that is true for texts that may lose digits when read as the type. float64 preserves any 15 digits, float32 any 6 (DBL_DIG,
 * FLT_DIG), and integers any text without a point or an exponent. A text that DuckDB prints unchanged has lost nothing, which holds for the
 * output of most programs.
 */
export function mayLoseDigits(column: string, type: CsvType): string | null {
  const digits = (most: number, sqlType: string) =>
    `strlen(${column}) > ${most} AND length(regexp_replace(split_part(lower(${column}), 'e', 1), '[^0-9]', '', 'g')) > ${most} AND CAST(try_cast(${column} AS ${sqlType}) AS VARCHAR) IS DISTINCT FROM ${column}`;
  if (type === 'float64') return digits(15, 'DOUBLE');
  if (type === 'float32') return digits(6, 'FLOAT');
  return /^u?int/u.test(type) ? `regexp_matches(${column}, '[.eE]')` : null;
}

/**
 * The texts that `suspicious` selects, and those of them that lose digits as the type. `plain` is an SQL expression for the number in standard
 * form.
 */
export async function alteredTexts(
  database: Database,
  rows: string,
  { type, suspicious, plain }: { readonly type: CsvType; readonly suspicious: string; readonly plain: string },
): Promise<{ readonly texts: readonly string[]; readonly altered: readonly string[] }> {
  const found = (await database.query(`SELECT ${plain} AS text FROM ${rows} WHERE ${suspicious}`)).getChild('text');
  const texts = Array.from({ length: found?.length ?? 0 }, (_, row) => String(found?.get(row)));
  const kind = type === 'float64' || type === 'float32' ? type : 'integer';
  return { texts, altered: texts.filter((text) => !keepsEveryDigit(text, kind)) };
}
