import { type DelimitedReading, quoteCharacters } from '../../../model/reading-options';
import { unreadableFileError } from '../../../own-file/refusal';

/**
 * DuckDB lists each field that a row has too many, and copies the whole row for each: a row of 25,000 fields in a table of 6 takes minutes. So rows
 * are counted first that would take too long to be left out.
 */

/** Bytes that DuckDB may copy in all, which takes about ten seconds. */
export const mostCopiedBytes = 1_000_000_000;
const pieceBytes = 4 * 1_048_576;

interface Layout {
  readonly delimiter: string;
  readonly quote: DelimitedReading['quote'];
  readonly columnCount: number;
}

/** The row with most surplus fields of a text whose rows would take too long to be left out. */
interface OverlongRow {
  /** The line of the text in which the row begins, from 1. */
  readonly line: number;
  readonly fieldCount: number;
}

/** Null if the rows with too many fields can be left out in a few seconds, as in nearly every text. Delimiters of several bytes are not counted. */
export async function findOverlongRow(
  utf8: Blob,
  { delimiter, quote, columnCount }: Layout,
): Promise<OverlongRow | null> {
  const [delimiterByte = -1] = delimiter.length === 1 ? new TextEncoder().encode(delimiter) : [];
  const quoteByte = quote === 'none' ? -1 : quoteCharacters[quote].charCodeAt(0);
  let copiedBytes = 0;
  let worst: OverlongRow | null = null;
  let [line, rowLine, rowBytes, fieldCount] = [1, 1, 0, 1];
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  const endRow = () => {
    if (fieldCount > columnCount) {
      copiedBytes += (fieldCount - columnCount) * rowBytes;
      if (worst === null || fieldCount > worst.fieldCount) worst = { line: rowLine, fieldCount };
    }
    [rowLine, rowBytes, fieldCount] = [line, 0, 1];
    state = 'start';
  };
  for (let from = 0; from < utf8.size; from += pieceBytes) {
    const piece = new Uint8Array(await utf8.slice(from, from + pieceBytes).arrayBuffer());
    for (const byte of piece) {
      rowBytes += 1;
      if (byte === 0x0a) line += 1;
      if (state === 'quoted') {
        if (byte === quoteByte) state = 'closed';
      } else if (byte === 0x0a || byte === 0x0d) endRow();
      else if (byte === delimiterByte) {
        fieldCount += 1;
        state = 'start';
      } else if (byte === quoteByte && state !== 'plain') state = 'quoted';
      else state = 'plain';
    }
  }
  endRow();
  return copiedBytes > mostCopiedBytes ? worst : null;
}

/** @throws FormatlabError if a row has so many surplus fields that DuckDB would take minutes to leave it out */
export async function refuseOverlongRows(utf8: Blob, layout: Layout, linesBefore: number): Promise<void> {
  const found = await findOverlongRow(utf8, layout);
  if (found === null) return;
  const { columnCount } = layout;
  throw unreadableFileError(
    `The row in line ${(linesBefore + found.line).toLocaleString('en')} has ${found.fieldCount.toLocaleString('en')} fields, and the table has ${columnCount === 1 ? '1 column' : `${columnCount.toLocaleString('en')} columns`}. It is too long to be left out as other rows that do not fit are.`,
    'Correct or remove that line, or choose another delimiter or quote under “Reading options”.',
    { format: 'csv' },
  );
}
