import { tableOfRecords } from './json-columns';
import { isRecord, type JsonRecord } from './json-record';
import { JsonLosses } from './json-losses';
import { infiniteNote, parseJson } from './json-parse';
import type { BadRow, ImportResult, ReadOptions } from './imported';
import { countEncodings } from './encoding-effects';
import { unreadableFileError } from './refusal';
import { asUtf8 } from './text-encoding';

/** Reads one JSON record a line. Lines that are none are left out and listed; empty lines do not count. */
export async function readNdjson(
  file: Blob,
  { columnTypes, reading, countsEffects, onStage, onRead }: ReadOptions,
): Promise<ImportResult> {
  const { file: utf8, encoding, label, note } = await asUtf8(file, reading.encoding);
  onStage('Parsing the lines');
  const text = await utf8.text();
  const records: JsonRecord[] = [];
  const lineOf: number[] = [];
  const bad: BadRow[] = [];
  const losses = new JsonLosses();
  let line = 0;
  let infinite = 0;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const content = text.slice(start, end < 0 ? text.length : end).trim();
    start = end < 0 ? text.length : end + 1;
    line += 1;
    if (content === '') continue;
    const parsed = parseLine(content);
    if ('message' in parsed) bad.push({ line, message: parsed.message });
    else {
      losses.add(content, parsed.record);
      infinite += parsed.infinite;
      records.push(parsed.record);
      lineOf.push(line);
    }
  }
  if (records.length === 0) {
    throw unreadableFileError(
      bad[0] === undefined
        ? 'All of its lines are empty.'
        : `None of its lines is a JSON record. Line ${bad[0].line}: ${bad[0].message}`,
      'Each line must be one object, {"a": 1}.',
      { format: 'ndjson' },
    );
  }
  const { read: table, countEffects } = tableOfRecords(
    records,
    columnTypes,
    (record) => lineOf[record] ?? 0,
    bad,
    [...(note === null ? [] : [note]), ...(infinite === 0 ? [] : [infiniteNote(infinite)]), ...losses.notes()],
    `one record a line, ${encoding}`,
  );
  const read = { ...table, found: { encoding: label } };
  if (!countsEffects) return read;
  await onRead(read);
  const typeEffects = countEffects();
  return { ...read, found: { ...read.found, typeEffects, encodings: await countEncodings(file, label) } };
}

function parseLine(content: string): { record: JsonRecord; infinite: number } | { message: string } {
  try {
    const { value, infinite } = parseJson(content);
    return isRecord(value) ? { record: value, infinite } : { message: 'It is valid JSON, but not a record.' };
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return { message: `It is not valid JSON: ${thrown.message}`.slice(0, 300) };
    throw thrown;
  }
}
