import type { ColumnType } from '../../../model/column';
import { knownNullWords } from '../../../model/reading-options';
import { isMisreadNote, type ColumnNote, keptNote } from '../checked-types';
import type { SniffedDialect } from '../dialect';
import { fittingDates, guessFormat, guessNumbers } from '../guess-reading';
import { isMarkedNumber, sayNulls, type Survey } from '../guess';
import { areMostlyNumbers, type NumberTexts, sayNumberTexts } from '../number-texts';
import type { ColumnCounts } from './counts';
import type { Scan } from './scan-module';

/**
 * What `guess.ts` decides with DuckDB, from the counts of a scan. The rules are the same. Where it is not certain that the results are, they are null, and
 * DuckDB reads the file.
 */

/** What a scan counted, by column. */
export interface Counted {
  readonly columns: readonly ColumnCounts[];
  readonly scan: Scan;
}

/** The type that the sniffing reader finds for a column; null if that is not certain. */
function sniffedTypeOf(counts: ColumnCounts, sampled: ColumnCounts): ColumnType | null {
  const total = counts.of('values');
  if (total === 0) return 'utf8';
  if (counts.of('clearTruths') + counts.of('likelyTruths') === total) return 'bool';
  const numbers = counts.of('integers') + counts.of('floats');
  const [infinite, odd] = [counts.of('infiniteWords'), counts.of('oddNumbers')];
  if (numbers + infinite + odd === total) {
    const areWordsFirst = infinite > 0 && sampled.of('integers') + sampled.of('floats') === 0;
    if (odd > 0 || numbers === 0 || areWordsFirst) return null;
    return counts.of('integers') === total ? 'int64' : 'float64';
  }
  if (counts.of('dates') === total) return 'date';
  if (counts.of('timestamps') === total || counts.of('sniffedZoned') === total) return 'timestamp';
  const times = counts.of('dates') + counts.of('timestamps') + counts.of('sniffedZoned');
  return times + counts.of('unclear') + counts.of('otherDates') === total ? null : 'utf8';
}

/** Whether the text of the first record can be a value of the type; null if that is not certain. */
function isValueOf(type: ColumnType, first: ColumnCounts): boolean | null {
  if (first.of('values') === 0) return true;
  const is = (...names: readonly Parameters<ColumnCounts['of']>[0][]) => names.some((name) => first.of(name) > 0);
  switch (type) {
    case 'bool':
      return is('clearTruths', 'likelyTruths');
    case 'int64':
      return is('oddNumbers') ? null : is('integers');
    case 'float64':
      return is('oddNumbers', 'infiniteWords') ? null : is('integers', 'floats');
    case 'date':
      return is('unclear', 'otherDates', 'infiniteWords') ? null : is('dates');
    case 'timestamp':
      return is('unclear', 'otherDates', 'dates', 'zoned', 'infiniteWords') ? null : is('timestamps');
    default:
      return true;
  }
}

/** Whether the first record is a header, as the sniffing reader decides; null if that is not certain. */
function isHeader(
  types: readonly ColumnType[],
  columns: readonly ColumnCounts[],
  first: readonly ColumnCounts[],
): boolean | null {
  const typed = types.flatMap((type, index) => {
    const [counts, own] = [columns[index], first[index]];
    // A column without values is still taken for one of truth values.
    const sniffed = counts?.of('values') === 0 ? 'bool' : type;
    return sniffed === 'utf8' || own === undefined ? [] : [isValueOf(sniffed, own)];
  });
  if (typed.some((isValue) => isValue === false)) return true;
  if (typed.some((isValue) => isValue === null)) return null;
  return typed.length === 0;
}

const hasNullWord = (counts: ColumnCounts) =>
  [...counts.words.keys()].some((word) => word !== '' && !/^nan$/iu.test(word));

