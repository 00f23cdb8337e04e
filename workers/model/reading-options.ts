import * as v from 'valibot';

/**
 * How a table of the user's is read, as far as the user says: what is absent is found out from the file. Pure data, part of a plan and so of links and results. Columns are told by their
 * place, from 0: a link tells no names.
 */

/** Labels of the Encoding Standard (encoding.spec.whatwg.org), which `TextDecoder` knows. */
export const encodings = [
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
  'euc-kr',
  'gb18030',
  'big5',
] as const;
export type Encoding = (typeof encodings)[number];

export const delimiters = { comma: ',', tab: '\t', semicolon: ';', bar: '|', space: ' ', colon: ':' } as const;
export const quotes = { double: '"', single: "'", none: '' } as const;
export const decimalMarks = { point: '.', comma: ',' } as const;
export const thousandsMarks = { none: '', comma: ',', point: '.', space: ' ', apostrophe: "'" } as const;

/** In the directives of strptime. Month names are English. */
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

/** ISO 8601 is read without one of these, with or without fractions of a second. */
const clocks = ['%H:%M', '%H:%M:%S', '%I:%M %p', '%I:%M:%S %p'] as const;
export const timestampFormats = [
  'iso',
  ...dateFormats
    .filter((format) => format !== '%Y-%m-%d')
    .flatMap((date) => clocks.map((clock) => `${date} ${clock}` as const)),
] as const;
export type TimestampFormat = (typeof timestampFormats)[number];

/** Words that programs write where a value is missing. */
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

/** As many columns as a dataset has at most. */
const maxColumns = 10_000;
const keysOf = <T extends object>(table: T) => Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];

const tableEntries = {
  /** Places of the columns that are not read. */
  leftOutColumns: v.exactOptional(
    v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxColumns - 1))),
      v.minLength(1),
      v.maxLength(maxColumns),
    ),
  ),
  /** At most so many rows. */
  rows: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))),
  /** Which: the first, or every so-manieth. Absent is the first. */
  rowsFrom: v.exactOptional(v.picklist(['start', 'spread'])),
};

const encodingEntry = { encoding: v.exactOptional(v.picklist(encodings)) };

/** Of Parquet and Arrow, which say all else themselves. */
export const tableReadingSchema = v.strictObject(tableEntries);

/** Of JSON and NDJSON. */
export const jsonReadingSchema = v.strictObject({ ...tableEntries, ...encodingEntry });

/** Of delimited text. */
export const delimitedReadingSchema = v.strictObject({
  ...tableEntries,
  ...encodingEntry,
  delimiter: v.exactOptional(v.picklist(keysOf(delimiters))),
  quote: v.exactOptional(v.picklist(keysOf(quotes))),
  header: v.exactOptional(v.boolean()),
  decimalMark: v.exactOptional(v.picklist(keysOf(decimalMarks))),
  thousands: v.exactOptional(v.picklist(keysOf(thousandsMarks))),
  /** Beside the empty text. They stand for null in columns that are no text. */
  nullWords: v.exactOptional(
    v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(40))), v.maxLength(knownNullWords.length + 20)),
  ),
  /** Whether the words stand for null in columns of text, too. */
  nullWordsInText: v.exactOptional(v.boolean()),
  /** `text`: dates stay text. */
  dateFormat: v.exactOptional(v.picklist([...dateFormats, 'text'])),
  timestampFormat: v.exactOptional(v.picklist([...timestampFormats, 'text'])),
});

/** Of any kind of file: those of its kind alone are allowed, see `readingSchemas`. */
export type ReadingOptions = v.InferOutput<typeof delimitedReadingSchema>;

const noOptions = v.strictObject({});

/** What may be said of each type of file. */
export const readingSchemas = {
  csv: delimitedReadingSchema,
  json: jsonReadingSchema,
  ndjson: jsonReadingSchema,
  parquet: tableReadingSchema,
  arrow: tableReadingSchema,
  npy: noOptions,
  smiles: noOptions,
  sdf: noOptions,
  bytes: noOptions,
} as const;

/** Options of delimited text, none left open: as the user says, or as they were found. */
export type DelimitedReading = Required<Omit<ReadingOptions, 'leftOutColumns' | 'rows' | 'rowsFrom'>>;

/** The options that follow from how lines become columns: another of these makes other columns. */
export const shapingOptions = ['encoding', 'delimiter', 'quote', 'header'] as const;
