import { aggregatesOf } from './aggregates';
import type { ChosenType } from '../../../model/chosen-type';
import type { TypeEffect } from '../../../model/protocol/coordinator';
import { sqlIdentifier } from '../../../model/sql';
import type { Database } from './database';
import type { SniffedDialect } from './dialect';
import { alteredTexts, mayLoseDigits } from './lost-digits';
import { convertsToTypeSql, plainNumberSql, textsNamedIn } from './rows';
import { countedColumns } from './survey';
import { finerTimesSql, hasOffsetSql } from './zoned-times';

/** The types that are counted here, by the type that was found. Numbers may lose digits even as the float64 that was found. */
const countedTypes = { utf8: ['int64', 'float64', 'date', 'timestamp'], float64: ['float64'] } as const;
type CountedType = (typeof countedTypes.utf8)[number];

interface Asked {
  readonly index: number;
  readonly type: CountedType;
  readonly name: string;
  readonly converts: string;
  /** An SQL condition for texts that may change. */
  readonly mayChange: string | null;
  readonly plain: string;
}

/** The effect of types on columns of text and of decimal numbers, by column index, counted from their texts. */
export async function countTextEffects(
  database: Database,
  sniffed: SniffedDialect,
  possibleTypes: readonly (readonly ChosenType[])[],
): Promise<ReadonlyMap<number, Partial<Record<ChosenType, TypeEffect>>>> {
  const asked = sniffed.columns.slice(0, countedColumns).flatMap(({ name, type: found }, index): Asked[] => {
    if (found !== 'utf8' && found !== 'float64') return [];
    const plain = plainNumberSql(sniffed, name);
    const possible = new Set(possibleTypes[index]);
    return countedTypes[found]
      .filter((type) => possible.has(type))
      .map((type) => ({
        index,
        type,
        name,
        plain,
        converts: quickConvertsSql(sniffed, name, type),
        mayChange: changesTimeSql(sniffed, name, type) ?? mayLoseDigits(plain, type),
      }));
  });
  const effects = new Map<number, Partial<Record<ChosenType, TypeEffect>>>();
  if (asked.length === 0) return effects;
  const rows = textsNamedIn(sniffed);
  const sums = asked.flatMap(({ name, converts, mayChange }, at) => {
    const count = (condition: string) => `CAST(count(*) FILTER (${condition}) AS DOUBLE)`;
    return [
      `${count(`${sqlIdentifier(name)} IS NOT NULL AND NOT (${converts})`)} AS l${at}`,
      ...(mayChange === null ? [] : [`${count(`${converts} AND ${mayChange}`)} AS m${at}`]),
    ];
  });
  const found = await aggregatesOf(database, rows, sums);
  for (const [at, { index, type, plain, converts, mayChange }] of asked.entries()) {
    const may = Number(found[`m${at}`] ?? 0);
    const altered =
      may === 0 || mayChange === null || type === 'timestamp' || type === 'date'
        ? may
        : (await alteredTexts(database, rows, { type, plain, suspicious: `${converts} AND ${mayChange}` })).altered
            .length;
    effects.set(index, { ...effects.get(index), [type]: { leftOut: Number(found[`l${at}`]), altered } });
  }
  return effects;
}

/**
 * The condition of `convertsToTypeSql`, which first rules out texts that start like no value, since a cast that fails is slow. Numbers and times
 * start with a space, a sign or a digit; DuckDB also reads words such as `inf`, `nan` and `epoch`. In a format of the file, they may start with a month.
 */
function quickConvertsSql(sniffed: SniffedDialect, name: string, type: CountedType): string {
  const converts = convertsToTypeSql(sniffed, name, type);
  const format = type === 'date' ? sniffed.dateFormat : type === 'timestamp' ? sniffed.timestampFormat : null;
  if (format !== null && /%[bB]/u.test(format)) return converts;
  const column = sqlIdentifier(name);
  return `CASE WHEN ${column} < ':' OR lower(substr(${column}, 1, 1)) IN ('e', 'i', 'n') THEN ${converts} ELSE false END`;
}

/** An SQL condition for times that the type cuts, or whose offset it drops; null for a type of numbers. Dates in a format of their own have no time of day. */
function changesTimeSql({ dateFormat }: SniffedDialect, name: string, type: CountedType): string | null {
  const column = sqlIdentifier(name);
  if (type === 'timestamp') return finerTimesSql(column);
  if (type !== 'date') return null;
  const time = `try_cast(${column} AS TIMESTAMP)`;
  return dateFormat === null
    ? `(${hasOffsetSql(column)} OR coalesce(${time} <> date_trunc('day', ${time}), true))`
    : 'false';
}
