import { tableOfRecords } from './json-columns';
import { recordsOfFrame } from './json-frames';
import { isRecord, type JsonRecord } from './json-record';
import { JsonLosses } from './json-losses';
import {
  hasOtherSpellings,
  infiniteNote,
  jsonErrorPosition,
  type ParsedJson,
  parseJson,
  parseJsonAsWritten,
  type RecordText,
  recordsInARow,
} from './json-parse';
import type { ImportResult, ReadOptions } from './imported';
import { countEncodings } from './encoding-effects';
import { readingNote } from './reading-notes';
import { unreadableFileError } from './refusal';
import { asUtf8 } from './text-encoding';

const shapes = 'a list of records, [{"a": 1}, …], or columns of equal length, {"a": [1, …]}';

/** Reads a table from JSON: a list of records, or an object of columns. */
export async function readJson(
  file: Blob,
  { columnTypes, reading, countsEffects, onStage, onRead }: ReadOptions,
): Promise<ImportResult> {
  const { file: utf8, encoding, label, note } = await asUtf8(file, reading.encoding);
  const notes = note === null ? [] : [note];
  onStage('Parsing the JSON');
  const text = await utf8.text();
  const { value, infinite, rows } = parse(text);
  if (infinite > 0) notes.push(infiniteNote(infinite));
  if (rows !== null) notes.push(readingNote({ tag: 'recordsInARow', records: rows.length }));
  const losses = new JsonLosses();
  losses.add(text, value);
  notes.push(...losses.notes());
  const records = recordsOf(value, notes);
  onStage('Finding the columns’ types');
  const { read: table, countEffects } = tableOfRecords(
    records,
    columnTypes,
    (record) => record + 1,
    [],
    notes,
    hasOtherSpellings(text)
      ? () => recordsOf(rows?.map((row) => parseJsonAsWritten(row.text)) ?? parseJsonAsWritten(text), [])
      : null,
    `${records.length === 1 ? '1 record' : `${records.length.toLocaleString('en')} records`}, ${encoding}; bad rows are listed by the record’s number`,
  );
  const read = { ...table, found: { encoding: label } };
  if (!countsEffects) return read;
  await onRead(read);
  const typeEffects = countEffects();
  return { ...read, found: { ...read.found, typeEffects, encodings: await countEncodings(file, label) } };
}

/** The value, and the texts of its records if these follow one another without being a list. */
function parse(text: string): ParsedJson & { readonly rows: readonly RecordText[] | null } {
  let start = 0;
  try {
    try {
      return { ...parseJson(text), rows: null };
    } catch (thrown) {
      const rows = thrown instanceof SyntaxError ? recordsInARow(text) : null;
      if (rows === null) throw thrown;
      const parsed = rows.map((row) => {
        start = row.start;
        return parseJson(row.text);
      });
      const infinite = parsed.reduce((sum, each) => sum + each.infinite, 0);
      return { value: parsed.map(({ value }) => value), infinite, rows };
    }
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const { line, column } = jsonErrorPosition(text, start);
    throw unreadableFileError(
      `It is not valid JSON in line ${line}, column ${column}: ${thrown.message}.`,
      'Correct it there. If it has one record a line, read it as NDJSON.',
      { format: 'json', cause: thrown },
    );
  }
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
  notes.push('Its list holds values rather than records; they are kept as one column, “value”.');
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
