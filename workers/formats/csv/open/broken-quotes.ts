import { type DelimitedReading, fieldDelimiters, quoteCharacters } from '../../../model/reading-options';
import type { BadRow } from '../../../own-file/imported';
import { plural } from '../../../model/plural';
import { unreadableFileError } from '../../../own-file/refusal';
import { fieldsOf, recordAt, type DelimiterBytes } from './text-records';

/**
 * Quotes that do not end their field: one that is never closed, and one that has text between it and the next delimiter. DuckDB's sniffer finds no
 * delimiter in a text that has one, and takes all of it for a single column. So rows with such quotes are left out before it looks.
 */

type Quote = DelimitedReading['quote'];

const pieceBytes = 4 * 1_048_576;
const [lineFeed, carriageReturn] = [0x0a, 0x0d];
/** A text with more broken rows is not written with this quote. */
const mostRows = 10_000;
const byteOf = (character: string) => (character === '' ? -1 : character.charCodeAt(0));

/** A row with a broken quote. Lines count from 1. */
interface BrokenRow {
  readonly line: number;
  readonly lastLine: number;
  /** Its place in the text in bytes, with its line end. */
  readonly from: number;
  readonly to: number;
  /** False if the quote is never closed. */
  readonly isClosed: boolean;
}

/**
 * The rows of a text with broken quotes, if it is read as RFC 4180 says, and the number of all lines.
 * @param delimiter one ASCII character
 * @returns null if no row has a broken quote. Also null if more than `mostRows` have one: the text then uses another quote.
 */
export async function findBrokenRows(
  utf8: Blob,
  delimiter: string,
  quote: Quote,
): Promise<{ readonly rows: readonly BrokenRow[]; readonly lineCount: number } | null> {
  const [delimiterByte, quoteByte] = [byteOf(delimiter), byteOf(quoteCharacters[quote])];
  if (quoteByte < 0) return null;
  const rows: BrokenRow[] = [];
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  let [line, at, isBroken, isAfterReturn] = [1, 0, false, false];
  let row = { line, from: 0 };
  const endRow = () => {
    if (isBroken) rows.push({ ...row, lastLine: line, to: at, isClosed: state !== 'quoted' });
    isBroken = false;
    state = 'start';
  };
  for (let from = 0; from < utf8.size; from += pieceBytes) {
    for (const byte of new Uint8Array(await utf8.slice(from, from + pieceBytes).arrayBuffer())) {
      const isSecondHalf = byte === lineFeed && isAfterReturn;
      const isLineEnd = byte === lineFeed || byte === carriageReturn;
      isAfterReturn = byte === carriageReturn;
      at += 1;
      if (isSecondHalf) {
        if (row.from === at - 1) row = { line, from: at };
        continue;
      }
      if (state === 'quoted') {
        if (byte === quoteByte) state = 'closed';
      } else if (isLineEnd) endRow();
      else if (byte === delimiterByte) state = 'start';
      else if (byte === quoteByte && state !== 'plain') state = 'quoted';
      else {
        if (state === 'closed') isBroken = true;
        state = 'plain';
      }
      if (!isLineEnd) continue;
      line += 1;
      if (state === 'start') row = { line, from: at };
    }
    if (rows.length > mostRows) return null;
  }
  if (state === 'quoted') isBroken = true;
  endRow();
  return rows.length === 0 ? null : { rows, lineCount: line };
}

/** A text without its rows with broken quotes. */
interface WithoutBrokenRows {
  /** An empty line stands for each line that is left out, so that the other lines keep their numbers. */
  readonly utf8: Blob;
  readonly badRows: readonly BadRow[];
  readonly note: string;
}

/** What a user can do about a broken quote. */
export const withQuoteAdvice = (what: string) => `${what}, or choose “None” as the quote under “Reading options”.`;

/**
 * Leaves out the rows whose quotes are broken. Returns null if there is no such row.
 * @param linesBefore the lines of the file that were cut off before
 * @throws FormatlabError if most lines would be left out, as below a quote that is never closed
 */
