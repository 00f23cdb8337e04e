import type { EscapeCounts } from '../../../model/protocol/coordinator';
import {
  alignmentDelimiters,
  delimiterCharacter,
  type DelimitedReading,
  isAlignment,
  quoteCharacters,
  type ReadingOptions,
  type TextEncodingLabel,
} from '../../../model/reading-options';
import { readingNote } from '../../../own-file/reading-notes';
import { unreadableFileError } from '../../../own-file/refusal';
import { asUtf8 } from '../../../own-file/text-encoding';
import { withSingleDelimiters } from './aligned-columns';
import { countEscapes, escapeNote, guessEscape, withDoubledQuotes } from './escaped-quotes';
import { withFilledRows } from './filled-rows';
import { guessQuote } from './guess-reading';
import { mixedLineEndsNote, withLineFeeds } from './line-ends';
import { rowNamesColumn, rTableOf, wholeLines, withRowNamesColumn } from './row-names';
import type { TextFacts } from './scan/text-look';
import { separatorLineOf, separatorNote } from './separator-line';
import { columnAlignmentOf, guessTitleLines } from './title-lines';
import { countMetaLines, isVcf } from './vcf';

/** The number of bytes from which quotes and delimiters are guessed. */
const headBytes = 65_536;

/** Delimited text in the form that its readers take, and how the file was found to be written. */
export interface CsvText {
  /** UTF-8 from the header on, with quotes doubled in quotes and one space between aligned columns. */
  readonly utf8: Blob;
  /** What a pass over the file told, if the text is a part of it as it is. */
  readonly look: TextFacts | null;
  /** The first lines from the header on, where aligned columns still have several spaces. */
  readonly head: string;
  readonly encoding: string;
  readonly label: TextEncodingLabel;
  readonly quote: DelimitedReading['quote'];
  readonly quoteEscape: DelimitedReading['quoteEscape'];
  readonly escapes: EscapeCounts | null;
  /** The lines that were cut off before the header. */
  readonly cutLines: number;
  /** What these lines are: chosen by the user, the line that tells Excel the delimiter, title lines, or at most empty lines. */
  readonly cutKind: 'chosen' | 'separator' | 'titles' | 'empty';
  /** The empty lines at the head of the text. */
  readonly emptyLines: number;
  /** The user's options, where what was found here is added. */
  readonly reading: ReadingOptions;
  readonly notes: readonly string[];
}

/**
 * Prepares delimited text for its readers: its encoding, its escaped quotes, the lines before its header, its aligned columns, its row names. `look` is what a pass over
 * the file told; without it, this looks itself.
 */
