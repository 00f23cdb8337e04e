import {
  delimiterCharacter,
  type DelimitedReading,
  fieldDelimiters,
  quoteCharacters,
  type ReadingOptions,
} from '../../model/reading-options';
import { type CsvText, csvTextOf } from '../../formats/csv/open/csv-text';
import { delimiterIds } from '../../formats/csv/open/dialect';
import { countEscapes, escapeNote, guessEscape } from '../../formats/csv/open/escaped-quotes';
import { guessQuote } from '../../formats/csv/open/guess-reading';
import { scannedLayout } from '../../formats/csv/open/scan/read-scanned';
import { warmUpScan } from '../../formats/csv/open/scan/scan-module';
import { plural } from '../../model/plural';
import { unreadableFileError } from '../../own-file/refusal';
import { countedNotes } from './counted-notes';
import type { JoinedText, MemberText, TextJoin } from './joined-text';
import { named } from './members';
import { areNames, mayLoseRow, type PreparedFile, preparedLike } from './prepare-csv';
import type { FileShape } from './schemas';
import {
  countLines,
  countRecords,
  fieldTexts,
  lineEndOf,
  recordAt,
  type DelimiterBytes,
  rewrittenRecords,
} from '../../formats/csv/open/text-records';

const headBytes = 65_536;

/** How all files of a set are written, by the largest one. */
interface Layout {
  readonly marks: DelimiterBytes;
  readonly hasHeader: boolean;
}

/** The layout of a prepared text, and the options with which the others are prepared in the same way. */
async function layoutOf(text: CsvText): Promise<{ layout: Layout; reading: ReadingOptions }> {
  const { quote, reading } = text;
  const found = await scannedLayout(text);
  const id = reading.delimiter ?? delimiterIdOf(found.delimiter);
  return {
    layout: {
      marks: {
        delimiter: found.delimiter.charCodeAt(0),
        quote: quoteCharacters[quote] === '' ? null : quoteCharacters[quote].charCodeAt(0),
      },
      hasHeader: found.hasHeader,
    },
    reading: { ...reading, ...(id === undefined ? {} : { delimiter: id }) },
  };
}

const delimiterIdOf = (character: string): DelimitedReading['delimiter'] | undefined => {
  const id = delimiterIds.get(character);
  return id === undefined || !(id in fieldDelimiters) ? undefined : id;
};

/** A file's first record, and where it ends. */
interface Head {
  readonly names: readonly string[];
  readonly start: number;
  readonly next: number;
  readonly lineEnd: ReturnType<typeof lineEndOf>;
}

async function headOf(text: Blob, marks: DelimiterBytes): Promise<Head> {
  for (let sizeBytes = headBytes; ; sizeBytes *= 8) {
    const bytes = new Uint8Array(await text.slice(0, sizeBytes).arrayBuffer());
    const record = recordAt(bytes, 0, marks);
    // A record that ends where the piece does may go on behind it.
    if (record.next >= bytes.length && bytes.length < text.size) continue;
    const names = record.end > record.start ? fieldTexts(bytes, record, marks) : [];
    return { names, start: 0, next: record.next, lineEnd: lineEndOf(bytes) };
  }
}

const sorted = (names: readonly string[]) => [...names].sort().join('\n');

/**
 * Prepares the files of a set, in UTF-8, to be read as one file of delimited text. The layout is that of the largest file, but quotes are escaped as
 * all files together tell. If all files begin with the same words, these are the header, even where nothing else tells.
 */
