import { countEncodings } from '../../../own-file/encoding-effects';
import type { ImportResult, ReadOptions } from '../../../own-file/imported';
import { recordsOfFrame } from './json-frames';
import { JsonLosses, lossNotes } from '../../../own-file/json-losses';
import {
  hasOtherSpellings,
  infiniteNote,
  jsonErrorPosition,
  parseJson,
  parseJsonAsWritten,
  recordsInARow,
} from './json-parse';
import type { FileCounts } from './reader/facts';
import { tableOfRecords } from './reader/read-records';
import { type ByteChunks, byteChunksOf, RecordReader } from './reader/record-reader';
import { isRecord, type JsonRecord } from '../../../own-file/json-record';
import { recordLine } from './json-text';
import { checkWholeJson } from '../../../own-file/limits';
import { readingNote } from '../../../own-file/reading-notes';
import { unreadableFileError } from '../../../own-file/refusal';
import { asUtf8 } from '../../../own-file/text-encoding';

const shapes = 'a list of records, [{"a": 1}, …], or columns of equal length, {"a": [1, …]}';

/** Reads a table from JSON: a list of records, or an object of columns. */
export async function readJson(
  file: Blob,
  { columnTypes, reading, countsEffects, onStage, onRead }: ReadOptions,
): Promise<ImportResult> {
  const { file: utf8, encoding, label, note } = await asUtf8(file, reading.encoding);
  onStage('Parsing the JSON');
  const countsAllTimes = columnTypes?.includes('timestamp') ?? false;
  const { reader, counts, pieces, notes } = await readRecords(utf8, countsAllTimes);
  const { rows } = counts;
  onStage('Finding the columns’ types');
  const { read: table, countEffects } = await tableOfRecords(reader, counts, {
    pieces,
    onRejected: () => null,
    columnTypes,
    bad: { listed: [], count: 0 },
    notes: note === null ? notes : [note, ...notes],
    dialect: `${rows === 1 ? '1 record' : `${rows.toLocaleString('en')} records`}, ${encoding}; bad rows are listed by the record’s number`,
  });
  const read = { ...table, found: { encoding: label } };
  if (!countsEffects) return read;
  await onRead(read);
  const typeEffects = countEffects();
  return { ...read, found: { ...read.found, typeEffects, encodings: await countEncodings(file, label) } };
}

interface ReadOnce {
  readonly reader: RecordReader;
  readonly counts: FileCounts;
  /** What a second reading reads. */
  readonly pieces: ByteChunks;
  readonly notes: readonly string[];
}

/** Reads a list item by item, and an object as a whole. */
async function readRecords(file: Blob, countsAllTimes: boolean): Promise<ReadOnce> {
  const isList = (await firstCharacter(file)) === '[';
  const list = isList ? await readList(file, countsAllTimes) : null;
  if (list !== null) return list;
  // A list that can't be read is read as a whole to find what is wrong with it.
  if (!isList) checkWholeJson(file.size);
  return readWhole(file, countsAllTimes);
}

/** The first character behind white space, of which there may be much. */
async function firstCharacter(file: Blob): Promise<string> {
  for await (const piece of byteChunksOf(file)) {
    const text = new TextDecoder().decode(piece).trimStart();
    if (text !== '') return text.charAt(0);
  }
  return '';
}

/** Null if the file is no valid list. */
async function readList(file: Blob, countsAllTimes: boolean): Promise<ReadOnce | null> {
  const pieces = () => byteChunksOf(file);
  for (const form of ['list', 'values'] as const) {
    const reader = await RecordReader.open(form, countsAllTimes);
    const ended = await reader.read(pieces, () => null);
    if (ended === 'invalid') return null;
    if (ended === 'noRecord') continue;
    const counts = reader.counts();
    if (counts.rows === 0)
      throw unreadableFileError('It is an empty list.', 'Choose a file that has records in it.', { format: 'json' });
    const notes = form === 'list' ? [] : [valuesNote];
    return { reader, counts, pieces, notes: [...countNotes(counts), ...notes] };
  }
  return null;
}

const valuesNote = 'Its list holds values rather than records; they are kept as one column, “value”.';

const countNotes = ({ infinite = 0, repeatedNames = 0, brokenTexts = 0 }: FileCounts): string[] => [
  ...(infinite > 0 ? [infiniteNote(infinite)] : []),
  ...lossNotes(repeatedNames, brokenTexts),
];