export async function csvTextOf(file: Blob, chosen: ReadingOptions, look?: TextFacts): Promise<CsvText> {
  const decoded = await asUtf8(file, chosen.encoding, look?.isUtf8);
  // A text in another encoding has other bytes than the file.
  const known = decoded.label === 'utf-8' && look?.isUtf8 === true ? look : undefined;
  const { encoding, label } = decoded;
  const notes = decoded.note === null ? [] : [decoded.note];
  const quote = chosen.quote ?? guessQuote(await decoded.file.slice(0, headBytes).text());
  const delimiter = chosen.delimiter === undefined ? null : delimiterCharacter(chosen.delimiter);
  const escapes = known?.hasEscaped[quote] === false ? null : await countEscapes([decoded.file], quote, delimiter);
  const quoteEscape = chosen.quoteEscape ?? guessEscape(escapes);
  const escaped = escapeNote(escapes, quoteEscape);
  if (escaped !== null) notes.push(escaped);
  const doubled = await withDoubledQuotes(decoded.file, quote, quoteEscape, delimiter);
  const evened = known?.mixesLineFeeds === false ? null : await withLineFeeds(doubled, quoteCharacters[quote]);
  if (evened !== null) notes.push(mixedLineEndsNote);
  const whole = evened ?? doubled;

  const start = await whole.slice(0, headBytes).text();
  const separator = chosen.skippedLines === undefined || chosen.skippedLines === 1 ? separatorLineOf(start) : null;
  const isGuessed = chosen.skippedLines === undefined && separator === null;
  const mayBeR = separator === null && quote === 'double';
  const lines = wholeLines(start, whole.size <= headBytes);
  const titles = !isGuessed
    ? null
    : isVcf(start)
      ? ({ lines: await countMetaLines(whole), delimiter: 'tab', hasHeader: true } as const)
      : mayBeR && rTableOf(lines) !== null
        ? null
        : guessTitleLines(lines, chosen.delimiter);
  const emptyLines = Math.max(
    0,
    lines.findIndex((line) => line.trim() !== ''),
  );
  const cutLines = chosen.skippedLines ?? (separator === null ? (titles?.lines ?? emptyLines) : 1);
  if (separator !== null) notes.push(separatorNote(separator));
  // A line of delimiters alone may be a row of nulls.
  else if (lines.slice(0, cutLines).some((line) => line !== '') || cutLines > lines.length)
    notes.push(skippedNote(start, cutLines));

  const below = cutLines === 0 ? whole : whole.slice(await startOfLine(whole, cutLines));
  const head = cutLines === 0 ? start : await below.slice(0, headBytes).text();
  if (head.trim() === '')
    throw unreadableFileError(
      cutLines === 0 ? 'All of its lines are empty.' : 'No line is left below those that are skipped.',
      cutLines === 0 ? 'Choose a file that has rows in it.' : 'Skip fewer lines.',
      { format: 'csv' },
    );
  const tableLines = wholeLines(head, below.size <= headBytes);
  const isGuessedAlignment = chosen.delimiter === undefined && separator === null;
  const alignment = isAlignment(chosen.delimiter)
    ? chosen.delimiter
    : isGuessedAlignment && isAlignment(titles?.delimiter)
      ? titles.delimiter
      : isGuessedAlignment && !(mayBeR && rTableOf(tableLines) !== null)
        ? columnAlignmentOf(tableLines)
        : null;
  const spaced = alignment === null ? below : await withSingleDelimiters(below, quote, alignment);
  const spacedHead = alignment === null ? head : await spaced.slice(0, headBytes).text();

  const rTable = mayBeR ? rTableOf(wholeLines(spacedHead, spaced.size <= headBytes)) : null;
  const rDelimiter = alignment === null ? (chosen.delimiter ?? rTable?.delimiter) : alignmentDelimiters[alignment];
  const isR = rTable !== null && rDelimiter === rTable.delimiter && chosen.header !== false;
  const hasRowNames = isR && rTable.hasRowNames;
  if (hasRowNames)
    notes.push(
      `The header has one name fewer than the rows have fields, as in tables of R: the first column holds row names and is called “${rowNamesColumn}”.`,
    );
  const unfilled = hasRowNames ? withRowNamesColumn(spaced, rTable) : spaced;
  const filled =
    alignment !== null || isR || chosen.header === false
      ? null
      : await withFilledRows(unfilled, headBytes, {
          ...(separator === null ? {} : { delimiter: separator.delimiter }),
          ...(chosen.delimiter === undefined ? {} : { delimiter: chosen.delimiter }),
          quote,
        });
  if (filled !== null) {
    const { rows, names, emptyNames } = filled;
    notes.push(
      readingNote(names.length > 0 ? { tag: 'filledNames', rows, names } : { tag: 'filledRows', rows, emptyNames }),
    );
  }
  const found: ReadingOptions =
    alignment !== null
      ? { delimiter: alignment }
      : filled !== null
        ? { delimiter: filled.delimiter, header: true }
        : isGuessed && isVcf(start)
          ? { delimiter: 'tab' }
          : isR
            ? { delimiter: rTable.delimiter }
            : separator === null
              ? {}
              : { delimiter: separator.delimiter };
  const isAsInFile = whole === file && spaced === below && unfilled === spaced && filled === null;
  return {
    utf8: filled?.utf8 ?? unfilled,
    look: isAsInFile ? (known ?? null) : null,
    head,
    encoding,
    label,
    quote,
    quoteEscape,
    escapes,
    cutLines,
    cutKind:
      chosen.skippedLines !== undefined
        ? 'chosen'
        : separator !== null
          ? 'separator'
          : titles !== null
            ? 'titles'
            : 'empty',
    emptyLines,
    reading: {
      ...found,
      ...(titles?.hasHeader === true ? { header: true } : {}),
      ...chosen,
      ...(isR ? { header: true } : {}),
    },
    notes,
  };
}

const quotedLines = 3;

/** Says which lines are not read, in their own words. */
function skippedNote(start: string, count: number): string {
  const texts = start
    .split(/\r\n|\n|\r/u)
    .slice(0, count)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const shown = texts.slice(0, quotedLines).map((text) => `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`);
  const more = texts.length > quotedLines ? ' and others' : '';
  const lines =
    count === 1 ? 'The first line is not read' : `The first ${count.toLocaleString('en')} lines are not read`;
  return `${lines}${shown.length === 0 ? `; ${count === 1 ? 'it is' : 'they are'} empty` : `: ${shown.join(', ')}${more}`}. To read them, change “Lines to skip” under “Reading options”.`;
}

/** The byte at which the line of this index starts. Lines end with a line feed, or with a carriage return if the text has no line feed. */
async function startOfLine(utf8: Blob, index: number): Promise<number> {
  const lineEnd = (await utf8.slice(0, headBytes).text()).includes('\n') ? 0x0a : 0x0d;
  let found = 0;
  for (let start = 0; start < utf8.size; start += headBytes) {
    const bytes = new Uint8Array(await utf8.slice(start, start + headBytes).arrayBuffer());
    for (let at = bytes.indexOf(lineEnd); at >= 0; at = bytes.indexOf(lineEnd, at + 1)) {
      found += 1;
      if (found === index) return start + at + 1;
    }
  }
  return utf8.size;
}
