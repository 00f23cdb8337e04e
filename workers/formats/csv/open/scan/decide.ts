import type { ColumnType } from '../../../../model/column';
import {
  type DateFormat,
  knownNullWords,
  type ReadingOptions,
  type TimestampFormat,
} from '../../../../model/reading-options';
import { isMisreadNote, type ColumnNote, keptNote, timeSays } from '../checked-types';
import { isIsoFormat, isoDateFormat, type SniffedDialect } from '../dialect';
import { guessFormat, guessNumbers } from '../guess-reading';
import { isMarkedNumber, noteNulls, type DialectSample, withOwnFormats } from '../guess';
import { areMostlyNumbers, type NumberTexts, noteNumberTexts } from '../number-texts';
import type { ColumnCounts } from './counts';
import {
  type ColumnFormats,
  type CountedFormats,
  fitsFormatOf,
  hasFormat,
  isCountedFormat,
  survivingFormats,
  typeByFormat,
} from './formats';
import type { Scan } from './scan-module';

/** Types and styles, decided from the counts of a scan. */

/** What a scan counted, by column. */
export interface ScanCounts {
  /** The rows that were read, without those that are left out. */
  readonly rowCount: number;
  readonly columns: readonly ColumnCounts[];
  readonly formats: readonly CountedFormats[];
  readonly scan: Scan;
}

type Rows = Omit<ScanCounts, 'scan'>;

/** The type of a column whose texts are all of one kind; otherwise text. */
function typeOf(counts: ColumnCounts): ColumnType {
  const total = counts.of('values');
  if (total === 0) return 'utf8';
  if (counts.of('clearTruths') + counts.of('likelyTruths') === total) return 'bool';
  if (counts.of('integers') === total) return 'int64';
  if (counts.of('integers') + counts.of('floats') + counts.of('infiniteWords') === total) return 'float64';
  if (counts.of('dates') === total) return 'date';
  return counts.of('timestamps') + counts.of('sniffedZoned') === total ? 'timestamp' : 'utf8';
}

/** What is known of the first record. */
interface FirstRecord {
  readonly texts: readonly string[];
  readonly counts: readonly ColumnCounts[];
}

/** Whether the text of the first record can be a value of the type. A null word is one only if it is one below, too. */
function isValueOf(type: ColumnType, first: ColumnCounts, nullWords: ReadonlySet<string>): boolean {
  if (first.nullWords.some((word) => !nullWords.has(word))) return type === 'utf8';
  if (first.of('values') === 0) return true;
  const is = (...names: readonly Parameters<ColumnCounts['of']>[0][]) => names.some((name) => first.of(name) > 0);
  switch (type) {
    case 'bool':
      return is('clearTruths', 'likelyTruths');
    case 'int64':
      return is('integers');
    case 'float64':
      return is('integers', 'floats', 'infiniteWords');
    case 'date':
      return is('dates');
    case 'timestamp':
      return is('timestamps', 'dates', 'zoned');
    default:
      return true;
  }
}

/**
 * Whether the first record is a header: a text in it can't be a value of its column, or all columns are text. Without rows, it is one if all that it has are
 * texts.
 */
function isHeader(types: readonly ColumnType[], { columns, formats, rowCount }: Rows, first: FirstRecord): boolean {
  if (rowCount === 0)
    return first.counts.every((counts, index) => typeOf(counts) === 'utf8' && !hasFormat(first.texts[index] ?? ''));
  const nullWords = new Set(columns.flatMap((counts, index) => (types[index] === 'utf8' ? [] : counts.nullWords)));
  if (
    first.counts.every((counts) => counts.of('values') === 0 && counts.nullWords.every((word) => nullWords.has(word)))
  )
    return true;
  const typed = types.flatMap((type, index) => {
    const [counts, own, format] = [columns[index], first.counts[index], formats[index]];
    if (counts === undefined || own === undefined) return [];
    // A column without values is still taken for one of truth values.
    const found = counts.of('values') === 0 ? 'bool' : type;
    if (found === 'utf8') return [];
    const isFormatted = format !== undefined && typeByFormat(format, counts) !== null;
    return [
      isFormatted && own.of('values') > 0
        ? fitsFormatOf(format, counts, first.texts[index] ?? '')
        : isValueOf(found, own, nullWords),
    ];
  });
  return typed.length === 0 || typed.includes(false);
}

