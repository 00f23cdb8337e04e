import {
  type DelimitedReading,
  fieldDelimiters,
  quoteCharacters,
  type ReadingOptions,
} from '../../model/reading-options';
import { type CsvText, csvTextOf } from '../csv/csv-text';
import { delimiterIds } from '../csv/dialect';
import { openDatabase, warmUp } from '../csv/duckdb';
import { detectDialect } from '../csv/sniff';
import type { JoinedText, MemberText, TextJoin } from './joined-text';
import type { FileShape } from './schemas';
import {
  countLines,
  countRecords,
  fieldTexts,
  lineEndOf,
  recordAt,
  type RecordMarks,
  rewrittenRecords,
} from './text-records';

const headBytes = 65_536;

/** How all files of a set are written, by the largest one. */
interface Layout {
  readonly marks: RecordMarks;
  readonly hasHeader: boolean;
  /** Lines before the header of each file, which are not read. */
  readonly cutLines: number;
}

/** The layout of a prepared text, and the options with which the others are prepared in the same way. */
async function layoutOf(text: CsvText): Promise<{ layout: Layout; reading: ReadingOptions }> {
  const { utf8, quote, quoteEscape, cutLines, reading } = text;
  const database = await openDatabase(utf8, 'own-file.csv');
  try {
    const values = { quote, decimalMark: 'point', thousands: 'none', nullWords: [], nullWordsInText: false } as const;
    const sniffed = await detectDialect(database, reading, values, { dateFormat: null, timestampFormat: null });
    const id = reading.delimiter ?? delimiterIdOf(sniffed.delimiter);
    return {
      layout: {
        marks: {
          delimiter: sniffed.delimiter.charCodeAt(0),
          quote: quoteCharacters[quote] === '' ? null : quoteCharacters[quote].charCodeAt(0),
        },
        hasHeader: sniffed.hasHeader,
        cutLines,
      },
      reading: {
        ...reading,
        ...(id === undefined ? {} : { delimiter: id }),
        quote,
        quoteEscape,
        skippedLines: cutLines,
      },
    };
  } finally {
    await database.close();
  }
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

async function headOf(text: Blob, marks: RecordMarks): Promise<Head> {
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
const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

/**
 * Prepares the files of a set, in UTF-8, to be read as one file of delimited text. The layout is that of the largest file. If all files begin with
 * the same words, these are the header, even where nothing else tells.
 */
export async function joinCsv(files: readonly MemberText[], chosen: ReadingOptions): Promise<TextJoin> {
  warmUp();
  const [first] = files;
  if (first === undefined) throw new Error('A set has at least one file.');
  // The largest file tells most about how all are written; the first may hold nothing but its header.
  const largest = files.reduce((best, each) => (each.text.size > best.text.size ? each : best), first);
  const prepared = await csvTextOf(largest.text, { ...chosen, encoding: 'utf-8' });
  const { layout: found, reading } = await layoutOf(prepared);
  const members: MemberText[] = [];
  for (const { path, text } of files)
    members.push({ path, text: (await hasText(text)) ? (await csvTextOf(text, reading)).utf8 : new Blob() });
  const heads: Head[] = [];
  for (const { text } of members) heads.push(await headOf(text, found.marks));
  const ownNames = heads[0]?.names ?? [];
  const isSameHead =
    heads.length > 1 &&
    ownNames.some((name) => !isNumber(name)) &&
    heads.every(({ names }) => sorted(names) === sorted(ownNames));
  const layout: Layout = { ...found, hasHeader: chosen.header ?? (found.hasHeader || isSameHead) };
  const { delimiter, quote, quoteEscape = 'doubled' } = reading;
  return {
    shapes: heads.map((head) => shapeOf(head, layout)),
    join: (onFile) => joined(members, heads, layout, onFile),
    reading: {
      ...(layout.hasHeader ? { header: true } : {}),
      ...(delimiter === undefined ? {} : { delimiter }),
      ...(quote === undefined ? {} : { quote }),
      // The joined text has neither lines before its header nor backslashes before quotes.
      quoteEscape: 'doubled',
      skippedLines: 0,
    },
    written: { quoteEscape, skippedLines: found.cutLines },
    notes: prepared.notes,
  };
}

/** Whether a file has more than empty lines, which is clear from its first bytes. */
async function hasText(text: Blob): Promise<boolean> {
  return (await text.slice(0, headBytes).text()).trim() !== '';
}

function shapeOf({ names }: Head, { hasHeader }: Layout): FileShape {
  if (!hasHeader) return { columns: [], properties: { 'the number of its columns': String(names.length) } };
  return { columns: names.map((name) => ({ name, type: null, key: '' })), properties: {} };
}

async function joined(
  members: readonly MemberText[],
  heads: readonly Head[],
  layout: Layout,
  onFile: (file: number) => void,
): Promise<JoinedText> {
  const { marks, hasHeader, cutLines } = layout;
  const ownNames = heads[0]?.names ?? [];
  const lineEnd = heads.find((head) => head.lineEnd !== null)?.lineEnd ?? '\n';
  const parts: Blob[] = [];
  const rowCounts: number[] = [];
  const lines: { start: number; skipped: number }[] = [];
  let [startLine, reordered] = [0, 0];
  for (const [index, { text }] of members.entries()) {
    onFile(index);
    const head = heads[index] as Head;
    const bytes = new Uint8Array(await text.arrayBuffer());
    const body = hasHeader ? head.next : head.start;
    const from = index === 0 ? 0 : body;
    const isOrdered = !hasHeader || head.names.every((name, place) => name === ownNames[place]);
    const order = isOrdered ? null : ownNames.map((name) => head.names.indexOf(name));
    if (order !== null) reordered += 1;
    const counted = countRecords(bytes, body, marks);
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
