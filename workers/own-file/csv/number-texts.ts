import { aggregatesOf, type RowsFor } from './aggregates';
import type { ColumnType } from '../../model/column';
import { readingNote, type ReadingNote } from '../reading-notes';
import type { ColumnNote } from './checked-types';
import type { SniffedDialect } from './dialect';
import { type Database, sqlIdentifier, sqlLiteral } from './duckdb';
import { convertsToTypeSql, textsNamedIn } from './rows';

/** Digits with an exponent, but with neither a point nor a sign: programs write numbers otherwise, and codes of products and genes so. */
const codePattern = '\\s*[0-9]+[eE][0-9]+\\s*';
const wordPattern = '(?i)\\s*[+-]?(?:inf(?:inity)?|nan)\\s*';

const hasLetter = (name: string, letters: readonly string[]) =>
  letters.map((letter) => `contains(${sqlIdentifier(name)}, '${letter}')`).join(' OR ');

/** The conditions of a column's texts that are counted. Costly ones are preceded by those that few numbers meet. */
function conditionsOf(sniffed: SniffedDialect, name: string, kind: Kind): readonly string[] {
  const column = sqlIdentifier(name);
  const matches = (letters: readonly string[], pattern: string) =>
    `CASE WHEN ${hasLetter(name, letters)} THEN regexp_full_match(${column}, ${sqlLiteral(pattern)}) ELSE false END`;
  if (kind === 'numbers') return [matches(['e', 'E'], codePattern), matches(['n', 'N'], wordPattern)];
  if (kind === 'commas') return [`contains(${column}, ',')`];
  return [`${column} IS NOT NULL AND NOT coalesce(${convertsToTypeSql(sniffed, name, 'float64')}, false)`];
}

/** Those of the columns of numbers that have a letter, which few have. */
async function withLetters(
  database: Database,
  rows: RowsFor,
  numbers: readonly { readonly index: number; readonly name: string }[],
): Promise<ReadonlySet<number>> {
  const asked = numbers.map(
    ({ name }, at) => `coalesce(bool_or(${hasLetter(name, ['e', 'E', 'n', 'N'])}), false) AS l${at}`,
  );
  const found = await aggregatesOf(database, rows, asked);
  return new Set(numbers.filter((_, at) => found[`l${at}`] === true).map(({ index }) => index));
}

/** What is counted in a column: codes and words in one of numbers, commas that may mean two things, or what is no number in a text. */
type Kind = 'numbers' | 'commas' | 'texts';

const plainNumber = /^\s*[+-]?(?:\d+[\d.,]*|[.,]\d+)(?:[eE][+-]?\d+)?\s*$/u;

/** True if most of the first texts are numbers, so that it is worth to count those of all. */
function areMostlyNumbers(texts: readonly (string | null)[] = [], nullWords: ReadonlySet<string>): boolean {
  const present = texts.filter((text): text is string => text !== null && !nullWords.has(text));
  return present.length > 0 && 2 * present.filter((text) => plainNumber.test(text)).length >= present.length;
}

/**
 * The dialect, where columns of numbers become text if all their values are written as codes or names may be. Notes give, with the count and an
 * example, which values became numbers though they may be none, and which keep a column from being numbers. `sample` holds the first texts of each
 * column, and `ambiguous` the columns whose commas may mean two things. Columns that `notes` explain already get no other note.
 */
export async function withNumberTexts(
  database: Database,
  sniffed: SniffedDialect,
  sample: readonly (readonly (string | null)[])[],
  ambiguous: readonly number[],
  notes: ColumnNote[],
): Promise<SniffedDialect> {
  const explained = new Set(notes.map(({ index }) => index));
  const nullWords = new Set(sniffed.nullWords);
  const rows = textsNamedIn(sniffed);
  const lettered = await withLetters(
    database,
    rows,
    sniffed.columns.flatMap(({ name, type }, index) => (type === 'float64' ? [{ index, name }] : [])),
  );
  const looked = sniffed.columns.flatMap(({ name, type }, index) => {
    const kind: Kind | null =
      type === 'float64'
        ? lettered.has(index)
          ? 'numbers'
          : null
        : type !== 'utf8' || explained.has(index)
          ? null
          : ambiguous.includes(index)
            ? 'commas'
            : areMostlyNumbers(sample[index], nullWords)
              ? 'texts'
              : null;
    return kind === null ? [] : [{ index, name, kind, conditions: conditionsOf(sniffed, name, kind) }];
  });
  if (looked.length === 0) return sniffed;
  const counted = looked.flatMap(({ name, conditions }, at) => [
    `CAST(count(${sqlIdentifier(name)}) AS DOUBLE) AS t${at}`,
    ...conditions.flatMap((condition, which) => [
      `CAST(count(*) FILTER (${condition}) AS DOUBLE) AS n${at}_${which}`,
      `first(${sqlIdentifier(name)}) FILTER (${condition}) AS x${at}_${which}`,
    ]),
  ]);
  const found = await aggregatesOf(database, rows, counted);
  const types = new Map<number, ColumnType>();
  const say = (index: number, note: ReadingNote, as?: ColumnType) =>
    notes.push({ index, text: readingNote(note), ...(as === undefined ? {} : { as }) });
  for (const [at, { index, name, kind }] of looked.entries()) {
    const total = Number(found[`t${at}`]);
    const written = (which: number) => ({
      column: name,
      count: Number(found[`n${at}_${which}`]),
      total,
      example: String(found[`x${at}_${which}`]).trim(),
    });
    const first = written(0);
    if (kind !== 'numbers') {
      if (first.count > 0 && (kind === 'commas' || 2 * first.count <= total))
        say(index, { tag: kind === 'commas' ? 'unclearCommas' : 'noNumbers', ...first });
      continue;
    }
    const words = written(1);
    const isText = total > 0 && first.count + words.count === total;
    if (isText) types.set(index, 'utf8');
    if (first.count > 0) {
      if (isText) say(index, { tag: 'codesAsText', ...first });
      else say(index, { tag: 'codesAsNumbers', ...first }, 'float64');
    } else if (isText) say(index, { tag: 'wordsAsText', ...words });
    if (!isText && words.count > 0) say(index, { tag: 'wordsAsNumbers', ...words }, 'float64');
  }
  return {
    ...sniffed,
    columns: sniffed.columns.map((column, index) => ({ ...column, type: types.get(index) ?? column.type })),
  };
}
