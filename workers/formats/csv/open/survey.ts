import { aggregatesOf, type RowsFor } from './aggregates';
import type { ChosenType } from '../../../model/chosen-type';
import type { ColumnType } from '../../../model/column';
import {
  type DateFormat,
  decimalMarks,
  delimiterChoices,
  fieldDelimiters,
  isAlignment,
  knownNullWords,
  thousandsMarks,
  type TimestampFormat,
} from '../../../model/reading-options';
import type { DetectedReading, TypeEffect } from '../../../model/protocol/coordinator';
import { sqlIdentifier, sqlLiteral } from '../../../model/sql';
import type { Database } from './database';
import { splitAligned } from './title-lines';
import { formatPattern, numberStyles } from './guess-reading';
import { duckdbTypeName } from './types';

/** Counts the effects of each reading option over the whole file. `rows` gives columns as text. */

/** The number of columns that are counted. The page shows as many. */
export const countedColumns = 200;

const asList = (words: readonly string[]) => words.map(sqlLiteral).join(', ');

/** Counts each word in each column. */
export async function countWords(
  database: Database,
  rows: string,
  names: readonly string[],
  words: readonly string[],
): Promise<readonly ReadonlyMap<string, number>[]> {
  const counted = names.map(
    (name, at) => `CAST(count(*) FILTER (${sqlIdentifier(name)} IN (${asList(words)})) AS DOUBLE) AS n${at}`,
  );
  const totals = await aggregatesOf(database, rows, counted);
  const result = names.map(() => new Map<string, number>());
  const holding = names.flatMap((name, at) => (Number(totals[`n${at}`]) > 0 ? [{ name, at }] : []));
  if (holding.length === 0) return result;
  const cells = `SELECT unnest([${holding.map(({ at }) => at).join(', ')}]) AS place, unnest([${holding.map(({ name }) => sqlIdentifier(name)).join(', ')}]) AS word FROM ${rows}`;
  const found = await database.query(
    `SELECT CAST(place AS INTEGER) AS place, word, CAST(count(*) AS DOUBLE) AS n FROM (${cells}) WHERE word IN (${asList(words)}) GROUP BY ALL`,
  );
  for (let row = 0; row < found.numRows; row += 1)
    result[Number(found.getChild('place')?.get(row))]?.set(
      String(found.getChild('word')?.get(row)),
      Number(found.getChild('n')?.get(row)),
    );
  return result;
}

/** Counts the values that are numbers in each number style, in columns whose numbers contain marks. */
export async function countNumbers(
  database: Database,
  rows: RowsFor,
  names: readonly string[],
): Promise<NonNullable<NonNullable<DetectedReading['delimited']>['numbers']>> {
  if (names.length === 0) return [];
  const looked = names.slice(0, countedColumns);
  const counted = numberStyles.flatMap(({ pattern, decimalMark, thousands }, at) => {
    const marks = [decimalMarks[decimalMark], thousandsMarks[thousands]].filter((mark) => mark !== '');
    return looked.map((name, place) => {
      const column = sqlIdentifier(name);
      const marked = marks.map((mark) => `contains(${column}, ${sqlLiteral(mark)})`).join(' OR ');
      return `CAST(count(*) FILTER ((${marked}) AND regexp_full_match(${column}, ${sqlLiteral(pattern.source)})) AS DOUBLE) AS n${at}_${place}`;
    });
  });
  const found = await aggregatesOf(database, rows, counted);
  return numberStyles.map(({ decimalMark, thousands }, at) => ({
    decimalMark,
    thousands,
    values: looked.reduce((sum, _, place) => sum + Number(found[`n${at}_${place}`]), 0),
  }));
}

interface DateCounts {
  readonly name: string;
  readonly format: DateFormat | TimestampFormat;
  readonly fitting: number;
  readonly total: number;
}

/** Counts the texts that fit each date or timestamp format that a column may have. */
export async function countDates(
  database: Database,
  rows: RowsFor,
  possible: readonly { readonly name: string; readonly formats: readonly (DateFormat | TimestampFormat)[] }[],
  nullWords: readonly string[],
): Promise<readonly DateCounts[]> {
  const asked = possible.flatMap(({ name, formats }) => formats.map((format) => ({ name, format })));
  if (asked.length === 0) return [];
  const isWord = (column: string) => (nullWords.length === 0 ? 'false' : `${column} IN (${asList(nullWords)})`);
  const counted = asked.flatMap(({ name, format }, at) => {
    const column = sqlIdentifier(name);
    // `strptime` alone also takes words such as `infinity`, and years of fewer than four digits.
    const fits = `try_strptime(${column}, ${sqlLiteral(format)}) IS NOT NULL AND regexp_full_match(${column}, ${sqlLiteral(formatPattern(format))})`;
    return [
      `CAST(count(*) FILTER (${fits}) AS DOUBLE) AS f${at}`,
      `CAST(count(*) FILTER (${column} IS NOT NULL AND NOT (${isWord(column)})) AS DOUBLE) AS t${at}`,
    ];
  });
  const found = await aggregatesOf(database, rows, counted);
  return asked.map((each, at) => ({ ...each, fitting: Number(found[`f${at}`]), total: Number(found[`t${at}`]) }));
}