/** The types that the sniffing reader finds where null words are null, and whether the first record is a header. Null if that is not certain. */
export function sniffedTypes(
  columns: readonly ColumnCounts[],
  sampled: readonly ColumnCounts[],
  first: readonly ColumnCounts[],
  chosenHeader: boolean | undefined,
): { readonly types: readonly ColumnType[]; readonly hasHeader: boolean } | null {
  const types = columns.map((counts, index) => sniffedTypeOf(counts, sampled[index] ?? counts));
  if (!types.every((type) => type !== null)) return null;
  const isFirstNull = first.every((counts) => counts.of('values') === 0);
  if (first.some(hasNullWord) || (isFirstNull && chosenHeader === undefined)) return null;
  if (chosenHeader !== undefined) return { types, hasHeader: chosenHeader };
  const hasHeader = isHeader(types, columns, first);
  return hasHeader === null ? null : { types, hasHeader };
}

/** As `sniffedTypes`, where no word is known to stand for a missing value. */
export function hasHeaderWithNullWords(
  columns: readonly ColumnCounts[],
  types: readonly ColumnType[],
  first: readonly ColumnCounts[],
): boolean | null {
  const asTexts = types.map((type, index): ColumnType => {
    const counts = columns[index];
    return counts !== undefined && hasNullWord(counts) ? 'utf8' : type;
  });
  return isHeader(asTexts, columns, first);
}

/** How a text's numbers are written, guessed from its first rows; null if thousands have marks. */
export function decimalMarkOf(texts: readonly (readonly (string | null)[])[]): ReturnType<typeof guessNumbers> | null {
  const numbers = guessNumbers(texts, new Set(knownNullWords.filter((word) => !/^nan$/iu.test(word))));
  return numbers.thousands === 'none' ? numbers : null;
}

export interface Decided {
  readonly sniffed: SniffedDialect;
  readonly survey: Survey;
  readonly columnNotes: readonly ColumnNote[];
}

export interface Found {
  readonly dialect: Omit<SniffedDialect, 'columns' | 'nullWords' | 'dateFormat'>;
  readonly names: readonly string[];
  readonly types: readonly ColumnType[];
  readonly texts: readonly (readonly (string | null)[])[];
  readonly ambiguousColumns: readonly number[];
}

const dateLike = /^(?:\d{1,2}|\d{4}|[a-z]{3,9})[-./ ]/iu;

/** The types and what is said of them, as `detectReading` finds them. Null if columns have dates in formats that a scan does not know. */
export function decide(counted: Counted, found: Found, notes: string[]): Decided | null {
  const { columns: counts, scan } = counted;
  const { texts, names } = found;
  const words = counts.map((column) => column.words);
  const nullWords = knownNullWords.filter((word) => !/^nan$/iu.test(word) && words.some((column) => column.has(word)));
  const isNull: ReadonlySet<string> = new Set(nullWords);
  const fitting = texts.map((column) => {
    const present = column.find((text) => text !== null && !isNull.has(text));
    return present === undefined || present === null || !dateLike.test(present)
      ? { dates: [], timestamps: [] }
      : fittingDates(column, isNull);
  });
  const isUnknown = fitting.some(
    ({ dates, timestamps }, index) =>
      timestamps.length > 0 ||
      dates.some((format) => format !== '%Y-%m-%d') ||
      (dates.length > 0 && (counts[index]?.of('unclear') ?? 0) > 0),
  );
  const hasTimes = counts.some((column) => column.of('dates') + column.of('timestamps') + column.of('zoned') > 0);
  if (isUnknown || (hasTimes && counts.some((column) => column.of('otherDates') > 0))) return null;
  if (counts.some((column, index) => found.types[index] === 'utf8' && column.of('unclear') > 0)) return null;
  // A number with a point may be one, too, where decimals have a comma.
  if (found.dialect.decimalMark === 'comma' && counts.some((column) => column.of('oddNumbers') > 0)) return null;
  const isoColumns = fitting.flatMap(({ dates }, index) => (dates.length > 0 ? [index] : []));
  const isoDates = isoColumns.reduce((sum, index) => sum + (counts[index]?.of('dates') ?? 0), 0);
  const surviving = isoColumns.filter((index) => found.types[index] === 'date');
  const { format } = guessFormat(surviving.map(() => ['%Y-%m-%d' as const]));

  const checkNotes: ColumnNote[] = [];
  const typed = found.types.map((type, index) => {
    const column = counts[index];
    return column === undefined
      ? type
      : checkedType(withInfinities(type, column, texts[index]), names[index] ?? '', index, column, checkNotes);
  });
  const explained = new Set(checkNotes.map(({ index }) => index));
  const types = typed.map((type, index): ColumnType => {
    const kind = numberTextsOf(
      type,
      counts[index],
      explained.has(index),
      found.ambiguousColumns.includes(index),
      texts[index],
      isNull,
    );
    const column = counts[index];
    if (kind === null || column === undefined) return type;
    return (
      sayNumberTexts({ index, name: names[index] ?? '', kind }, numbersIn(kind, column, scan, index), checkNotes) ??
      type
    );
  });
  const columns = names.map((name, index) => ({ name, type: types[index] ?? ('utf8' as const) }));
  const usedWords = nullWords.filter((word) =>
    words.some((column, index) => types[index] !== 'utf8' && column.has(word)),
  );
  sayNulls(usedWords, words, { columns, nullWordsInText: false }, notes);
  return {
    columnNotes: checkNotes,
    sniffed: { ...found.dialect, columns, nullWords: usedWords, dateFormat: format },
    survey: {
      words,
      marked: texts.flatMap((column, index) => (column.some(isMarkedNumber) ? [index] : [])),
      dates: isoColumns.length === 0 ? [] : [{ format: '%Y-%m-%d', values: isoDates }],
    },
  };
}

