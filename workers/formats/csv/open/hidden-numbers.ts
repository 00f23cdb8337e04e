import { aggregatesOf } from './aggregates';
import type { SniffedDialect } from './dialect';
import { thousandsMarks } from '../../../model/reading-options';
import { sqlIdentifier, sqlLiteral } from '../../../model/sql';
import type { Database } from './database';
import { convertsToTypeSql, plainNumberSql, textsNamedIn } from './rows';

const infinite = /^\s*[+-]?(?:inf(?:inity)?|nan)\s*$/iu;

/**
 * The dialect, where columns of text have a type of numbers if their values are all such that DuckDB's sniffer does not know: with a thousands mark of
 * several bytes, with any thousands mark after its first 2,048 rows, or beside infinities and NaN. `sample` holds the first texts of each column.
 */
export async function withHiddenNumbers(
  database: Database,
  sniffed: SniffedDialect,
  sample: readonly (readonly (string | null)[])[],
): Promise<SniffedDialect> {
  const isMarked = sniffed.thousands !== 'none';
  // Infinities alone are no numbers: they may be names.
  const mayBeInfinite = (texts: readonly (string | null)[] = []) =>
    texts.some((text) => infinite.test(text ?? '')) && texts.some((text) => /^\s*[+-]?[\d.,]*\d/u.test(text ?? ''));
  const texts = sniffed.columns.flatMap(({ name, type }, index) => {
    const isInfinite = mayBeInfinite(sample[index]);
    return type === 'utf8' && (isMarked || isInfinite) ? [{ name, isInfinite }] : [];
  });
  if (texts.length === 0) return sniffed;
  const mark = sqlLiteral(thousandsMarks[sniffed.thousands]);
  const counts = texts.flatMap(({ name }, at) => {
    const count = (condition: string) => `CAST(count(*) FILTER (${condition}) AS DOUBLE)`;
    return [
      `${count(`${sqlIdentifier(name)} IS NOT NULL`)} AS n${at}`,
      `${count(`${convertsToTypeSql(sniffed, name, 'int64')} AND NOT regexp_matches(${plainNumberSql(sniffed, name)}, '[.eE]')`)} AS i${at}`,
      `${count(convertsToTypeSql(sniffed, name, 'float64'))} AS f${at}`,
      `${count(`contains(${sqlIdentifier(name)}, ${mark})`)} AS m${at}`,
    ];
  });
  const found = await aggregatesOf(database, textsNamedIn(sniffed), counts);
  const types = new Map(
    texts.flatMap(({ name, isInfinite }, at) => {
      const total = Number(found[`n${at}`]);
      if (total === 0 || Number(found[`f${at}`]) < total) return [];
      // A column without marks is text for another reason, such as leading zeros.
      if (!isInfinite && Number(found[`m${at}`]) === 0) return [];
      return [[name, Number(found[`i${at}`]) === total ? ('int64' as const) : ('float64' as const)]];
    }),
  );
  return {
    ...sniffed,
    columns: sniffed.columns.map((column) => ({ ...column, type: types.get(column.name) ?? column.type })),
  };
}
