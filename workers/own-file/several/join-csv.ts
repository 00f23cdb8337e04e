import {
  type DelimitedReading,
  fieldDelimiters,
  quoteCharacters,
  type ReadingOptions,
} from '../../model/reading-options';
import { delimiterIds } from '../csv/dialect';
import { openDatabase, warmUp } from '../csv/duckdb';
import { guessQuote } from '../csv/guess-reading';
import { rTableOf, wholeLines } from '../csv/row-names';
import { separatorLineOf } from '../csv/separator-line';
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
  readonly skippedLines: number;
  readonly hasHeader: boolean;
  readonly hasRowNames: boolean;
}

async function layoutOf(text: Blob, reading: ReadingOptions): Promise<Layout> {
  const start = await text.slice(0, headBytes).text();
  const separator = separatorLineOf(start);
  const head = start.slice(separator?.line.length ?? 0);
  const quote = reading.quote ?? guessQuote(head);
  const rTable = separator === null && quote === 'double' ? rTableOf(wholeLines(head, text.size <= headBytes)) : null;
  const isR =
    rTable !== null && (reading.delimiter ?? rTable.delimiter) === rTable.delimiter && reading.header !== false;
  const given: ReadingOptions = isR
    ? { ...reading, delimiter: rTable.delimiter, header: true }
    : separator === null
      ? reading
      : { delimiter: separator.delimiter, ...reading };
  const database = await openDatabase(text, 'own-file.csv');
  try {
    const values = { quote, decimalMark: 'point', thousands: 'none', nullWords: [], nullWordsInText: false } as const;
    const formats = { dateFormat: null, timestampFormat: null };
    const sniffed = await detectDialect(database, given, separator !== null, values, formats);
    return {
      marks: {
        delimiter: sniffed.delimiter.charCodeAt(0),
        quote: quoteCharacters[quote] === '' ? null : quoteCharacters[quote].charCodeAt(0),
      },
      skippedLines: separator === null ? sniffed.skippedLines : Math.max(1, sniffed.skippedLines),
      hasHeader: isR || sniffed.hasHeader,
      hasRowNames: isR && rTable.hasRowNames,
    };
  } finally {
    await database.close();
  }
}

/** A file's first record after the lines that are skipped, and where it ends. */
interface Head {
  readonly names: readonly string[];
  readonly start: number;
  readonly next: number;
  readonly lineEnd: ReturnType<typeof lineEndOf>;
}

async function headOf(text: Blob, { marks, skippedLines }: Omit<Layout, 'hasHeader'>): Promise<Head> {
  for (let sizeBytes = headBytes; ; sizeBytes *= 8) {
    const bytes = new Uint8Array(await text.slice(0, sizeBytes).arrayBuffer());
    let start = 0;
    for (let line = 0; line < skippedLines; line += 1) start = recordAt(bytes, start, { ...marks, quote: null }).next;
    const record = recordAt(bytes, start, marks);
    // A record that ends where the piece does may go on behind it.
    if (record.next >= bytes.length && bytes.length < text.size) continue;
    const names = record.end > record.start ? fieldTexts(bytes, record, marks) : [];
    return { names, start, next: record.next, lineEnd: lineEndOf(bytes) };
  }
}

const sorted = (names: readonly string[]) => [...names].sort().join('\n');
const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

/**
 * Prepares the files of a set to be read as one file of delimited text. The layout is that of the largest file. If all files begin with the same
 * words, these are the header, even where nothing else tells.
 */
export async function joinCsv(members: readonly MemberText[], reading: ReadingOptions): Promise<TextJoin> {
  warmUp();
  const [first] = members;
  if (first === undefined) throw new Error('A set has at least one file.');
  // The largest file tells most about how all are written; the first may hold nothing but its header.
  const largest = members.reduce((best, each) => (each.text.size > best.text.size ? each : best), first);
  const found = await layoutOf(largest.text, reading);
  const heads: Head[] = [];
  for (const { text } of members) heads.push(await headOf(text, found));
  const ownNames = heads[0]?.names ?? [];
  const isSameHead =
    heads.length > 1 &&
    ownNames.some((name) => !isNumber(name)) &&
    heads.every(({ names }) => sorted(names) === sorted(ownNames));
  const layout: Layout = { ...found, hasHeader: reading.header ?? (found.hasHeader || isSameHead) };
  return {
    shapes: heads.map((head) => shapeOf(head, layout)),
    join: (onFile) => joined(members, heads, layout, onFile),
    reading: {
      ...(layout.hasHeader && reading.header === undefined ? { header: true } : {}),
      ...(reading.delimiter === undefined ? delimiterOf(layout) : {}),
    },
  };
}

const delimiterOf = ({ marks }: Layout): { delimiter?: DelimitedReading['delimiter'] } => {
  const id = delimiterIds.get(String.fromCharCode(marks.delimiter));
  return id === undefined || !(id in fieldDelimiters) ? {} : { delimiter: id };
};

function shapeOf({ names }: Head, { hasHeader, hasRowNames }: Layout): FileShape {
  if (!hasHeader) return { columns: [], properties: { 'the number of its columns': String(names.length) } };
  return {
    columns: names.map((name) => ({ name, type: null, key: '' })),
    properties: hasRowNames ? { 'the order of its columns': names.join(', ').slice(0, 200) } : {},
  };
}

async function joined(
  members: readonly MemberText[],
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
    lines.push({ start: startLine, skipped: countLines(bytes, 0, from) });
    const isRewritten = order !== null || (head.lineEnd !== null && head.lineEnd !== lineEnd);
    const last = bytes.at(-1);
    const isEnded = bytes.length === from || last === 10 || last === 13;
    if (isRewritten) parts.push(rewrittenRecords(bytes, from, marks, order, lineEnd));
    else parts.push(text.slice(from), ...(isEnded ? [] : [new Blob([lineEnd])]));
    startLine += countLines(bytes, from, bytes.length) + (isEnded ? 0 : 1);
  }
  return { text: new Blob(parts), rowCounts, lines, reordered };
}
