import * as v from 'valibot';
import { maxFileParts } from './errors';
import { maxSetFiles } from './user-data';

/**
 * How to read a table from a user's file. Options that are absent are detected from the file. The options are pure data: part of a plan,
 * and so of links and results. Columns are given by index from 0, so that links hold no column names.
 */

/** Labels of the Encoding Standard (encoding.spec.whatwg.org), which `TextDecoder` accepts. */
export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
] as const;
export type TextEncodingLabel = (typeof textEncodings)[number];

export const fieldDelimiters = { comma: ',', tab: '\t', semicolon: ';', bar: '|', space: ' ', colon: ':' } as const;
/**
 * The delimiters of fields. `spaces`: runs of spaces and tabs, by which columns are aligned. `wideSpaces`: runs of two or more spaces, or of tabs, where a
 * single space is part of a field.
 */
export const delimiterChoices = [
  ...(Object.keys(fieldDelimiters) as (keyof typeof fieldDelimiters)[]),
  'spaces',
  'wideSpaces',
] as const;
export type Alignment = 'spaces' | 'wideSpaces';
export const isAlignment = (delimiter: (typeof delimiterChoices)[number] | undefined): delimiter is Alignment =>
  delimiter === 'spaces' || delimiter === 'wideSpaces';
/** What aligned columns have between them while they are read. */
export const alignmentDelimiters = { spaces: 'space', wideSpaces: 'tab' } as const satisfies Record<
  Alignment,
  keyof typeof fieldDelimiters
>;
/**
 * How a quote within a field in quotes is written: twice; with a backslash before it, and backslashes twice; or with a backslash before it, and
 * other backslashes as they are, as R's `write.table` does.
 */
export const quoteEscapes = ['doubled', 'backslash', 'backslashQuote'] as const;
export const quoteCharacters = { double: '"', single: "'", none: '' } as const;
export const decimalMarks = { point: '.', comma: ',' } as const;
export const thousandsMarks = {
  none: '',
  comma: ',',
  point: '.',
  space: ' ',
  noBreakSpace: '\u00a0',
  narrowNoBreakSpace: '\u202f',
  apostrophe: "'",
} as const;

/** Date formats in strptime's directives. Month names are English. */
export const dateFormats = [
  '%Y-%m-%d',
  '%d.%m.%Y',
  '%d/%m/%Y',
  '%m/%d/%Y',
  '%d-%m-%Y',
  '%m-%d-%Y',
  '%Y/%m/%d',
  '%Y.%m.%d',
  '%d.%m.%y',
  '%d/%m/%y',
  '%m/%d/%y',
  '%y-%m-%d',
  '%d-%m-%y',
  '%m-%d-%y',
  '%b %d %Y',
  '%B %d %Y',
  '%b %d, %Y',
  '%B %d, %Y',
  '%d %b %Y',
  '%d %B %Y',
  '%d-%b-%Y',
] as const;
export type DateFormat = (typeof dateFormats)[number];

/** Times of day in a timestamp. ISO 8601 timestamps need none of these, with or without fractions of a second. */
const clocks = ['%H:%M', '%H:%M:%S', '%I:%M %p', '%I:%M:%S %p'] as const;
export const timestampFormats = [
  'iso',
  ...dateFormats
    .filter((format) => format !== '%Y-%m-%d')
    .flatMap((date) => clocks.map((clock) => `${date} ${clock}` as const)),
] as const;
export type TimestampFormat = (typeof timestampFormats)[number];

/** Words that programs write for a missing value. */
export const knownNullWords = [
  'NA',
  'N/A',
  'n/a',
  '#N/A',
  '<NA>',
  'null',
  'NULL',
  'Null',
  'None',
  'none',
  'NaN',
  'NaT',
  'nan',
  'missing',
  '\\N',
  '-',
  '--',
  '.',
  '?',
] as const;

/** The maximum number of lines before the header that can be skipped. */
export const maxSkippedLines = 1_000;

/** The maximum number of columns that a dataset may have. */
const maxColumns = 10_000;
const keysOf = <T extends object>(table: T) => Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];