/** Counts the fields that each delimiter gives, over the first lines. */
export function countDelimiters(
  head: string,
  quote: string,
): Pick<NonNullable<DetectedReading['delimited']>, 'delimiters' | 'firstLines'> {
  const lines = head
    .split(/\r?\n/u)
    .slice(0, -1)
    .filter((line) => line !== '')
    .slice(0, 100);
  const fieldsOf = (line: string, delimiter: string) => {
    let fields = 1;
    let inside = false;
    for (const character of line) {
      if (character === quote) inside = !inside;
      else if (character === delimiter && !inside) fields += 1;
    }
    return fields;
  };
  return {
    firstLines: lines.length,
    delimiters: delimiterChoices.map((delimiter) => {
      const counts = lines.map((line) =>
        isAlignment(delimiter)
          ? (splitAligned(line, delimiter)?.length ?? 1)
          : fieldsOf(line, fieldDelimiters[delimiter]),
      );
      return {
        delimiter,
        fields: counts[0] ?? 0,
        otherLines: counts.filter((count) => count !== counts[0]).length,
      };
    }),
  };
}

/** An SQL condition for integers outside the range of a type. A comparison is much faster than a cast that fails. */
function outsideSql(column: string, type: Extract<ColumnType, `${'' | 'u'}int${number}`>): string {
  const bits = BigInt(type.replace(/\D/gu, ''));
  const [lowest, highest] = type.startsWith('u')
    ? [0n, 2n ** bits - 1n]
    : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
  return `${column} NOT BETWEEN ${lowest} AND ${highest}`;
}

/** SQL conditions for the values that a type leaves out and those that it alters. Null if the effect is not counted. */
function effectSql(column: string, from: ColumnType, to: ChosenType): { leftOut: string; altered: string } | null {
  const noFit = (sqlType: string) => `${column} IS NOT NULL AND try_cast(${column} AS ${sqlType}) IS NULL`;
  const isInteger = (type: ChosenType): type is Extract<ColumnType, `${'' | 'u'}int${number}`> => /^u?int/u.test(type);
  if (to === 'utf8' || to === from) return { leftOut: 'false', altered: 'false' };
  if (isInteger(from) && isInteger(to)) return { leftOut: outsideSql(column, to), altered: 'false' };
  if (isInteger(from) && (to === 'float64' || to === 'float32')) {
    const asFloat = to === 'float64' ? 'DOUBLE' : 'FLOAT';
    return {
      leftOut: 'false',
      altered: `CAST(CAST(${column} AS ${asFloat}) AS HUGEINT) <> CAST(${column} AS HUGEINT)`,
    };
  }
  if (from === 'float64' && to === 'float32')
    return {
      leftOut: noFit('FLOAT'),
      altered: `CAST(try_cast(${column} AS FLOAT) AS VARCHAR) <> CAST(${column} AS VARCHAR)`,
    };
  if (from === 'float64' && isInteger(to))
    return {
      leftOut: noFit(duckdbTypeName(to)),
      altered: `(try_cast(${column} AS ${duckdbTypeName(to)}) <> ${column} OR CAST(${column} AS VARCHAR) = '-0.0')`,
    };
  if (from === 'timestamp' && to === 'date')
    return { leftOut: 'false', altered: `${column} <> date_trunc('day', ${column})` };
  if (from === 'date' && to === 'timestamp') return { leftOut: 'false', altered: 'false' };
  // No text of more than five characters is a boolean.
  if (from === 'utf8' && to === 'bool')
    return { leftOut: `CASE WHEN strlen(${column}) > 5 THEN true ELSE ${noFit('BOOLEAN')} END`, altered: 'false' };
  return null;
}

/** Counts the effect of each other type on each column. `typedRows` has the columns in the types `types`. */
export async function countTypeEffects(
  database: Database,
  typedRows: string,
  columns: readonly { readonly name: string; readonly type: ColumnType; readonly possible: readonly ChosenType[] }[],
): Promise<readonly Readonly<Partial<Record<ChosenType, TypeEffect>>>[]> {
  const asked = columns.slice(0, countedColumns).flatMap(({ name, type, possible }, index) =>
    possible.flatMap((to) => {
      const sql = effectSql(sqlIdentifier(name), type, to);
      return sql === null ? [] : [{ index, to, ...sql }];
    }),
  );
  const effects: Partial<Record<ChosenType, TypeEffect>>[] = columns.map(() => ({}));
  if (asked.length === 0) return effects;
  const count = (condition: string, name: string) =>
    condition === 'false' ? [] : [`CAST(count(*) FILTER (${condition}) AS DOUBLE) AS ${name}`];
  const counted = asked.flatMap(({ leftOut, altered }, at) => [
    ...count(leftOut, `l${at}`),
    ...count(altered, `a${at}`),
  ]);
  const found = await aggregatesOf(database, typedRows, counted);
  for (const [at, { index, to }] of asked.entries()) {
    const effect = effects[index];
    if (effect !== undefined)
      effect[to] = { leftOut: Number(found[`l${at}`] ?? 0), altered: Number(found[`a${at}`] ?? 0) };
  }
  return effects;
}

/** All words that are searched for as possible null words. */
export const nullWordCandidates = (chosen: readonly string[] = []): readonly string[] => [
  ...new Set([...knownNullWords, ...chosen]),
];
