import type { ColumnType } from '../../../model/column';
import { type DateFormat, knownNullWords, type TimestampFormat } from '../../../model/reading-options';
import { isMisreadNote, type ColumnNote, keptNote } from '../checked-types';
import { isoDateFormat, type SniffedDialect } from '../dialect';
import { guessFormat, guessNumbers } from '../guess-reading';
import { isMarkedNumber, sayNulls, type Survey, withOwnFormats } from '../guess';
import { areMostlyNumbers, type NumberTexts, sayNumberTexts } from '../number-texts';
import type { ColumnCounts } from './counts';
import { type ColumnFormats, type CountedFormats, isCountedFormat, survivingFormats, typeByFormat } from './formats';
import type { Scan } from './scan-module';

/**
 * What `guess.ts` decides with DuckDB, from the counts of a scan. The rules are the same. Where it is not certain that the results are, they are null, and
 * DuckDB reads the file.
 */

/** What a scan counted, by column. */
export interface Counted {
  readonly columns: readonly ColumnCounts[];
  readonly formats: readonly CountedFormats[];
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
    if (counts.of('integers') === total) return 'int64';
    return odd > 0 || numbers === 0 || areWordsFirst || counts.of('spacedIntegers') > 0 ? null : 'float64';
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
  { columns, formats }: Pick<Counted, 'columns' | 'formats'>,
  sampled: readonly ColumnCounts[],
  first: readonly ColumnCounts[],
  chosenHeader: boolean | undefined,
): { readonly types: readonly ColumnType[]; readonly hasHeader: boolean } | null {
  const types = columns.map((counts, index) => {
    const found = formats[index];
    return (
      (found === undefined ? null : typeByFormat(found, counts)) ?? sniffedTypeOf(counts, sampled[index] ?? counts)
    );
  });
  if (!types.every((type) => type !== null)) return null;
  const isFirstNull = first.every((counts) => counts.of('values') === 0);
  if (first.some(hasNullWord) || (isFirstNull && chosenHeader === undefined)) return null;
  if (chosenHeader !== undefined) return { types, hasHeader: chosenHeader };
  const hasHeader = isHeader(types, columns, first);
  // Whether the sniffing reader knows a format depends on the format.
  const asTexts = types.map((type, index): ColumnType => {
    const [found, counts] = [formats[index], columns[index]];
    return found === undefined || counts === undefined || typeByFormat(found, counts) === null ? type : 'utf8';
  });
  return hasHeader === null || hasHeader !== isHeader(asTexts, columns, first) ? null : { types, hasHeader };
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
  readonly dialect: Omit<SniffedDialect, 'columns' | 'nullWords' | 'dateFormat' | 'timestampFormat'>;
  readonly names: readonly string[];
  readonly types: readonly ColumnType[];
  readonly texts: readonly (readonly (string | null)[])[];
  readonly ambiguousColumns: readonly number[];
}

interface Times {
  /** The types, where dates and times in other formats than the file's are text. */
  readonly types: readonly ColumnType[];
  readonly surviving: readonly ColumnFormats[];
  readonly dateFormat: string | null;
  readonly timestampFormat: string | null;
}

/** The formats of the file's dates and times. Null if texts may be dates of which a scan does not know it. */
function fileTimes({ columns: counts, formats }: Counted, types: readonly ColumnType[]): Times | null {
  const surviving = formats.map((each, index) => {
    const column = counts[index];
    return column === undefined ? { dates: [], timestamps: [] } : survivingFormats(each, column);
  });
  const dates = guessFormat(surviving.map((each) => each.dates));
  const timestamps = guessFormat(surviving.map((each) => each.timestamps));
  const [dateFormat, timestampFormat] = [dates.format, timestamps.format];
  const hasIsoTimes = counts.some((column) => column.of('dates') + column.of('timestamps') + column.of('zoned') > 0);
  const hasOthers = formats.some(({ dates, timestamps }) => [...dates, ...timestamps].some(isCountedFormat));
  if (hasIsoTimes && (hasOthers || counts.some((column) => column.of('otherDates') > 0))) return null;
  const isNamed = [dateFormat, timestampFormat].some((format) => /%[bB]/u.test(format ?? ''));
  if (isNamed) return null;
  for (const [index, column] of counts.entries()) {
    const [asked, others] = [formats[index], column.of('otherDates')];
    const isText = types[index] === 'utf8';
    if ((isText || (asked?.dates.length ?? 0) > 0) && column.of('unclear') > 0) return null;
    if (!isText || others === 0) continue;
    const usual = [dateFormat, timestampFormat].filter((format) => format !== null);
    if (usual.some((format) => asked?.of(format) === undefined)) return null;
  }
  return {
    types: types.map((type, index): ColumnType => {
      const of = surviving[index];
      const isOther = of !== undefined && [...of.dates, ...of.timestamps].some(isCountedFormat);
      if (!isOther) return type;
      if (of.dates.some((format) => format === dateFormat)) return 'date';
      return of.timestamps.some((format) => format === timestampFormat) ? 'timestamp' : 'utf8';
    }),
    surviving,
    dateFormat: dateFormat ?? (dates.ambiguous.length > 0 ? isoDateFormat : null),
    timestampFormat,
  };
}

/** The texts that fit each format that the first texts of their column fit. */
function datesIn(formats: readonly CountedFormats[]): Survey['dates'] {
  const found = new Map<DateFormat | TimestampFormat, number>();
  for (const each of formats)
    for (const format of [...each.dates, ...each.timestamps])
      found.set(format, (found.get(format) ?? 0) + (each.of(format)?.fitting ?? 0));
  return [...found].map(([format, values]) => ({ format, values }));
}

/** The types and what is said of them, as `detectReading` finds them. Null if columns have dates in formats that a scan does not know. */
export function decide(counted: Counted, found: Found, notes: string[]): Decided | null {
  const { columns: counts, formats, scan } = counted;
  const { texts, names } = found;
  const words = counts.map((column) => column.words);
  const nullWords = knownNullWords.filter((word) => !/^nan$/iu.test(word) && words.some((column) => column.has(word)));
  const isNull: ReadonlySet<string> = new Set(nullWords);
  // A number with a point may be one, too, where decimals have a comma.
  if (found.dialect.decimalMark === 'comma' && counts.some((column) => column.of('oddNumbers') > 0)) return null;
  const times = fileTimes(counted, found.types);
  if (times === null) return null;

  const checkNotes: ColumnNote[] = [];
  const typed = times.types.map((type, index) => {
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
  const { columns, notes: formatNotes } = withOwnFormats(
    names.map((name, index) => ({ name, type: types[index] ?? ('utf8' as const) })),
    times.surviving,
    new Set(),
    {},
  );
  const usedWords = nullWords.filter((word) =>
    words.some((column, index) => columns[index]?.type !== 'utf8' && column.has(word)),
  );
  sayNulls(usedWords, words, { columns, nullWordsInText: false }, notes);
  return {
    columnNotes: [
      ...checkNotes.filter(({ index }) => !formatNotes.some((note) => note.index === index)),
      ...formatNotes,
    ],
    sniffed: {
      ...found.dialect,
      columns,
      nullWords: usedWords,
      dateFormat: times.dateFormat,
      timestampFormat: times.timestampFormat,
    },
    survey: {
      words,
      marked: texts.flatMap((column, index) => (column.some(isMarkedNumber) ? [index] : [])),
      dates: datesIn(formats),
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
