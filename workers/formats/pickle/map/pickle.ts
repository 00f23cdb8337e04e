import type { ByteMap, ColumnFacts, Finding } from '../../../model/byte-map';
import { beginsAsPickle } from '../file-type';
import { failure, malformed } from '../../../byte-map/failures';
import { type FileBytes, wholeFile } from '../../../byte-map/file-bytes';
import { bytesText, minShare, percent } from '../../../byte-map/finding-words';
import type { ByteSource } from '../../../byte-map/source';
import { branch, type Pieces, present, SpanList } from '../../../byte-map/span-tree';
import { type Entry, readEntries } from './entries';
import { type PlacedOpcode, visitOpcodes } from '../protocol/visit-opcodes';

/** The bytes that tell whether another pickle follows. */
const headBytes = 200;
/** More pickles and entries than this would take too much memory in the worker. */
const maxEntriesOfFile = 100_000;

interface EntryPieces {
  readonly name: string;
  readonly numbers: Pieces;
  readonly texts: Pieces;
  readonly bytes: Pieces;
  readonly opcodes: Pieces;
  readonly counts: Map<string, number>;
}

/** Finds out what each byte of a pickle is for. Nothing of it is executed. */
export async function mapPickle(source: ByteSource): Promise<ByteMap> {
  const file = await wholeFile(source, 'Pickle');
  const spans = new SpanList();
  const entries: EntryPieces[] = [];
  const rests: EntryPieces[] = [];
  let pickles = 0;
  for (let at = 0; at < file.sizeBytes && beginsAsPickle(file.bytes.subarray(at, at + headBytes)); pickles += 1) {
    const read = readEntries(file, at);
    if (entries.length + rests.length + read.entries.length >= maxEntriesOfFile)
      throw failure(
        'tooLarge',
        `It has more than ${maxEntriesOfFile.toLocaleString('en')} pickles and entries, too many for a map.`,
      );
    const around = newPieces(
      spans,
      pickles === 0 ? 'Around the entries' : `Around the entries of pickle ${pickles + 1}`,
    );
    const own = mapOpcodes(file, spans, at, read.entries, around);
    entries.push(...own);
    rests.push(own.length === 0 ? { ...around, name: pickles === 0 ? 'Object' : `Object ${pickles + 1}` } : around);
    at = read.end;
  }
  if (pickles === 0) throw malformed('It does not begin like a pickle.');
  const rest = await spans.rest(source, async () => null);
  const all = [...entries, ...rests];
  const columns = all.filter(({ counts }) => counts.size > 0).map(factsOf);
  return {
    format: 'Pickle',
    columnTerm: 'Entries',
    fileBytes: file.sizeBytes,
    parts: present([
      ...all.map(({ name, numbers, texts, bytes, opcodes }) =>
        branch(
          name,
          [bytes, texts, numbers, opcodes].map((pieces) => pieces.node()),
        ),
      ),
      branch('After the pickles', rest),
    ]),
    columns,
    findings: all.flatMap((entry) =>
      textsOf(entry, file.sizeBytes).map((text): Finding => ({ column: entry.name, text })),
    ),
  };
}

const newPieces = (spans: SpanList, name: string): EntryPieces => ({
  name,
  numbers: spans.pieces('Numbers', 'values'),
  texts: spans.pieces('Texts', 'values'),
  bytes: spans.pieces('Bytes', 'values'),
  opcodes: spans.pieces('Opcodes', 'opcodes'),
  counts: new Map(),
});

/** Claims the opcodes and payloads of a pickle, each for the entry that it is in. */
function mapOpcodes(
  file: FileBytes,
  spans: SpanList,
  start: number,
  entries: readonly Entry[],
  around: EntryPieces,
): EntryPieces[] {
  const own = entries.map(({ name }) => newPieces(spans, name));
  let next = 0;
  visitOpcodes(file, start, ({ opcode, at, payloadAt, payloadBytes, end }: PlacedOpcode) => {
    while (next < entries.length && at >= (entries[next]?.end ?? 0)) next += 1;
    const inside = next < entries.length && at >= (entries[next]?.start ?? 0);
    const pieces = (inside ? own[next] : undefined) ?? around;
    pieces.counts.set(opcode.name, (pieces.counts.get(opcode.name) ?? 0) + 1);
    if (opcode.payload === null) {
      pieces.opcodes.add(at, end - at);
      return;
    }
    pieces.opcodes.add(at, payloadAt - at);
    pieces[opcode.payload].add(payloadAt, payloadBytes);
    pieces.opcodes.add(payloadAt + payloadBytes, end - payloadAt - payloadBytes);
  });
  return own;
}

const bytesOf = ({ numbers, texts, bytes, opcodes }: EntryPieces) =>
  numbers.bytes + texts.bytes + bytes.bytes + opcodes.bytes;

const shownOpcodes = 4;

function factsOf(entry: EntryPieces): ColumnFacts {
  const sorted = [...entry.counts].sort(([, one], [, other]) => other - one);
  return {
    name: entry.name,
    type: entry.bytes.bytes > 0.5 * bytesOf(entry) ? 'bytes, as of arrays' : 'objects',
    codecs: ['none'],
    encodings: sorted.slice(0, shownOpcodes).map(([name, pages]) => ({ name, pages })),
    compressedBytes: bytesOf(entry),
    uncompressedBytes: bytesOf(entry),
    values: null,
    nulls: null,
    distinct: null,
    min: null,
    max: null,
  };
}

const singleNumbers = ['BINFLOAT', 'BININT', 'BININT1', 'BININT2', 'LONG1'];

function textsOf(entry: EntryPieces, fileBytes: number): string[] {
  const bytes = bytesOf(entry);
  if (bytes < minShare * fileBytes) return [];
  const texts: string[] = [];
  const count = singleNumbers.reduce((sum, name) => sum + (entry.counts.get(name) ?? 0), 0);
  if (count >= 1_000 && entry.numbers.bytes > 0.3 * bytes)
    texts.push(
      `${count.toLocaleString('en')} numbers are stored one by one, each with an opcode. A NumPy array stores them as one block of bytes.`,
    );
  if (entry.opcodes.bytes > 0.2 * bytes && bytes > 1_000)
    texts.push(`Opcodes take ${bytesText(entry.opcodes.bytes)}, ${percent(entry.opcodes.bytes / bytes)} of its bytes.`);
  return texts;
}
