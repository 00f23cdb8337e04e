import { delimiterCharacter, fieldDelimiters, isAlignment } from '../../../model/reading-options';
import type { BadRow } from '../../../own-file/imported';
import { withQuoteAdvice, delimiterOfMost, findBrokenRows, withoutBrokenRows } from './broken-quotes';
import type { CsvText } from './csv-text';
import type { Database } from './database';
import type { SniffedDialect } from './dialect';
import { detectReading } from './guess';
import { unreadableFileError } from '../../../own-file/refusal';

type Detected = Awaited<ReturnType<typeof detectReading>>;

/** How a text is written, and the rows that must be left out so that it can be detected. */
interface DetectedText extends Detected {
  readonly text: Pick<CsvText, 'utf8' | 'reading'>;
  /** Rows with broken quotes. `text.utf8` and `database` lack them. */
  readonly brokenRows: readonly BadRow[];
}

/**
 * Detects how a text is written. Where DuckDB finds a single column or fails, rows with broken quotes may be the reason: they are left out and
 * noted, and the text is looked at again.
 */
export async function detectText(database: Database, text: CsvText, notes: string[]): Promise<DetectedText> {
  const { utf8, quote, reading, cutLines } = text;
  const ownNotes: string[] = [];
  let found: Detected | null = null;
  let failure: unknown = null;
  try {
    found = await detectReading(database, reading, quote, utf8.size, ownNotes);
  } catch (thrown) {
    failure = thrown;
  }
  const asFound = async (): Promise<DetectedText> => {
    if (found === null) throw failure;
    notes.push(...ownNotes);
    return { ...found, text, brokenRows: [] };
  };
  if (found !== null) await refuseBrokenHeader(found.sniffed, text);
  if (found !== null && found.sniffed.columns.length > 1) return asFound();
  const delimiter = isAlignment(reading.delimiter) ? null : (reading.delimiter ?? (await delimiterOfMost(utf8, quote)));
  if (delimiter === null) return asFound();
  const next = { utf8, reading: { ...reading, delimiter } };
  let brokenRows: readonly BadRow[] = [];
  try {
    const whole = await withoutBrokenRows(utf8, delimiterCharacter(delimiter), quote, cutLines);
    if (whole === null && found !== null && reading.delimiter !== undefined) return asFound();
    if (whole !== null) {
      await database.replaceFile(whole.utf8);
      next.utf8 = whole.utf8;
      brokenRows = whole.badRows;
      notes.push(whole.note);
    }
  } catch (thrown) {
    failure = thrown;
    // As a single column, no row is lost.
    return asFound();
  }
  return { ...(await detectReading(database, next.reading, quote, next.utf8.size, notes)), text: next, brokenRows };
}

const headerBytes = 65_536;

/**
 * DuckDB reads no row below a header with a broken quote, and reports none as left out.
 * @throws FormatlabError for such a header
 */
export async function refuseBrokenHeader(
  sniffed: Pick<SniffedDialect, 'hasHeader' | 'skippedLines' | 'delimiter'>,
  { utf8, quote, cutLines }: Pick<CsvText, 'utf8' | 'quote' | 'cutLines'>,
): Promise<void> {
  if (!sniffed.hasHeader || sniffed.skippedLines > 0) return;
  const broken = await findBrokenRows(utf8.slice(0, headerBytes), sniffed.delimiter, quote);
  // A row that the slice cuts off is not known to be broken.
  if (broken?.rows[0]?.line !== 1 || !broken.rows[0].isClosed) return;
  throw brokenHeaderError(cutLines);
}

export const brokenHeaderError = (cutLines: number) =>
  unreadableFileError(
    `Its header, in line ${(cutLines + 1).toLocaleString('en')}, has a quote that does not end its field, so the rows below it can’t be read.`,
    withQuoteAdvice('Correct it'),
    { format: 'csv' },
  );

const comparedLines = 100;

/**
 * Notes that a text is read as a single column although most of its lines have a delimiter, or its first one alone, or although rows were left out for their
 * number of fields, as those of a table below a title.
 */
export async function noteSingleColumn(
  { utf8, head, quote, cutLines }: Pick<CsvText, 'utf8' | 'head' | 'quote' | 'cutLines'>,
  badRowCount: number,
  notes: string[],
): Promise<void> {
  const lines = head
    .split(/\r\n|\n|\r/u)
    .filter((line) => line !== '')
    .slice(0, comparedLines);
  const [first = ''] = lines;
  const character = Object.values(fieldDelimiters)
    .filter((each) => each !== ' ' && each !== ':')
    .find((each) => {
      const found = lines.filter((line) => line.includes(each)).length;
      // pandas takes `a,b` above `1` and `2` for two names, DuckDB for one.
      return found > lines.length / 2 || (found === 1 && first.includes(each));
    });
  if ((character === undefined && badRowCount === 0) || lines.length < 2) return;
  const broken = character === undefined ? null : await findBrokenRows(utf8, character, quote);
  const reason =
    broken?.rows[0] === undefined
      ? ''
      : ` A quote that does not end its field, in the row that begins in line ${(cutLines + broken.rows[0].line).toLocaleString('en')}, may be the reason.`;
  notes.push(
    `It is read as a single column: no delimiter gives its rows the same number of fields.${reason} If they have several, choose the delimiter under “Reading options”; if the table begins below other lines, choose “Lines to skip” there.`,
  );
}
