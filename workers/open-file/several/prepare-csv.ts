import { isAlignment, type ReadingOptions } from '../../model/reading-options';
import { type CsvText, csvTextOf } from '../../formats/csv/open/csv-text';
import { escapeNote } from '../../formats/csv/open/escaped-quotes';
import { wholeLines } from '../../formats/csv/open/row-names';
import { isComment, splitAt, splitAligned } from '../../formats/csv/open/title-lines';
import { problemOf } from './members';
import type { MemberText } from './joined-text';

const headBytes = 65_536;
/** Below so many lines, no header is searched. */
const searchedLines = 51;

/** A file of a set in the form in which all are joined. */
export interface PreparedFile extends MemberText {
  /** The lines that were cut off before its header. */
  readonly cutLines: number;
  /** The lines that were cut off only because the largest file has as many title lines. */
  readonly assumedTitles: readonly string[];
  /** Without what is said of quotes. */
  readonly notes: readonly string[];
}

/**
 * Prepares a file like the largest one, `like`. Its title lines are its own, since exports differ in their number. If it has too few rows to tell, they
 * are those above the header of the largest file, or as many as that file has. `chosen` are the user's options, and `reading` also has what was found in the largest.
 * @returns why it can't be read, to complete a sentence about it, or the file
 */
export async function preparedLike(
  { path, text }: MemberText,
  like: CsvText,
  chosen: ReadingOptions,
  reading: ReadingOptions,
): Promise<PreparedFile | string> {
  const start = await text.slice(0, headBytes).text();
  if (start.trim() === '') return 'all of its lines are empty';
  try {
    const { skippedLines: _, ...guessing } = reading;
    const own = await csvTextOf(text, { ...guessing, ...skipped(chosen.skippedLines) });
    const lines = wholeLines(start, text.size <= headBytes);
    const isUnclear = like.cutKind === 'titles' && own.cutKind === 'empty';
    const headerAt =
      isUnclear && like.reading.header === true ? lines.slice(0, searchedLines).indexOf(firstLineOf(like.head)) : -1;
    const cut = isUnclear
      ? headerAt < 0
        ? like.cutLines
        : headerAt
      : own.cutKind === 'titles' && like.cutKind !== 'titles'
        ? own.emptyLines
        : null;
    const read = cut === null ? own : await csvTextOf(text, { ...guessing, skippedLines: cut });
    const ofQuotes = escapeNote(read.escapes, read.quoteEscape);
    return {
      path,
      text: read.utf8,
      cutLines: read.cutLines,
      assumedTitles: isUnclear && headerAt < 0 ? lines.slice(0, like.cutLines) : [],
      notes: read.notes.filter((note) => note !== ofQuotes),
    };
  } catch (thrown) {
    return problemOf(thrown, path);
  }
}

const firstLineOf = (head: string) => wholeLines(head, true)[0] ?? '';

const skipped = (skippedLines: number | undefined) => (skippedLines === undefined ? {} : { skippedLines });

/** Whether one of the lines that are taken for titles has as many fields as a row, and so may be one. */
export function mayLoseRow(
  { assumedTitles }: PreparedFile,
  delimiter: NonNullable<ReadingOptions['delimiter']> | undefined,
  character: string,
  columns: number,
): boolean {
  return assumedTitles.some((line) => {
    if (line.trim() === '' || isComment(line)) return false;
    const fields = isAlignment(delimiter) ? splitAligned(line, delimiter) : splitAt(line, character);
    return fields === null || fields.length === columns;
  });
}

const valueWord = /^(?:true|false|yes|no|null|none|nan|na|n\/a|inf|infinity)$/iu;

/** Whether the fields of a first line can be names: they begin with a letter, “_” or “#”, differ, and are no words that stand for values. */
export const areNames = (fields: readonly string[]): boolean =>
  fields.length > 0 &&
  fields.every((field) => /^[\p{L}_#]/u.test(field) && !valueWord.test(field)) &&
  new Set(fields).size === fields.length;
