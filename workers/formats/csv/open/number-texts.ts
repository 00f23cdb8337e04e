import { aggregatesOf, type RowsFor } from './aggregates';
import type { ColumnType } from '../../../model/column';
import { readingNote, type ReadingNote } from '../../../own-file/reading-notes';
import type { ColumnNote } from './checked-types';
import type { SniffedDialect } from './dialect';
import { sqlIdentifier, sqlLiteral } from '../../../model/sql';
import type { Database } from './database';
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

/** A column whose texts are counted. */
export interface NumberTexts {
  readonly index: number;
  readonly name: string;
  readonly kind: Kind;
}

/** What was counted in it: codes, or texts that are no numbers, and words in a column of numbers. */
interface Counted {
  readonly total: number;
  readonly first: { readonly count: number; readonly example: string };
  readonly words?: { readonly count: number; readonly example: string };
}

const plainNumber = /^\s*[+-]?(?:\d+[\d.,]*|[.,]\d+)(?:[eE][+-]?\d+)?\s*$/u;

/** True if most of the first texts are numbers, so that it is worth to count those of all. */
export function areMostlyNumbers(texts: readonly (string | null)[] = [], nullWords: ReadonlySet<string>): boolean {
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
  for (const [at, column] of looked.entries()) {
    const written = (which: number) => ({
      count: Number(found[`n${at}_${which}`]),
      example: String(found[`x${at}_${which}`]).trim(),
    });
    const counts = { total: Number(found[`t${at}`]), first: written(0), words: written(1) };
    const type = noteNumberTexts(column, counts, notes);
    if (type !== null) types.set(column.index, type);
  }
  return {
    ...sniffed,
    columns: sniffed.columns.map((column, index) => ({ ...column, type: types.get(index) ?? column.type })),
  };
}

/** Notes what was counted in a column. Returns the type that the column gets by it; null if it stays. */
export function noteNumberTexts(
  { index, name, kind }: NumberTexts,
  { total, first, words = { count: 0, example: '' } }: Counted,
  notes: ColumnNote[],
): ColumnType | null {
  const say = (
    tag: 'codesAsText' | 'codesAsNumbers' | 'wordsAsText' | 'wordsAsNumbers' | 'noNumbers' | 'unclearCommas',
    { count, example }: Counted['first'],
    as?: ColumnType,
  ) => {
    const note: ReadingNote = { tag, column: name, count, total, example: example.trim() };
    notes.push({ index, text: readingNote(note), ...(as === undefined ? {} : { as }) });
  };
  if (kind !== 'numbers') {
    if (first.count > 0 && (kind === 'commas' || 2 * first.count <= total))
      say(kind === 'commas' ? 'unclearCommas' : 'noNumbers', first);
    return null;
  }
  const isText = total > 0 && first.count + words.count === total;
  if (first.count > 0) {
    if (isText) say('codesAsText', first);
    else say('codesAsNumbers', first, 'float64');
  } else if (isText) say('wordsAsText', words);
  if (!isText && words.count > 0) say('wordsAsNumbers', words, 'float64');
  return isText ? 'utf8' : null;
}
