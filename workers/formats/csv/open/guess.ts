import type { DetectedReading } from '../../../model/protocol/coordinator';
import {
  type DateFormat,
  type DelimitedReading,
  knownNullWords,
  type ReadingOptions,
  type TimestampFormat,
} from '../../../model/reading-options';
import { countDates, countWords, nullWordCandidates } from './survey';
import type { Database } from './database';
import { fittingDates, guessFormat, guessNumbers } from './guess-reading';
import { columnName } from '../../../own-file/notes';
import { plural } from '../../../model/plural';
import { checkedTypes, type ColumnNote, noteMisreadTimes } from './checked-types';
import { withHiddenNumbers } from './hidden-numbers';
import { withNumberTexts } from './number-texts';
import { isIsoFormat, isoDateFormat, isoTimestampFormat, type SniffedDialect, type ValueStyle } from './dialect';
import { selectRaw, textsNamedIn } from './rows';
import { detectDialect } from './sniff';
import { misreadColumns } from './unfit-rows';
import { withTextTable } from './text-table';

const sampledRows = 2_000;

/** True for a number with a mark, of decimals or of thousands. */
export const isMarkedNumber = (text: string | null): boolean =>
  text !== null &&
  /^\s*[+-]?[\d.,'\u0020\u00a0\u202f]*\d[\d.,'\u0020\u00a0\u202f]*$/u.test(text) &&
  /[.,' \u00a0\u202f]/u.test(text.trim());

export interface DialectSample {
  /** One map for each column. The word '' is an empty field in quotes. */
  readonly words: readonly ReadonlyMap<string, number>[];
  /** The columns with numbers that contain marks. Their names may be found later, if null words hide the header. */
  readonly marked: readonly number[];
  readonly dates: NonNullable<DetectedReading['delimited']>['dates'];
}

/**
 * Detects the dialect, the types, and how values are written, unless the user chose them. Numbers and dates with two possible meanings stay text,
 * and `notes` say so. Null words are the words without which a column would have another type than text.
 */
export async function detectReading(
  database: Database,
  reading: ReadingOptions,
  quote: DelimitedReading['quote'],
  fileBytes: number,
  notes: string[],
): Promise<{ sniffed: SniffedDialect; survey: DialectSample; columnNotes: readonly ColumnNote[] }> {
  const values: ValueStyle = {
    quote,
    decimalMark: reading.decimalMark ?? 'point',
    thousands: reading.thousands ?? 'none',
    nullWords: reading.nullWords ?? [],
    nullWordsInText: reading.nullWordsInText ?? false,
  };
  const chosenDate = reading.dateFormat === 'text' ? isoDateFormat : (reading.dateFormat ?? null);
  const chosenTimestamp =
    reading.timestampFormat === 'text' || reading.timestampFormat === 'iso'
      ? isoTimestampFormat
      : (reading.timestampFormat ?? null);
  // ISO 8601 with fractions of a second or a T has no single `strptime` format. DuckDB recognises it if no format is given.
  const chosenFormats = {
    dateFormat: chosenDate,
    timestampFormat: chosenTimestamp === isoTimestampFormat ? null : chosenTimestamp,
  };
  const first = await withTextTable(
    database,
    await detectDialect(database, reading, values, chosenFormats),
    fileBytes,
    null,
  );
  const names = first.columns.map(({ name }) => name);
  const words = await countWords(database, selectRaw(first), names, ['', ...nullWordCandidates(reading.nullWords)]);
  const foundWords = knownNullWords.filter(
    (word) =>
      !/^nan$/iu.test(word) && words.some((counts, index) => first.columns[index]?.type === 'utf8' && counts.has(word)),
  );
  const nullWords = reading.nullWords ?? foundWords;
  const sample = await database.query(`SELECT * FROM ${selectRaw(first)} LIMIT ${sampledRows}`);
  const isNull = new Set(nullWords);
  // A first line that seems to be a row may be a header that numbers in another style hide.
  const firstRow = first.hasHeader || reading.header !== undefined || sample.numRows < 3 ? 0 : 1;
  const texts = first.columns.map((_, index) => {
    const column = sample.getChildAt(index);
    return Array.from({ length: sample.numRows - firstRow }, (__, row): string | null => {
      const value: unknown = column?.get(row + firstRow);
      return value === null || value === undefined || value === '' ? null : String(value);
    });
  });
  const numbers = guessNumbers(texts, isNull);
  const marked = names.flatMap((_, index) => (texts[index]?.some(isMarkedNumber) ? [index] : []));
  const fitting = texts.map((column) => fittingDates(column, isNull));
  const dateCounts = await countDates(
    database,
    textsNamedIn({ ...first, nullWords: [] }),
    fitting.map(({ dates, timestamps }, index) => ({ name: names[index] ?? '', formats: [...dates, ...timestamps] })),
    nullWords,
  );
  const survives = (name: string, format: string) =>
    dateCounts.some(
      (counts) =>
        counts.name === name && counts.format === format && counts.fitting === counts.total && counts.total > 0,
    );
  const surviving = fitting.map(({ dates, timestamps }, index) => {
    const name = names[index] ?? '';
    return {
      dates: dates.filter((format) => survives(name, format)),
      timestamps: timestamps.filter((format) => survives(name, format)),
    };
  });
  const dateGuess = guessFormat(surviving.map(({ dates }) => dates));
  const timestampGuess = guessFormat(surviving.map(({ timestamps }) => timestamps));
  // Without a format, DuckDB would take one of two that fit alike.
  const isDateClear = isIsoFormat(first.dateFormat) && dateGuess.ambiguous.length === 0;
  const dateFormat = chosenDate ?? dateGuess.format ?? (isDateClear ? null : isoDateFormat);
  const isTimestampClear = isIsoFormat(first.timestampFormat) && timestampGuess.ambiguous.length === 0;
  const timestampFormat =
    chosenFormats.timestampFormat ?? timestampGuess.format ?? (isTimestampClear ? null : isoTimestampFormat);
  const guessed: ValueStyle = {
    ...values,
    decimalMark: reading.decimalMark ?? (reading.thousands === numbers.decimalMark ? 'point' : numbers.decimalMark),
    thousands: reading.thousands ?? (numbers.thousands === reading.decimalMark ? 'none' : numbers.thousands),
    nullWords,
  };
  const isSame =
    guessed.decimalMark === values.decimalMark &&
    guessed.thousands === values.thousands &&
    nullWords.length === values.nullWords.length &&
    (dateFormat === null || dateFormat === first.dateFormat || dateFormat === chosenFormats.dateFormat) &&
    (timestampFormat === null ||
      timestampFormat === first.timestampFormat ||
      timestampFormat === chosenFormats.timestampFormat);
  const second = isSame
    ? first
    : await withTextTable(
        database,
        await detectDialect(database, reading, guessed, { dateFormat, timestampFormat }),
        fileBytes,
        first,
      );
  // With the right marks, the first line is seen to be a header, so that the values below it decide.
  if (second.hasHeader && !first.hasHeader && reading.header === undefined)
    return detectReading(database, { ...reading, header: true }, quote, fileBytes, notes);
  const checkNotes: ColumnNote[] = [];
  const hidden = await withHiddenNumbers(database, second, texts);
  const ambiguous =
    reading.decimalMark === undefined && reading.thousands === undefined ? numbers.ambiguousColumns : [];
  const typed = await checkedTypes(database, hidden, reading, checkNotes);
  const checked = await withNumberTexts(database, typed, texts, ambiguous, checkNotes);
  const isoTimestamps = new Set(
    isIsoFormat(first.timestampFormat)
      ? first.columns.flatMap(({ type }, index) =>
          type === 'timestamp' && second.columns[index]?.type === 'utf8' ? [index] : [],
        )
      : [],
  );
  const misread = await misreadColumns(
    database,
    { ...checked, timestampFormat: null },
    checked.columns.map((_, index) => (isoTimestamps.has(index) ? 'timestamp' : 'utf8')),
    new Set(),
  );
  for (const index of misread) isoTimestamps.delete(index);
  await noteMisreadTimes(database, checked, misread, checkNotes);
  const { columns, notes: formatNotes } = withOwnFormats(checked.columns, surviving, isoTimestamps, reading);
  // What the check said of these columns holds in the format of the others only.
  const withFormats = new Set(formatNotes.map(({ index }) => index));
  const columnNotes = [...checkNotes.filter(({ index }) => !withFormats.has(index)), ...formatNotes];
  // A null word is reported if it is in a column that it would have made text.
  const usedWords =
    reading.nullWords ??
    nullWords.filter((word) => words.some((counts, index) => columns[index]?.type !== 'utf8' && counts.has(word)));
  noteNulls(usedWords, words, { ...checked, columns }, notes);
  const byFormat = new Map<DateFormat | TimestampFormat, number>();
  for (const { format, fitting: values_ } of dateCounts) byFormat.set(format, (byFormat.get(format) ?? 0) + values_);
  return {
    columnNotes,
    sniffed: { ...checked, columns, nullWords: usedWords },
    survey: {
      words,
      marked,
      dates: [...byFormat].map(([format, count]) => ({ format, values: count })),
    },
  };
}

/** A note on how many values the null words made null. */
export function noteNulls(
  used: readonly string[],
  words: readonly ReadonlyMap<string, number>[],
  { columns, nullWordsInText }: Pick<SniffedDialect, 'columns' | 'nullWordsInText'>,
  notes: string[],
): void {
  const counted = words.filter((_, index) => nullWordsInText || columns[index]?.type !== 'utf8');
  const count = used.reduce((sum, word) => sum + counted.reduce((all, counts) => all + (counts.get(word) ?? 0), 0), 0);
  if (count === 0) return;
  notes.push(
    `${used.map((word) => `“${word}”`).join(', ')} ${used.length === 1 ? 'is' : 'are'} read as null${nullWordsInText ? '' : ' in columns that are no text'}: ${plural(count, 'value')}.`,
  );
}

/**
 * The columns, where one of text whose dates are all in one format, another than the file's, becomes a date or a timestamp. Dates that fit two
 * formats stay text. `notes` say both.
 */
export function withOwnFormats(
  columns: SniffedDialect['columns'],
  surviving: readonly { readonly dates: readonly DateFormat[]; readonly timestamps: readonly TimestampFormat[] }[],
  isoTimestamps: ReadonlySet<number>,
  reading: ReadingOptions,
): { readonly columns: SniffedDialect['columns']; readonly notes: readonly ColumnNote[] } {
  const notes: ColumnNote[] = [];
  const changed = columns.map((column, index): SniffedDialect['columns'][number] => {
    if (column.type !== 'utf8') return column;
    const dates = guessFormat(reading.dateFormat === 'text' ? [] : [surviving[index]?.dates ?? []]);
    const timestamps = guessFormat(
      reading.timestampFormat === 'text'
        ? []
        : [isoTimestamps.has(index) ? ['iso' as const] : (surviving[index]?.timestamps ?? [])],
    );
    const ambiguous = [...dates.ambiguous, ...timestamps.ambiguous];
    if (ambiguous.length > 0)
      notes.push({
        index,
        text: `${columnName(column.name)} is kept as text: its dates fit ${ambiguous.join(' and ')} alike. Choose which under “Reading options”.`,
      });
    const ownFormat = dates.format ?? timestamps.format;
    if (ownFormat === null) return column;
    const type = dates.format === null ? 'timestamp' : 'date';
    notes.push({
      index,
      text: `${columnName(column.name)} is read as ${type}: it is written as ${ownFormat === 'iso' ? 'ISO 8601' : ownFormat}, which is not the format of the other columns.`,
    });
    return { ...column, type, ownFormat };
  });
  return { columns: changed, notes };
}