export async function joinCsv(files: readonly MemberText[], given: ReadingOptions): Promise<TextJoin> {
  warmUpScan();
  const [first] = files;
  if (first === undefined) throw new Error('A set has at least one file.');
  // The largest file tells most about how all are written; the first may hold nothing but its header.
  const largest = files.reduce((best, each) => (each.text.size > best.text.size ? each : best), first);
  const quote = given.quote ?? guessQuote(await largest.text.slice(0, headBytes).text());
  const escapes = await countEscapes(
    files.map(({ text }) => text),
    quote,
    given.delimiter === undefined ? null : delimiterCharacter(given.delimiter),
  );
  const quoteEscape = given.quoteEscape ?? guessEscape(escapes);
  const chosen: ReadingOptions = { ...given, encoding: 'utf-8', quote, quoteEscape };
  const {
    like,
    layout: found,
    reading,
  } = await named(largest.path, async () => {
    const text = await csvTextOf(largest.text, chosen);
    return { like: text, ...(await layoutOf(text)) };
  });
  const prepared: (PreparedFile | string)[] = [];
  for (const file of files) prepared.push(await preparedLike(file, like, chosen, reading));
  const members = prepared.filter((file) => typeof file !== 'string');
  const headsByFile = new Map<PreparedFile, Head>();
  for (const file of members) headsByFile.set(file, await headOf(file.text, found.marks));
  const heads = [...headsByFile.values()];
  const ownNames = heads[0]?.names ?? [];
  const isSameHead =
    heads.length > 1 && areNames(ownNames) && heads.every(({ names }) => sorted(names) === sorted(ownNames));
  const layout: Layout = { ...found, hasHeader: chosen.header ?? (found.hasHeader || isSameHead) };
  const { delimiter } = reading;
  const character = String.fromCharCode(layout.marks.delimiter);
  const shapeOfFile = (file: PreparedFile | string): FileShape | string => {
    if (typeof file === 'string') return file;
    const head = headsByFile.get(file) as Head;
    return !layout.hasHeader && mayLoseRow(file, delimiter, character, head.names.length)
      ? `its first ${plural(like.cutLines, 'line')} may be rows, but the largest file has as many lines before its rows`
      : shapeOf(head, layout);
  };
  const ofQuotes = escapeNote(escapes, quoteEscape);
  const ofHeader =
    isSameHead && !found.hasHeader && chosen.header === undefined
      ? 'All files begin with the same words, so these are read as the header. If they are a row, choose “None” as the header under “Reading options”.'
      : null;
  return {
    shapes: prepared.map(shapeOfFile),
    join: (onFile) => joined(members, heads, layout, onFile),
    reading: {
      ...(layout.hasHeader ? { header: true } : {}),
      ...(delimiter === undefined ? {} : { delimiter }),
      quote,
      // The joined text has neither lines before its header nor backslashes before quotes.
      quoteEscape: 'doubled',
      skippedLines: 0,
    },
    written: { options: { quoteEscape, skippedLines: like.cutLines }, escapes },
    notes: [...[ofHeader, ofQuotes].filter((note) => note !== null), ...notesOf(members)],
  };
}

/** More different notes on lines before the header are not shown. */
const shownNotes = 3;

function notesOf(members: readonly PreparedFile[]): string[] {
  const notes = countedNotes(members.map((member) => member.notes));
  const more = notes.length - shownNotes;
  return more <= 0
    ? notes
    : [
        ...notes.slice(0, shownNotes),
        `Lines before the header of other files are not read, too: ${plural(more, 'more note')} on them ${more === 1 ? 'is' : 'are'} left out here.`,
      ];
}

function shapeOf({ names }: Head, { hasHeader }: Layout): FileShape {
  if (!hasHeader) return { columns: [], properties: { 'the number of its columns': String(names.length) } };
  return { columns: names.map((name) => ({ name, type: null, key: '' })), properties: {} };
}

async function joined(
  members: readonly PreparedFile[],
  heads: readonly Head[],
  layout: Layout,
  onFile: (file: number) => void,
): Promise<JoinedText> {
  const { marks, hasHeader } = layout;
  const ownNames = heads[0]?.names ?? [];
  const lineEnd = heads.find((head) => head.lineEnd !== null)?.lineEnd ?? '\n';
  const parts: Blob[] = [];
  const rowCounts: number[] = [];
  const lines: { start: number; skipped: number }[] = [];
  let [startLine, reordered] = [0, 0];
  for (const [index, { path, text, cutLines }] of members.entries()) {
    onFile(index);
    const head = heads[index] as Head;
    const bytes = new Uint8Array(await text.arrayBuffer());
    const body = hasHeader ? head.next : head.start;
    const from = index === 0 ? 0 : body;
    const isOrdered = !hasHeader || head.names.every((name, place) => name === ownNames[place]);
    const order = isOrdered ? null : ownNames.map((name) => head.names.indexOf(name));
    if (order !== null) reordered += 1;
    const counted = countRecords(bytes, body, marks);
    // The reader lists such a record of the last file, but would take the start of the next file for a part of it.
    if (!counted.isClosed && index < members.length - 1) throw openQuoteError(index, path);
    rowCounts.push(counted.records);
    lines.push({ start: startLine, skipped: cutLines + countLines(bytes, 0, from) });
    const isRewritten = order !== null || (head.lineEnd !== null && head.lineEnd !== lineEnd);
    const last = bytes.at(-1);
    const isEnded = bytes.length === from || last === 10 || last === 13;
    if (isRewritten) parts.push(rewrittenRecords(bytes, from, marks, order, lineEnd));
    else parts.push(text.slice(from), ...(isEnded ? [] : [new Blob([lineEnd])]));
    startLine += countLines(bytes, from, bytes.length) + (isEnded ? 0 : 1);
  }
  return { text: new Blob(parts), rowCounts, lines, reordered };
}

const openQuoteError = (index: number, path: string) =>
  unreadableFileError(
    `“${path.slice(0, 200)}” ends within a field in quotes, so the next file would be read as a part of it.`,
    'Read the other files without it, or close the quote in it. It may be cut short.',
    {
      format: 'csv',
      differingFiles: [
        { index, path: path.slice(0, 300), reason: 'it ends within a field in quotes, and may be cut short' },
      ],
    },
  );
