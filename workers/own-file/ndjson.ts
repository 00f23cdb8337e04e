import { tableOfRecords } from './json-columns';
import { isRecord, type JsonRecord } from './json-record';
import { JsonLosses } from './json-losses';
import {
  hasOtherSpellings,
  infiniteNote,
  type ParsedJson,
  parseJson,
  parseJsonAsWritten,
  recordsInARow,
} from './json-parse';
import type { BadRow, ImportResult, ReadOptions } from './imported';
import { countEncodings } from './encoding-effects';
import { readingNote } from './reading-notes';
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
  const { records, lineOf, bad, losses, infinite, inARow } = recordsOf(text, parseJson);
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
    [
      ...(note === null ? [] : [note]),
      ...(infinite === 0 ? [] : [infiniteNote(infinite)]),
      ...(inARow === 0 ? [] : [readingNote({ tag: 'recordsInARow', records: inARow })]),
      ...losses.notes(),
    ],
    hasOtherSpellings(text)
      ? () => recordsOf(text, (line) => ({ value: parseJsonAsWritten(line), infinite: 0 })).records
      : null,
    `one record a line, ${encoding}`,
  );
  const read = { ...table, found: { encoding: label } };
  if (!countsEffects) return read;
  await onRead(read);
  const typeEffects = countEffects();
  return { ...read, found: { ...read.found, typeEffects, encodings: await countEncodings(file, label) } };
}

interface Lines {
  readonly records: readonly JsonRecord[];
  /** The line of each record, from 1. */
  readonly lineOf: readonly number[];
  readonly bad: readonly BadRow[];
  readonly losses: JsonLosses;
  readonly infinite: number;
  /** The records of lines that have several. */
  readonly inARow: number;
}

function recordsOf(text: string, parse: (line: string) => ParsedJson): Lines {
  const records: JsonRecord[] = [];
  const lineOf: number[] = [];
  const bad: BadRow[] = [];
  const losses = new JsonLosses();
  let [line, infinite, inARow] = [0, 0, 0];
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const content = text.slice(start, end < 0 ? text.length : end).trim();
    start = end < 0 ? text.length : end + 1;
    line += 1;
    if (content === '') continue;
    const found = recordsOfLine(content, parse);
    if ('message' in found) {
      bad.push({ line, message: found.message });
      continue;
    }
    losses.add(content, found.records);
    infinite += found.infinite;
    if (found.records.length > 1) inARow += found.records.length;
    for (const record of found.records) {
      records.push(record);
      lineOf.push(line);
    }
  }
  return { records, lineOf, bad, losses, infinite, inARow };
}

/** The record of a line, or several that follow one another; what is wrong with it if there are none. */
export function recordsOfLine(
  content: string,
  parse: (line: string) => ParsedJson = parseJson,
): { readonly records: readonly JsonRecord[]; readonly infinite: number } | { readonly message: string } {
  try {
    const { value, infinite } = parse(content);
    return isRecord(value) ? { records: [value], infinite } : { message: 'It is valid JSON, but not a record.' };
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const found = recordsInARow(content)?.map(({ text }) => recordsOfLine(text, parse)) ?? [];
    const parsed = found.filter((each) => 'records' in each);
    if (parsed.length > 0 && parsed.length === found.length)
      return {
        records: parsed.flatMap(({ records }) => records),
        infinite: parsed.reduce((sum, each) => sum + each.infinite, 0),
      };
    return { message: `It is not valid JSON: ${thrown.message}`.slice(0, 300) };
  }
}
