import { keepsEveryDigit } from '../../../own-file/decimal-text';
import type { RowsFor } from './aggregates';
import type { Database } from './database';
import type { CsvType } from './types';

/**
 * An SQL condition that is true for texts that may lose digits when read as the type. float64 preserves any 15 digits, float32 any 6 (DBL_DIG,
 * FLT_DIG), where the exponent has at most two digits or one, and integers any text but −0 without a point or an exponent. A text that DuckDB prints
 * unchanged has lost nothing, which holds for the output of most programs.
 */
export function mayLoseDigits(column: string, type: CsvType): string | null {
  const mayLose = (digits: number, exponentDigits: number, sqlType: string) => {
    const long = `(strlen(${column}) > ${digits} AND length(regexp_replace(split_part(lower(${column}), 'e', 1), '[^0-9]', '', 'g')) > ${digits} AND CAST(try_cast(${column} AS ${sqlType}) AS VARCHAR) IS DISTINCT FROM ${column})`;
    const dangerous = `regexp_matches(${column}, '[eE][+-]?0*[1-9][0-9]{${exponentDigits - 1},}')`;
    // DuckDB may compute any part of an OR first, but only the chosen branch of a CASE: short texts skip the costly parts.
    return `CASE WHEN strlen(${column}) > ${digits} OR contains(${column}, 'e') OR contains(${column}, 'E') THEN (${long} OR ${dangerous}) ELSE false END`;
  };
  if (type === 'float64') return mayLose(15, 3, 'DOUBLE');
  if (type === 'float32') return mayLose(6, 2, 'FLOAT');
  return /^u?int/u.test(type) ? `regexp_matches(${column}, '[.eE]|^\\s*-0+\\s*$')` : null;
}

/**
 * The texts that `suspicious` selects, and those of them that lose digits as the type. `plain` is an SQL expression for the number in standard
 * form.
 */
export async function alteredTexts(
  database: Database,
  rows: RowsFor,
  { type, suspicious, plain }: { readonly type: CsvType; readonly suspicious: string; readonly plain: string },
): Promise<{ readonly texts: readonly string[]; readonly altered: readonly string[] }> {
  const table = rows([plain, suspicious]);
  const found = (await database.query(`SELECT ${plain} AS text FROM ${table} WHERE ${suspicious}`)).getChild('text');
  const texts = Array.from({ length: found?.length ?? 0 }, (_, row) => String(found?.get(row)));
  const kind = type === 'float64' || type === 'float32' ? type : 'integer';
  return { texts, altered: texts.filter((text) => !keepsEveryDigit(text, kind)) };
}