export async function withoutBrokenRows(
  utf8: Blob,
  delimiter: string,
  quote: Quote,
  linesBefore: number,
): Promise<WithoutBrokenRows | null> {
  const found = await findBrokenRows(utf8, delimiter, quote);
  const [first] = found?.rows ?? [];
  if (found === null || first === undefined) return null;
  const { rows, lineCount } = found;
  const lines = rows.reduce((sum, { line, lastLine }) => sum + lastLine - line + 1, 0);
  refuseMostlyBroken({ lines, first, lineCount }, quote, linesBefore);
  const parts: BlobPart[] = [];
  let from = 0;
  for (const row of rows) {
    parts.push(utf8.slice(from, row.from), lineEndsOf(await utf8.slice(row.from, row.to).arrayBuffer()));
    from = row.to;
  }
  parts.push(utf8.slice(from));
  return {
    utf8: new Blob(parts),
    badRows: rows.map(({ line, lastLine, isClosed }) => ({
      line: linesBefore + line,
      message: brokenRow(isClosed, lastLine - line + 1),
    })),
    note: brokenRowsNote(rows.length, lines),
  };
}

/** What is wrong with a row whose quotes are broken. */
export const brokenRow = (isClosed: boolean, lineCount: number): string =>
  `${isClosed ? 'Text follows the quote that closes a field' : 'A quote is never closed'}${lineCount === 1 ? '' : `; the row has ${plural(lineCount, 'line')}`}.`;

/** Notes how many rows are left out since their quotes are broken. */
export function brokenRowsNote(rowCount: number, lineCount: number): string {
  const isOne = rowCount === 1;
  return `${isOne ? '1 row has a quote that does' : `${plural(rowCount, 'row')} have a quote that does`} not end its field. ${isOne ? 'It is' : 'They are'} left out, ${plural(lineCount, 'line')} in all. ${withQuoteAdvice(isOne ? 'Correct it' : 'Correct them')}`;
}

/**
 * @param lines the lines of all rows with broken quotes
 * @throws FormatlabError if most lines would be left out, as below a quote that is never closed
 */
export function refuseMostlyBroken(
  {
    lines,
    first,
    lineCount,
  }: {
    readonly lines: number;
    readonly first: Pick<BrokenRow, 'line' | 'isClosed'>;
    readonly lineCount: number;
  },
  quote: Quote,
  linesBefore: number,
): void {
  if (lines <= lineCount / 2) return;
  throw unreadableFileError(
    `${plural(lines, 'line')} of ${lineCount.toLocaleString('en')} are in fields whose quotes are broken: ${first.isClosed ? 'text follows the quote that closes the field' : 'a quote is never closed'}, first in the row that begins in line ${(linesBefore + first.line).toLocaleString('en')}.`,
    withQuoteAdvice(`Check that every ${quoteCharacters[quote]} has its partner`),
    { format: 'csv' },
  );
}

/** The line ends of a row, without the rest. */
const lineEndsOf = (row: ArrayBuffer) =>
  new Uint8Array(row).filter((byte) => byte === lineFeed || byte === carriageReturn);

const headBytes = 65_536;
const comparedRows = 1_000;
/** The share of the rows that must have as many fields as the first one. */
const [leastShare, leastShareIfBroken] = [0.9, 0.5];

/**
 * The delimiter with which nearly all of the first rows have as many fields as the first one; where a quote is broken, most of them. Null if there
 * is none.
 */
export async function delimiterOfMost(utf8: Blob, quote: Quote): Promise<DelimitedReading['delimiter'] | null> {
  const bytes = new Uint8Array(await utf8.slice(0, headBytes).arrayBuffer());
  const quoteByte = byteOf(quoteCharacters[quote]);
  let best: { readonly id: DelimitedReading['delimiter']; readonly share: number } | null = null;
  for (const id of ['comma', 'tab', 'semicolon', 'bar'] as const) {
    const character = fieldDelimiters[id];
    const marks: DelimiterBytes = { delimiter: byteOf(character), quote: quoteByte < 0 ? null : quoteByte };
    const counts = fieldCounts(bytes, marks, utf8.size <= headBytes);
    const [first = 1] = counts;
    const share = counts.filter((count) => count === first).length / counts.length;
    if (counts.length < 3 || first < 2 || share < leastShareIfBroken || share <= (best?.share ?? 0)) continue;
    if (share >= leastShare || (await findBrokenRows(utf8, character, quote)) !== null) best = { id, share };
  }
  return best?.id ?? null;
}

/** How many fields each of the first rows has, without empty lines. A row that may go on behind these bytes is left out. */
function fieldCounts(bytes: Uint8Array, marks: DelimiterBytes, isWhole: boolean): readonly number[] {
  const counts: number[] = [];
  for (let from = 0; from < bytes.length && counts.length < comparedRows; ) {
    const record = recordAt(bytes, from, marks);
    if (record.end > record.start && (isWhole || record.next < bytes.length))
      counts.push(fieldsOf(bytes, record, marks).length);
    from = record.next;
  }
  return counts;
}
