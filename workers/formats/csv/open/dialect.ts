import type { ColumnType } from '../../../model/column';
import {
  decimalMarks,
  type DelimitedReading,
  fieldDelimiters,
  quoteCharacters,
  thousandsMarks,
} from '../../../model/reading-options';
import { sqlLiteral } from '../../../model/sql';

export const duckdbCsvFileName = sqlLiteral('own-file.csv');

/**
 * The quote and escape options. The default is that of RFC 4180. DuckDB does not guess the quote, since one malformed row makes it assume that
 * there is none.
 */
const quoting = (quote: DelimitedReading['quote']) =>
  `quote = ${sqlLiteral(quoteCharacters[quote])}, escape = ${sqlLiteral(quoteCharacters[quote])}`;

/** The maximum line length in bytes, and the size of DuckDB’s read buffer, which must hold two lines. */
export const lineLimits = 'max_line_size = 33554432, buffer_size = 67108864';

/** How values are written in the file. Settings that the user has not chosen are detected. */
export interface ValueStyle {
  readonly quote: DelimitedReading['quote'];
  readonly decimalMark: DelimitedReading['decimalMark'];
  readonly thousands: DelimitedReading['thousands'];
  readonly nullWords: readonly string[];
  readonly nullWordsInText: boolean;
}

export interface SniffedDialect extends ValueStyle {
  readonly delimiter: string;
  readonly skippedLines: number;
  readonly hasHeader: boolean;
  /** A format for `strptime`. Null for ISO 8601. */
  readonly dateFormat: string | null;
  readonly timestampFormat: string | null;
  /** A table of the rows with every column as text and no null words, so that the file is parsed once. Null if the file is read each time. */
  readonly textTable: string | null;
  readonly columns: readonly {
    readonly name: string;
    readonly type: ColumnType;
    /** The format of the column's dates or timestamps if it is another than the file's: for `strptime`, or `iso`. */
    readonly ownFormat?: string;
  }[];
}

/** True if the mark has more bytes than the one that DuckDB takes, so that numbers with it are read as text and converted. */
export const isMultiByteThousandsMark = (thousands: ValueStyle['thousands']): boolean =>
  thousandsMarks[thousands] > '\u007f';

/** The options that tell DuckDB how values are written. Decimal mark and thousands mark affect only numbers. */
export const duckdbValueOptions = ({ quote, decimalMark, thousands, nullWords }: ValueStyle): string[] => [
  quoting(quote),
  ...(decimalMark === 'point' ? [] : [`decimal_separator = ${sqlLiteral(decimalMarks[decimalMark])}`]),
  ...(thousands === 'none' || isMultiByteThousandsMark(thousands)
    ? []
    : [`thousands = ${sqlLiteral(thousandsMarks[thousands])}`]),
  ...(nullWords.length === 0 ? [] : [`nullstr = [${['', ...nullWords].map(sqlLiteral).join(', ')}]`]),
];

/** ISO 8601, the date format if no other is certain. */
export const isoDateFormat = '%Y-%m-%d';

export const isoTimestampFormat = '%Y-%m-%d %H:%M:%S';

export const isIsoFormat = (format: string | null) => format === null || format.startsWith(isoDateFormat);

export const delimiterIds = new Map(
  Object.entries(fieldDelimiters).map(([id, character]) => [character as string, id as DelimitedReading['delimiter']]),
);

const delimiterNames: Readonly<Record<DelimitedReading['delimiter'], string>> = {
  comma: 'comma',
  tab: 'tab',
  semicolon: 'semicolon',
  bar: 'vertical bar',
  space: 'space',
  colon: 'colon',
  spaces: 'aligned by spaces',
  wideSpaces: 'aligned by two or more spaces',
};

const thousandsNames: Readonly<Record<DelimitedReading['thousands'], string>> = {
  none: 'none',
  comma: 'comma',
  point: 'point',
  space: 'space',
  noBreakSpace: 'no-break space',
  narrowNoBreakSpace: 'narrow no-break space',
  apostrophe: 'apostrophe',
};

/** The dialect in words. `options` are as they were chosen or detected. */
export function dialectOf(
  sniffed: SniffedDialect,
  {
    delimiter: id,
    quoteEscape,
    skippedLines,
  }: Pick<DelimitedReading, 'quoteEscape' | 'skippedLines'> & {
    readonly delimiter: DelimitedReading['delimiter'] | null;
  },
  encoding: string,
): string {
  const { delimiter, hasHeader, dateFormat, timestampFormat, columns, quote } = sniffed;
  return [
    columns.length === 1 ? 'one column' : id === null ? `“${delimiter}”` : delimiterNames[id],
    quote === 'none' ? 'not quoted' : `quoted by ${quoteCharacters[quote]}`,
    ...(quoteEscape === 'doubled' ? [] : ['quotes within by \\']),
    hasHeader ? `header in line ${skippedLines + 1}` : 'no header',
    ...(skippedLines > 0 ? [`${skippedLines === 1 ? '1 line' : `${skippedLines} lines`} before it left out`] : []),
    ...(sniffed.decimalMark === 'comma' ? ['decimal comma'] : []),
    ...(sniffed.thousands === 'none' ? [] : [`thousands by ${thousandsNames[sniffed.thousands]}`]),
    ...(sniffed.nullWords.length === 0
      ? []
      : [`null is ${sniffed.nullWords.join(' ')}${sniffed.nullWordsInText ? ', in text too' : ''}`]),
    ...(dateFormat === null || dateFormat === isoDateFormat ? [] : [`dates as ${dateFormat}`]),
    ...(timestampFormat === null || timestampFormat.startsWith(isoDateFormat) ? [] : [`times as ${timestampFormat}`]),
    encoding,
  ].join(', ');
}