/** The types that columns have where null words are null, and whether the first record is a header. */
export function typesOf(
  counted: Rows,
  first: FirstRecord,
  chosenHeader: boolean | undefined,
): { readonly types: readonly ColumnType[]; readonly hasHeader: boolean } {
  const types = counted.columns.map((counts, index) => {
    const found = counted.formats[index];
    return (found === undefined ? null : typeByFormat(found, counts)) ?? typeOf(counts);
  });
  return { types, hasHeader: chosenHeader ?? isHeader(types, counted, first) };
}

/** As `typesOf`, where no word is known to stand for a missing value. */
export function hasHeaderWithNullWords(counted: Rows, types: readonly ColumnType[], first: FirstRecord): boolean {
  const asTexts = types.map((type, index): ColumnType => {
    const counts = counted.columns[index];
    return counts !== undefined && counts.nullWords.length > 0 ? 'utf8' : type;
  });
  return isHeader(asTexts, counted, first);
}

/** The known null words. NaN is a number where nobody chooses otherwise. */
const usualNullWords: readonly string[] = knownNullWords.filter((word) => !/^nan$/iu.test(word));

/** How a text's numbers are written: as the user chose, otherwise guessed from its first rows. */
export function numberStyleOf(
  texts: readonly (readonly (string | null)[])[],
  reading: Pick<ReadingOptions, 'decimalMark' | 'thousands' | 'nullWords'>,
): ReturnType<typeof guessNumbers> {
  const guess = guessNumbers(texts, new Set(reading.nullWords ?? usualNullWords));
  const isGuessed = reading.decimalMark === undefined && reading.thousands === undefined;
  return {
    decimalMark: reading.decimalMark ?? (reading.thousands === guess.decimalMark ? 'point' : guess.decimalMark),
    thousands: reading.thousands ?? (guess.thousands === reading.decimalMark ? 'none' : guess.thousands),
    ambiguousColumns: isGuessed ? guess.ambiguousColumns : [],
  };
}

export interface DecidedTypes {
  readonly sniffed: SniffedDialect;
  readonly survey: DialectSample;
  readonly columnNotes: readonly ColumnNote[];
}

export interface DecidedDialect {
  readonly dialect: Omit<SniffedDialect, 'columns' | 'nullWords' | 'dateFormat' | 'timestampFormat'>;
  readonly names: readonly string[];
  readonly types: readonly ColumnType[];
  readonly texts: readonly (readonly (string | null)[])[];
  readonly ambiguousColumns: readonly number[];
  /** The null words and the formats of dates and times that the user chose. */
  readonly reading: Pick<ReadingOptions, 'nullWords' | 'dateFormat' | 'timestampFormat'>;
}

interface Times {
  /** The types, where dates and times in other formats than the file's are text. */
  readonly types: readonly ColumnType[];
  readonly surviving: readonly ColumnFormats[];
  /** Columns of ISO 8601 timestamps where those of the file have another format. */
  readonly isoTimestamps: ReadonlySet<number>;
  readonly dateFormat: string | null;
  readonly timestampFormat: string | null;
}

/** True if all values are ISO 8601 dates, some of them in years that do not have four digits. */
const hasOddYears = (counts: ColumnCounts): boolean =>
  counts.of('oddYearDates') > 0 && counts.of('oddYearDates') + counts.of('dates') === counts.of('values');

/** The formats of the file's dates and times. */
function fileTimes(
  { columns: counts, formats }: ScanCounts,
  types: readonly ColumnType[],
  chosen: Pick<ReadingOptions, 'dateFormat' | 'timestampFormat'>,
): Times {
  const surviving = formats.map((each, index) => {
    const column = counts[index];
    return column === undefined ? { dates: [], timestamps: [] } : survivingFormats(each, column);
  });
  const dates = guessFormat(surviving.map((each) => each.dates));
  const timestamps = guessFormat(surviving.map((each) => each.timestamps));
  const dateFormat =
    chosen.dateFormat === 'text'
      ? isoDateFormat
      : (chosen.dateFormat ??
        dates.format ??
        (dates.ambiguous.length > 0 || counts.some(hasOddYears) ? isoDateFormat : null));
  const chosenTimes = chosen.timestampFormat;
  const timestampFormat =
    chosenTimes === undefined || chosenTimes === 'text' || chosenTimes === 'iso' ? timestamps.format : chosenTimes;
  const isoTimestamps = new Set<number>();
  const read = types.map((type, index): ColumnType => {
    if ((type === 'date' && chosen.dateFormat === 'text') || (type === 'timestamp' && chosenTimes === 'text'))
      return 'utf8';
    const of = surviving[index];
    const isOther = of !== undefined && [...of.dates, ...of.timestamps].some(isCountedFormat);
    if (isOther) {
      if (of.dates.some((format) => format === dateFormat)) return 'date';
      return of.timestamps.some((format) => format === timestampFormat) ? 'timestamp' : 'utf8';
    }
    if (type === 'date' && !isIsoFormat(dateFormat)) return 'utf8';
    if (type !== 'timestamp' || isIsoFormat(timestampFormat)) return type;
    isoTimestamps.add(index);
    return 'utf8';
  });
  return { types: read, surviving, isoTimestamps, dateFormat, timestampFormat };
}

