import { isRecord, type JsonRecord } from '../../../own-file/json-record';
import { lossNotes } from '../../../own-file/json-losses';
import { infiniteNote, parseJson, recordsInARow } from './json-parse';
import { type BadRow, type ImportResult, listedBadRows, type ReadOptions } from '../../../own-file/imported';
import { countEncodings } from '../../../own-file/encoding-effects';
import { tableOfRecords } from './reader/read-records';
import { byteChunksOf, RecordReader } from './reader/record-reader';
import { readingNote } from '../../../own-file/reading-notes';
import { unreadableFileError } from '../../../own-file/refusal';
import { asUtf8 } from '../../../own-file/text-encoding';

/** Reads one JSON record a line. Lines that are none are left out and listed; empty lines do not count. */
export async function readNdjson(
  file: Blob,
  { columnTypes, reading, countsEffects, onStage, onRead }: ReadOptions,
): Promise<ImportResult> {
  const { file: utf8, encoding, label, note } = await asUtf8(file, reading.encoding);
  onStage('Parsing the lines');
  const reader = await RecordReader.open('lines', columnTypes?.includes('timestamp') ?? false);
  const bad = new BadLineList();
  const pieces = () => byteChunksOf(utf8);
  await reader.read(pieces, (line, number) => recordsIn(line, (message) => bad.add({ line: number, message })));
  const counts = reader.counts();
  const { rows, infinite = 0, inARow = 0, repeatedNames = 0, brokenTexts = 0 } = counts;
  if (rows === 0) {
    const [first] = bad.listed;
    throw unreadableFileError(
      first === undefined
        ? 'All of its lines are empty.'
        : `None of its lines is a JSON record. Line ${first.line}: ${first.message}`,
      'Each line must be one object, {"a": 1}.',
      { format: 'ndjson' },
    );
  }
  onStage('Finding the columns’ types');
  const { read: table, countEffects } = await tableOfRecords(reader, counts, {
    pieces,
    onRejected: (line) => recordsIn(line, () => undefined),
    columnTypes,
    bad,
    notes: [
      ...(note === null ? [] : [note]),
      ...(infinite === 0 ? [] : [infiniteNote(infinite)]),
      ...(inARow === 0 ? [] : [readingNote({ tag: 'recordsInARow', records: inARow })]),
      ...lossNotes(repeatedNames, brokenTexts),
    ],
    dialect: `one record a line, ${encoding}`,
  });
  const read = { ...table, found: { encoding: label } };
  if (!countsEffects) return read;
  await onRead(read);
  const typeEffects = countEffects();
  return { ...read, found: { ...read.found, typeEffects, encodings: await countEncodings(file, label) } };
}

/** The first bad lines, and the number of all. */
class BadLineList {
  readonly listed: BadRow[] = [];
  count = 0;

  add(row: BadRow): void {
    this.count += 1;
    if (this.listed.length < listedBadRows) this.listed.push(row);
  }
}

/**
 * The records in a line that the reader rejected, in the form that it reads: white space of other kinds may surround them. Null if there are none;
 * `onBad` gets why, unless the line is empty.
 */
function recordsIn(line: string, onBad: (message: string) => void): string | null {
  const content = line.trim();
  if (content === '') return null;
  const found = recordsOfLine(content);
  if (!('message' in found))
    return (
      recordsInARow(content)
        ?.map(({ text }) => text)
        .join(' ') ?? content
    );
  onBad(found.message);
  return null;
}

/** The record of a line, or several that follow one another; what is wrong with it if there are none. */
export function recordsOfLine(
  content: string,
): { readonly records: readonly JsonRecord[] } | { readonly message: string } {
  try {
    const { value } = parseJson(content);
    return isRecord(value) ? { records: [value] } : { message: 'It is valid JSON, but not a record.' };
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const found = recordsInARow(content)?.map(({ text }) => recordsOfLine(text)) ?? [];
    const parsed = found.filter((each) => 'records' in each);
    if (parsed.length > 0 && parsed.length === found.length)
      return { records: parsed.flatMap(({ records }) => records) };
    return { message: `It is not valid JSON: ${thrown.message}`.slice(0, 300) };
  }
}