const tableEntries = {
  /** Indices of the columns that are not read. */
  leftOutColumns: v.exactOptional(
    v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxColumns - 1))),
      v.minLength(1),
      v.maxLength(maxColumns),
    ),
  ),
  /** The maximum number of rows to read. */
  rows: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))),
  /** Which rows to read: the first ones (the default), or every n-th. */
  rowsFrom: v.exactOptional(v.picklist(['start', 'spread'])),
  /** For several files: whether folders named like `year=2024` are columns, after those of the files. */
  partitionColumns: v.exactOptional(v.boolean()),
  /** For an archive of several files: which of those that hold data are not read, by their numbers from 0 in the natural order of their paths. */
  leftOutFiles: v.exactOptional(
    v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxSetFiles - 1))),
      v.minLength(1),
      v.maxLength(maxSetFiles),
    ),
  ),
};

const encodingEntry = { encoding: v.exactOptional(v.picklist(textEncodings)) };

/** Options for Parquet and Arrow files, which state everything else themselves. */
const tableReadingSchema = v.strictObject(tableEntries);

/** Options for JSON and NDJSON files. */
const jsonReadingSchema = v.strictObject({ ...tableEntries, ...encodingEntry });

/** Options for delimited text. */
const delimitedReadingSchema = v.strictObject({
  ...tableEntries,
  ...encodingEntry,
  delimiter: v.exactOptional(v.picklist(delimiterChoices)),
  quote: v.exactOptional(v.picklist(keysOf(quoteCharacters))),
  quoteEscape: v.exactOptional(v.picklist(quoteEscapes)),
  /** Lines before the header, or before the first row, that are not read. */
  skippedLines: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxSkippedLines))),
  header: v.exactOptional(v.boolean()),
  decimalMark: v.exactOptional(v.picklist(keysOf(decimalMarks))),
  thousands: v.exactOptional(v.picklist(keysOf(thousandsMarks))),
  /** Words that stand for null in columns other than text. The empty text always does. */
  nullWords: v.exactOptional(
    v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(40))), v.maxLength(knownNullWords.length + 20)),
  ),
  /** True if these words also stand for null in columns of text. */
  nullWordsInText: v.exactOptional(v.boolean()),
  /** `text`: dates stay text. */
  dateFormat: v.exactOptional(v.picklist([...dateFormats, 'text'])),
  timestampFormat: v.exactOptional(v.picklist([...timestampFormats, 'text'])),
});

/** Which of several datasets in the file to read: its number from 0, so that links hold no names. */
const partEntry = {
  part: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxFileParts - 1))),
};

/** Options for files that may hold several datasets. */
const partReadingSchema = v.strictObject({ ...partEntry, ...tableEntries });

/** Options for sheets of a workbook, whose first row may name the columns. */
const sheetReadingSchema = v.strictObject({ ...partEntry, ...tableEntries, header: v.exactOptional(v.boolean()) });

/** Options for any type of file. `readingSchemas` lists those that each kind of type allows. */
export const readingSchema = v.strictObject({ ...partEntry, ...delimitedReadingSchema.entries });
export type ReadingOptions = v.InferOutput<typeof readingSchema>;

/** The options that types of file allow, by the `reading` of the type (`workers/model/file-type.ts`). */
export const readingSchemas = {
  delimited: delimitedReadingSchema,
  json: jsonReadingSchema,
  table: tableReadingSchema,
  parts: partReadingSchema,
  sheets: sheetReadingSchema,
  none: v.strictObject({}),
} as const;

/** The character between fields, for aligned columns that which they are read with. */
export const delimiterCharacter = (delimiter: DelimitedReading['delimiter']): string =>
  fieldDelimiters[isAlignment(delimiter) ? alignmentDelimiters[delimiter] : delimiter];

/** All options of delimited text, each either the user's or detected. */
export type DelimitedReading = Required<
  Omit<ReadingOptions, 'part' | 'leftOutColumns' | 'rows' | 'rowsFrom' | 'partitionColumns' | 'leftOutFiles'>
>;

/** The options that decide how lines are split into columns. Changing one changes the columns. */
export const shapingOptions = [
  'part',
  'partitionColumns',
  'leftOutFiles',
  'encoding',
  'delimiter',
  'quote',
  'quoteEscape',
  'skippedLines',
  'header',
] as const;