/** The texts that fit each format that the first texts of their column fit. */
function datesIn(formats: readonly CountedFormats[]): DialectSample['dates'] {
  const found = new Map<DateFormat | TimestampFormat, number>();
  for (const each of formats)
    for (const format of [...each.dates, ...each.timestamps])
      found.set(format, (found.get(format) ?? 0) + (each.of(format)?.fitting ?? 0));
  return [...found].map(([format, values]) => ({ format, values }));
}

/** The types and what is said of them, as `detectReading` finds them. */
export function decide(counted: ScanCounts, found: DecidedDialect, notes: string[]): DecidedTypes {
  const { columns: counts, formats, scan } = counted;
  const { texts, names } = found;
  const words = counts.map((column) => column.words);
  const chosen = found.reading.nullWords;
  const nullWords = chosen ?? usualNullWords.filter((word) => words.some((column) => column.has(word)));
  const isNull: ReadonlySet<string> = new Set(nullWords);
  const times = fileTimes(counted, found.types, found.reading);
  const checkNotes: ColumnNote[] = [];
  const typed = times.types.map((type, index) => {
    const column = counts[index];
    return column === undefined
      ? type
      : checkedType(withInfinities(type, column, texts[index]), names[index] ?? '', index, column, checkNotes);
  });
  sayMisfits(counted, typed, found, checkNotes);
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
      noteNumberTexts({ index, name: names[index] ?? '', kind }, numbersIn(kind, column, scan, index), checkNotes) ??
      type
    );
  });
  const { columns, notes: formatNotes } = withOwnFormats(
    names.map((name, index) => ({ name, type: types[index] ?? ('utf8' as const) })),
    times.surviving,
    times.isoTimestamps,
    found.reading,
  );
  const usedWords =
    chosen ??
    nullWords.filter((word) => words.some((column, index) => columns[index]?.type !== 'utf8' && column.has(word)));
  noteNulls(usedWords, words, { columns, nullWordsInText: found.dialect.nullWordsInText }, notes);
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

/** Notes on columns of text of which some values, but at least half, are dates or times in the format that the user chose. */
function sayMisfits(
  { columns, formats }: ScanCounts,
  types: readonly ColumnType[],
  { reading, names }: Pick<DecidedDialect, 'reading' | 'names'>,
  notes: ColumnNote[],
): void {
  for (const [index, counts] of columns.entries()) {
    if (types[index] !== 'utf8' || notes.some((note) => note.index === index)) continue;
    for (const [type, format] of [
      ['date', reading.dateFormat],
      ['timestamp', reading.timestampFormat],
    ] as const) {
      const fitting = formats[index]?.of(format ?? '')?.fitting ?? 0;
      const total = counts.of('values');
      if (fitting < total && 2 * fitting >= total)
        notes.push({ index, text: keptNote(names[index] ?? '', 'text', total - fitting, timeSays(type)) });
    }
  }
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
  const based = counts.of('basedIntegers');
  if (type === 'utf8' && based > 0 && based + counts.of('integers') === counts.of('values'))
    notes.push({ index, text: keptNote(name, 'text', based, isMisreadNote.otherBase) });
  const ungrouped = counts.of('ungrouped');
  const numbers = counts.of('integers') + counts.of('floats');
  if (type === 'utf8' && ungrouped > 0 && ungrouped + numbers === counts.of('values'))
    notes.push({ index, text: keptNote(name, 'text', ungrouped, isMisreadNote.ungrouped) });
  if (type === 'utf8' && hasOddYears(counts))
    notes.push({ index, text: keptNote(name, 'text', counts.of('oddYearDates'), timeSays('date')) });
  const oddTimes = counts.of('lateHours') + counts.of('oddYearTimes');
  const times = counts.of('timestamps') + counts.of('sniffedZoned');
  if (type === 'utf8' && oddTimes > 0 && oddTimes + times === counts.of('values'))
    notes.push({ index, text: keptNote(name, 'text', oddTimes, timeSays('timestamp')) });
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
