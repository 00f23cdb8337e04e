import { aggregatesOf, type RowsFor } from './aggregates';
import { maxDecimalPrecision } from '../../../model/column';
import { countedColumns } from './survey';
import { duckdbDigits } from './types';
import { sqlIdentifier, sqlLiteral } from '../../../model/sql';
import type { Database } from './database';
import type { SniffedDialect } from './dialect';
import { plainNumberSql, textsNamedIn } from './rows';
import { decimalPattern, timePattern } from './written-as';

/** How many texts of a column are decimals and times of day, and how many digits the decimals have. */
export interface ExactCounts {
  /** Texts that are not null. */
  readonly texts: number;
  readonly decimals: number;
  /** Numbers with an exponent. */
  readonly exponents: number;
  /** The number of digits that a type for all decimals needs, and the number of digits after the point. */
  readonly precision: number;
  readonly scale: number;
  /** Times of day without an offset and with at most microseconds. */
  readonly times: number;
}

/** Why a column can't be read as decimals, as the end of a sentence; null if it can. */
export function decimalFault({ texts, decimals, exponents, precision }: ExactCounts): string | null {
  if (decimals === 0) return 'it holds no numbers';
  if (exponents > 0) return 'some of its numbers have exponents, which a decimal can’t store';
  if (precision > maxDecimalPrecision)
    return `its numbers need ${precision} digits, but the maximum is ${maxDecimalPrecision}`;
  return precision > duckdbDigits && decimals < texts
    ? `its numbers need ${precision} digits, and beyond ${duckdbDigits} every value must be a number`
    : null;
}

const exponentPattern = '[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)[eE][+-]?[0-9]+';

type Looked = readonly { readonly name: string; readonly index: number }[];

/** Counts decimals and times of day in the columns that the user chose to read as such, by column index. */
export const countChosen = (
  database: Database,
  sniffed: SniffedDialect,
  chosen: ReadonlySet<number>,
): Promise<ReadonlyMap<number, ExactCounts>> =>
  counted(
    database,
    sniffed,
    textsNamedIn(sniffed),
    sniffed.columns.map(({ name }, index) => ({ name, index })).filter(({ index }) => chosen.has(index)),
  );

/**
 * Counts decimals and times of day in columns that were detected as float64 or text, by column index. One scan of the file counts only columns
 * whose first texts are mostly such values, and the columns in `chosen`.
 */
export async function countExact(
  database: Database,
  sniffed: SniffedDialect,
  chosen: ReadonlySet<number>,
): Promise<ReadonlyMap<number, ExactCounts>> {
  const possible = sniffed.columns
    .map(({ name, type }, index) => ({ name, type, index }))
    .filter(({ type, index }) => type === 'float64' || type === 'utf8' || chosen.has(index))
    .slice(0, countedColumns);
  const rows = textsNamedIn(sniffed);
  const head = (counts: readonly string[]) => `(SELECT * FROM ${rows(counts)} LIMIT ${sampledRows})`;
  const first = await counted(database, sniffed, head, possible);
  const looked = possible.filter(({ index }) => {
    const counts = first.get(index);
    return (
      chosen.has(index) ||
      (counts !== undefined && (isMostValues(counts.decimals, counts) || isMostValues(counts.times, counts)))
    );
  });
  return counted(database, sniffed, rows, looked);
}

const sampledRows = 2_000;

/** True if at least 90 % of the texts are values of a type, so that the type is worth offering. */
export const isMostValues = (count: number, { texts }: ExactCounts): boolean => count > 0 && count >= 0.9 * texts;

async function counted(
  database: Database,
  sniffed: SniffedDialect,
  rows: RowsFor,
  columns: Looked,
): Promise<ReadonlyMap<number, ExactCounts>> {
  if (columns.length === 0) return new Map();
  const matches = (text: string, pattern: string) => `regexp_full_match(${text}, ${sqlLiteral(pattern)})`;
  const counts = columns.flatMap(({ name }, at) => {
    const plain = `trim(${plainNumberSql(sniffed, name)})`;
    const digits = `ltrim(split_part(ltrim(${plain}, '+-'), '.', 1), '0')`;
    const isDecimal = matches(plain, decimalPattern);
    return [
      `CAST(count(${sqlIdentifier(name)}) AS DOUBLE) AS n${at}`,
      `CAST(count(*) FILTER (${isDecimal}) AS DOUBLE) AS d${at}`,
      `CAST(count(*) FILTER (${matches(plain, exponentPattern)}) AS DOUBLE) AS e${at}`,
      `CAST(coalesce(max(length(${digits})) FILTER (${isDecimal}), 0) AS DOUBLE) AS i${at}`,
      `CAST(coalesce(max(length(split_part(${plain}, '.', 2))) FILTER (${isDecimal}), 0) AS DOUBLE) AS s${at}`,
      `CAST(count(*) FILTER (${matches(sqlIdentifier(name), timePattern)}) AS DOUBLE) AS t${at}`,
    ];
  });
  const found = await aggregatesOf(database, rows, counts);
  return new Map(
    columns.map(({ index }, at) => {
      const scale = Number(found[`s${at}`]);
      return [
        index,
        {
          texts: Number(found[`n${at}`]),
          decimals: Number(found[`d${at}`]),
          exponents: Number(found[`e${at}`]),
          precision: Math.max(1, Number(found[`i${at}`]) + scale),
          scale,
          times: Number(found[`t${at}`]),
        },
      ];
    }),
  );
}