const infinite = /^\s*[+-]?(?:inf(?:inity)?|nan)\s*$/iu;

/** As `withHiddenNumbers`: infinities beside numbers, of which the sniffing reader makes text. */
function withInfinities(type: ColumnType, counts: ColumnCounts, texts: readonly (string | null)[] = []): ColumnType {
  if (type !== 'utf8' || counts.of('infiniteWords') === 0 || counts.of('toFloat') < counts.of('values')) return type;
  const mayBe =
    texts.some((text) => infinite.test(text ?? '')) && texts.some((text) => /^\s*[+-]?[\d.,]*\d/u.test(text ?? ''));
  return mayBe ? 'float64' : type;
}

/** As `checkedTypes`: what the sniffing reader takes for more than it is. */
function checkedType(
  type: ColumnType,
  name: string,
  index: number,
  counts: ColumnCounts,
  notes: ColumnNote[],
): ColumnType {
  const likely = counts.of('likelyTruths');
  if (type === 'bool' && likely > 0) {
    notes.push({ index, text: keptNote(name, 'text', likely, isMisreadNote.bool) });
    return 'utf8';
  }
  const zeros = counts.of('negativeZeros');
  if (type !== 'int64' || zeros === 0) return type;
  notes.push({ index, text: keptNote(name, 'float64', zeros, isMisreadNote.negativeZero) });
  return 'float64';
}

function numberTextsOf(
  type: ColumnType,
  counts: ColumnCounts | undefined,
  isExplained: boolean,
  isAmbiguous: boolean,
  texts: readonly (string | null)[] | undefined,
  nullWords: ReadonlySet<string>,
): NumberTexts['kind'] | null {
  if (counts === undefined) return null;
  if (type === 'float64') return counts.of('codes') + counts.of('infiniteWords') > 0 ? 'numbers' : null;
  if (type !== 'utf8' || isExplained) return null;
  return isAmbiguous ? 'commas' : areMostlyNumbers(texts, nullWords) ? 'texts' : null;
}

/** What `withNumberTexts` counts. */
function numbersIn(kind: NumberTexts['kind'], counts: ColumnCounts, scan: Scan, index: number) {
  const total = counts.of('values');
  const written = (count: number, example: Parameters<Scan['example']>[1]) => ({
    count,
    example: scan.example(index, example),
  });
  switch (kind) {
    case 'numbers':
      return {
        total,
        first: written(counts.of('codes'), 'code'),
        words: written(counts.of('infiniteWords'), 'infiniteWord'),
      };
    case 'commas':
      return { total, first: written(counts.of('commas'), 'comma') };
    case 'texts':
      return { total, first: written(total - counts.of('toFloat'), 'noNumber') };
  }
}
