import {
  dateFormats,
  type DelimitedReading,
  quoteCharacters,
  type ReadingOptions,
  timestampFormats,
} from '../../../model/reading-options';
import type { DetectedReading } from '../../../model/protocol/coordinator';
import { columnName } from '../../../own-file/notes';
import type { CsvText } from './csv-text';
import { delimiterIds, dialectOf, type SniffedDialect } from './dialect';
import type { DialectSample } from './guess';
import { countDelimiters, nullWordCandidates } from './survey';
import type { CsvType } from './types';

export const noRowsNote = 'No rows are left to measure.';

export const smilesNote = (name: string): string =>
  `${columnName(name)} is kept as text. To read its molecules instead, choose SMILES as the file’s type.`;

/** The last notes on a table: a column of SMILES that is read as text, and a table without rows. */
export function noteTable(columns: SniffedDialect['columns'], rowCount: number, notes: string[]): void {
  const smiles = columns.find(({ name, type }) => type === 'utf8' && /smiles/iu.test(name));
  if (smiles !== undefined) notes.push(smilesNote(smiles.name));
  if (rowCount === 0) notes.push(noRowsNote);
}

interface Reading {
  readonly sniffed: SniffedDialect;
  readonly survey: DialectSample;
  readonly types: readonly CsvType[];
  /** The user's options, where what was found before is added. */
  readonly reading: ReadingOptions;
}

const delimiterOf = ({ sniffed, reading }: Reading) => reading.delimiter ?? delimiterIds.get(sniffed.delimiter) ?? null;

const skippedLinesOf = ({ cutLines }: CsvText, { sniffed }: Reading) => cutLines + sniffed.skippedLines;

/** How a text is written, in words. */
export const dialectIn = (text: CsvText, read: Reading): string =>
  dialectOf(
    read.sniffed,
    {
      delimiter: delimiterOf(read),
      quoteEscape: text.quoteEscape,
      skippedLines: skippedLinesOf(text, read),
    },
    text.encoding,
  );

/** How a text is written, with what is known of other choices before their effects are counted. */
export function detectedReading(text: CsvText, read: Reading) {
  const { sniffed, survey, types, reading } = read;
  const { head, quote, label } = text;
  const options: DelimitedReading = {
    encoding: label,
    delimiter: delimiterOf(read) ?? 'comma',
    quote,
    quoteEscape: text.quoteEscape,
    skippedLines: skippedLinesOf(text, read),
    header: sniffed.hasHeader,
    decimalMark: sniffed.decimalMark,
    thousands: sniffed.thousands,
    nullWords: [...sniffed.nullWords],
    nullWordsInText: sniffed.nullWordsInText,
    dateFormat: reading.dateFormat ?? dateFormats.find((format) => format === sniffed.dateFormat) ?? '%Y-%m-%d',
    timestampFormat:
      reading.timestampFormat ?? timestampFormats.find((format) => format === sniffed.timestampFormat) ?? 'iso',
  };
  const nullWords = nullWordCandidates(reading.nullWords).map((word) => {
    const count = (inText: boolean) =>
      survey.words.reduce(
        (sum, counts, index) => sum + ((types[index] === 'utf8') === inText ? (counts.get(word) ?? 0) : 0),
        0,
      );
    return { word, inText: count(true), inOthers: count(false) };
  });
  return {
    encoding: label,
    delimited: {
      options,
      layout: { delimiter: sniffed.delimiter },
      escapes: text.escapes,
      ...countDelimiters(head, quoteCharacters[quote]),
      nullWords: nullWords.filter(
        ({ word, inText, inOthers }) => inText + inOthers > 0 || reading.nullWords?.includes(word),
      ),
      dates: survey.dates,
    },
  } satisfies DetectedReading;
}