/** Reads an object that holds a table, or records that follow one another without being a list. */
async function readWhole(file: Blob, countsAllTimes: boolean): Promise<ReadOnce> {
  const text = await file.text();
  try {
    const { value, infinite } = parseJson(text);
    const losses = new JsonLosses();
    losses.add(text, value);
    const notes = [...(infinite > 0 ? [infiniteNote(infinite)] : []), ...losses.notes()];
    const found = recordsOf(value, notes);
    const records = hasOtherSpellings(text) ? recordsOf(parseJsonAsWritten(text), []) : found;
    return { ...(await readLines(() => linesOf(records), countsAllTimes)), notes };
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const rows = await readRows(file, text, countsAllTimes);
    if (rows !== null) return rows;
    const { line, column } = jsonErrorPosition(text, startOfBadRecord(text));
    throw unreadableFileError(
      `It is not valid JSON in line ${line}, column ${column}: ${thrown.message}.`,
      'Correct it there. If it has one record a line, read it as NDJSON.',
      { format: 'json', cause: thrown },
    );
  }
}

/** Null if the text holds anything else than records. */
async function readRows(file: Blob, text: string, countsAllTimes: boolean): Promise<ReadOnce | null> {
  const noted = (read: Omit<ReadOnce, 'notes'>): ReadOnce => {
    const { infinite = 0, rows: records, repeatedNames = 0, brokenTexts = 0 } = read.counts;
    const notes = [
      ...(infinite > 0 ? [infiniteNote(infinite)] : []),
      readingNote({ tag: 'recordsInARow', records }),
      ...lossNotes(repeatedNames, brokenTexts),
    ];
    return { ...read, notes };
  };
  const pieces = () => byteChunksOf(file);
  const reader = await RecordReader.open('rows', countsAllTimes);
  if ((await reader.read(pieces, () => null)) === 'read') return noted({ reader, counts: reader.counts(), pieces });
  // White space that JSON does not know may stand between them.
  const rows = recordsInARow(text);
  if (rows === null || startOfBadRecord(text) > 0 || !isValid(rows[0]?.text ?? '')) return null;
  return noted(
    await readLines(() => oneByOne(rows.map((row) => row.text.replaceAll(/[\r\n]/gu, ' '))), countsAllTimes),
  );
}

function isValid(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return false;
    throw thrown;
  }
}

/** Where the first record begins that is no valid JSON, of a text of several; 0 if there is none. */
const startOfBadRecord = (text: string): number =>
  recordsInARow(text)?.find((record) => !isValid(record.text))?.start ?? 0;

async function readLines(lines: () => Iterable<string>, countsAllTimes: boolean): Promise<Omit<ReadOnce, 'notes'>> {
  const pieces = () => piecesOfLines(lines());
  const reader = await RecordReader.open('lines', countsAllTimes);
  await reader.read(pieces, (line) => {
    throw new Error(`“${line.slice(0, 100)}” was written as no record.`);
  });
  return { reader, counts: reader.counts(), pieces };
}

function* oneByOne(lines: readonly string[]): Generator<string> {
  yield* lines;
}

function* linesOf(records: readonly JsonRecord[]): Generator<string> {
  for (const record of records) yield recordLine(record);
}

const pieceCharacters = 500_000;

async function* piecesOfLines(lines: Iterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let piece = '';
  for (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < pieceCharacters) continue;
    yield encoder.encode(piece);
    piece = '';
  }
  yield encoder.encode(piece);
}

function recordsOf(value: unknown, notes: string[]): readonly JsonRecord[] {
  if (Array.isArray(value)) return fromList(value, notes);
  if (isRecord(value)) return fromObject(value, notes);
  throw unreadableFileError(
    `It holds a single value, where a table is ${shapes}.`,
    'Put the data in one of these forms.',
    {
      format: 'json',
    },
  );
}
function fromList(list: readonly unknown[], notes: string[]): readonly JsonRecord[] {
  if (list.length === 0)
    throw unreadableFileError('It is an empty list.', 'Choose a file that has records in it.', { format: 'json' });
  if (list.every(isRecord)) return list;
  notes.push(valuesNote);
  return list.map((value) => ({ value }));
}

function fromObject(object: JsonRecord, notes: string[]): readonly JsonRecord[] {
  const frame = recordsOfFrame(object, notes);
  if (frame !== null) return frame;
  const entries = Object.entries(object);
  const lists = entries.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const length = lists[0]?.[1].length ?? 0;
  if (
    lists.length > 0 &&
    lists.length === entries.length &&
    length > 0 &&
    lists.every(([, list]) => list.length === length) &&
    !(lists.length === 1 && lists[0]?.[1].every(isRecord))
  ) {
    return Array.from({ length }, (_, row) => Object.fromEntries(lists.map(([name, list]) => [name, list[row]])));
  }
  const withRecords = lists.filter(([, list]) => list.length > 0 && list.every(isRecord));
  const only = withRecords.length === 1 ? withRecords[0] : undefined;
  if (only === undefined)
    throw unreadableFileError(
      `It is an object that holds no table; a table is ${shapes}.`,
      'Put the data in one of these forms.',
      {
        format: 'json',
      },
    );
  notes.push(
    `The records are those of its property “${only[0]}”${entries.length > 1 ? '; its other properties are left out' : ''}.`,
  );
  return fromList(only[1], notes);
}
