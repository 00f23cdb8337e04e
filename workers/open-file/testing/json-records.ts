import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, vi } from 'vitest';
import type { ChosenType } from '../../model/chosen-type';
import type { BadRow } from '../../own-file/imported';
import type { FileCounts } from '../../formats/json/open/reader/facts';
import { type RecordTable, tableOfRecords } from '../../formats/json/open/reader/read-records';
import { RecordReader } from '../../formats/json/open/reader/record-reader';
import type { JsonRecord } from '../../own-file/json-record';
import { recordLine } from '../../formats/json/open/json-text';

/** Lets the tests of a file in Node read JSON: the module comes from the disk. */
export function serveRecords(): void {
  // Doubles end with each test.
  beforeEach(() => {
    const wasm = readFileSync('workers/wasm/built/records.wasm');
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(wasm)));
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });
}

/** Values of fields that are `undefined` are missing in the record. */
const lineOf = (record: JsonRecord) =>
  recordLine(Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)));

const noLine = (line: string): never => {
  throw new Error(`${line} is no record.`);
};

/** What the reader finds in records, which stand on lines after `emptyLines` empty ones. */
export async function countRecords(
  records: readonly JsonRecord[],
  { emptyLines = 0, countsAllTimes = false, pieceBytes = 61 } = {},
): Promise<{
  readonly reader: RecordReader;
  readonly counts: FileCounts;
  readonly pieces: () => AsyncGenerator<Uint8Array<ArrayBuffer>>;
}> {
  const bytes = new TextEncoder().encode(`${'\n'.repeat(emptyLines)}${records.map(lineOf).join('\n')}`);
  async function* pieces() {
    // Pieces that end within records, texts and characters.
    for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.slice(start, start + pieceBytes);
  }
  const reader = await RecordReader.open('lines', countsAllTimes);
  await reader.read(pieces, noLine);
  return { reader, counts: reader.counts(), pieces };
}

/** The table of records, with bad lines that were found before. */
export async function tableOfTestRecords(
  records: readonly JsonRecord[],
  columnTypes: readonly ChosenType[] | null,
  {
    emptyLines = 0,
    bad = [],
    notes = [],
  }: { emptyLines?: number; bad?: readonly BadRow[]; notes?: readonly string[] } = {},
): Promise<RecordTable> {
  const countsAllTimes = columnTypes?.includes('timestamp') ?? false;
  const { reader, counts, pieces } = await countRecords(records, { emptyLines, countsAllTimes });
  return tableOfRecords(reader, counts, {
    pieces,
    onRejected: noLine,
    columnTypes,
    bad: { listed: bad, count: bad.length },
    notes,
    dialect: 'JSON',
  });
}
