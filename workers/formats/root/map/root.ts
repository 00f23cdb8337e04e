import type { ByteMap, ColumnFacts, Finding, MapNode, SpanKind } from '../../../model/byte-map';
import { failure, malformed } from '../../../byte-map/failures';
import { type FileBytes, nameOf, wholeFile } from '../../../byte-map/file-bytes';
import { bytesText, minShare, percent, smallSaving, sum } from '../../../byte-map/finding-words';
import type { ByteSource } from '../../../byte-map/source';
import { branch, present, SpanList } from '../../../byte-map/span-tree';
import { codecNames } from './codecs';
import type { MappedTuples } from './tuples';
import { BufferReader } from '../file/buffer-reader';
import { type FileHeader, readFileHeader } from '../file/header';
import { isRecordAt, type Key, readFreeSegments, readKey } from './keys';

interface Branch {
  readonly name: string;
  readonly baskets: (MapNode | null)[];
  readonly codecs: Set<string>;
  bytes: number;
  uncompressedBytes: number;
  entries: number;
}

/** Each is two parts of a map. */
const maxBlobs = 250_000;
/** Each blob is looked for in all of them. */
const maxTuples = 1_000;

/** Finds out what each byte of a ROOT file is for: its records follow each other, each with a key. */
export async function mapRoot(source: ByteSource): Promise<ByteMap> {
  const file = await wholeFile(source, 'ROOT');
  const spans = new SpanList();
  const header = readFileHeader(new BufferReader(file.bytes, 'the header', 0), file.sizeBytes);
  const branches = new Map<string, Branch>();
  const trees: (MapNode | null)[] = [];
  const blobs: Key[] = [];
  const anchors: Anchor[] = [];
  const objects: (MapNode | null)[] = [];
  const free: (MapNode | null)[] = [];
  const metadata: (MapNode | null)[] = [
    spans.leaf('Header of the file', 'metadata', 0, header.usedBytes),
    spans.leaf('Room after the header', 'padding', header.usedBytes, header.begin - header.usedBytes),
  ];
  const segments = readFreeSegments(file, header);
  for (let at = header.begin; at < header.end; ) {
    if (!isRecordAt(file, at)) {
      const end = endOfGap(file, header, segments, at);
      if (segments.has(at) || isMarkedFree(file, at, end))
        free.push(spans.leaf('Free segment', 'freeSpace', at, end - at));
      // Other bytes without a record stay unclaimed.
      at = end;
      continue;
    }
    const key = readKey(file, at);
    if (key.recordBytes < key.keyBytes || at + key.recordBytes > header.end)
      throw malformed(`The record at byte ${at} has ${key.recordBytes} bytes, which don’t fit the file.`);
    if (key.className === 'TBasket') addBasket(spans, file, branches, key);
    else if (at === header.infoSeek) metadata.push(recordPart(spans, key, 'Streamer information', 'schema'));
    else if (at === header.freeSeek) metadata.push(recordPart(spans, key, 'List of free segments', 'metadata'));
    else if (key.className === 'TTree' || key.className === 'TNtuple' || key.className === 'TNtupleD')
      trees.push(recordPart(spans, key, `Description of the tree ${key.name}`, 'schema'));
    else if (key.className === 'RBlob') {
      if (blobs.length === maxBlobs)
        throw failure('tooLarge', `It has more than ${maxBlobs.toLocaleString('en')} records, too many for a map.`);
      blobs.push(key);
    } else if (isFolder(key)) metadata.push(recordPart(spans, key, `Folder ${key.name}`, 'metadata'));
    else {
      if (key.className === tupleClass) {
        if (anchors.length === maxTuples)
          throw failure('tooLarge', `It has more than ${maxTuples.toLocaleString('en')} RNTuples, too many for a map.`);
        anchors.push(readAnchor(file, key));
      }
      objects.push(recordPart(spans, key, `${key.className} ${key.name}`, objectKind(key)));
    }
    at += key.recordBytes;
  }
  const tuples = anchors.length === 0 ? noTuples : await (await import('./tuples')).mapTuples(file, spans);
  const records = blobs.map((key) => tuplePart(spans, key, anchors, tuples));
  const rest = await spans.rest(source, async () => null);
  const sorted = [...branches.values()].sort((one, other) => other.bytes - one.bytes);
  return {
    format: 'ROOT',
    columnTerm: branches.size === 0 && tuples.columns.length > 0 ? 'Columns' : 'Branches',
    fileBytes: file.sizeBytes,
    parts: present([
      ...sorted.map(({ name, baskets }) => branch(name, baskets)),
      ...tuples.parts,
      branch('Records of RNTuples', records),
      branch('Trees', trees),
      branch('Other objects', objects),
      branch('Header, folders and streamer information', metadata),
      branch('Free segments', free),
      branch('Without a record', rest),
    ]),
    columns: [...[...branches.values()].map(branchFacts), ...tuples.columns],
    findings: [...findingsOf(sorted, file.sizeBytes, sum(free.map((part) => part?.bytes ?? 0))), ...tuples.findings],
  };
}

/** A free segment that its first word tells of, as the negative number of its bytes. */
const isMarkedFree = (file: FileBytes, at: number, end: number) => end - at >= 4 && file.i32BE(at) < 0;

/** Where bytes without a record end: as the list of free segments or their first word says, else at the next record. */
function endOfGap(file: FileBytes, { end }: FileHeader, segments: ReadonlyMap<number, number>, at: number): number {
  const told = segments.get(at);
  if (told !== undefined) return told;
  const size = at + 4 <= end ? file.i32BE(at) : 0;
  if (size < 0 && at - size <= end && (at - size === end || isRecordAt(file, at - size))) return at - size;
  for (let next = at + 1; next < end; next += 1) if (segments.has(next) || isRecordAt(file, next)) return next;
  return end;
}

const isFolder = ({ className }: Key) => ['TFile', 'TDirectory', 'TDirectoryFile'].includes(className);
const tupleClass = 'ROOT::RNTuple';
const objectKind = ({ className }: Key): SpanKind => (className === tupleClass ? 'metadata' : 'values');

/** Where the header and the footer of an RNTuple are, as its anchor says (ROOT's tree/ntuple/doc/BinaryFormatSpecification.md). */
interface Anchor {
  readonly headerAt: number;
  readonly footerAt: number;
}

/** The anchor's fields follow its byte count and its class version, of 6 bytes, and its own version, of 8. They are not compressed. */
const anchorFields = { header: 14, footer: 38 } as const;

function readAnchor(file: FileBytes, { at, keyBytes, recordBytes }: Key): Anchor {
  if (recordBytes - keyBytes < anchorFields.footer + 8) throw malformed(`The RNTuple at byte ${at} is too short.`);
  const start = at + keyBytes;
  return { headerAt: file.u64BE(start + anchorFields.header), footerAt: file.u64BE(start + anchorFields.footer) };
}

const noTuples: MappedTuples = {
  parts: [],
  columns: [],
  findings: [],
  pageOffsets: new Float64Array(0),
  isComplete: false,
};

/** A record of an RNTuple, without the pages in it, which belong to their columns. */
function tuplePart(spans: SpanList, key: Key, anchors: readonly Anchor[], tuples: MappedTuples): MapNode | null {
  const start = key.at + key.keyBytes;
  const end = key.at + key.recordBytes;
  const holds = (place: number) => place >= start && place < end;
  if (anchors.some(({ headerAt }) => holds(headerAt)))
    return recordPart(spans, key, 'Header with the schema', 'schema');
  if (anchors.some(({ footerAt }) => holds(footerAt))) return recordPart(spans, key, 'Footer', 'metadata');
  const place = key.at.toLocaleString('en');
  if (hasPage(tuples.pageOffsets, start, end))
    return spans.leaf(`Key of the pages at byte ${place}`, 'recordHeader', key.at, key.keyBytes);
  return tuples.isComplete
    ? recordPart(spans, key, `List of pages at byte ${place}`, 'metadata')
    : recordPart(spans, key, `Pages, or a list of pages, at byte ${place}`, 'values');
}

/** Whether one of the ascending offsets lies in a range. */
function hasPage(offsets: Float64Array, start: number, end: number): boolean {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return (offsets[low] ?? Number.POSITIVE_INFINITY) < end;
}

const recordPart = (spans: SpanList, { at, keyBytes, recordBytes }: Key, name: string, kind: SpanKind) =>
  branch(name, [
    spans.leaf('Key', 'recordHeader', at, keyBytes),
    spans.leaf('Object', kind, at + keyBytes, recordBytes - keyBytes),
  ]);

/** A basket's key is followed by its version, the sizes of its buffer and of its entries, and their number. */
const basketFields = { entries: 10, bytes: 19 } as const;

function addBasket(spans: SpanList, file: FileBytes, branches: Map<string, Branch>, key: Key): void {
  const { at, name, title, keyBytes, recordBytes, objectBytes, headEnd } = key;
  if (headEnd + basketFields.bytes > at + keyBytes) throw malformed(`The basket at byte ${at} has too short a key.`);
  const id = `${title}/${name}`;
  const found = branches.get(id) ?? {
    name: id,
    baskets: [],
    codecs: new Set(),
    bytes: 0,
    uncompressedBytes: 0,
    entries: 0,
  };
  branches.set(id, found);
  const storedBytes = recordBytes - keyBytes;
  const magic = storedBytes < objectBytes ? nameOf(file.slice(at + keyBytes, Math.min(2, storedBytes))) : null;
  found.codecs.add(magic === null ? 'none' : (codecNames[magic] ?? 'unknown'));
  found.baskets.push(
    branch(`Basket ${(found.baskets.length + 1).toLocaleString('en')}`, [
      spans.leaf('Key', 'recordHeader', at, keyBytes),
      spans.leaf(magic === null ? 'Values' : 'Compressed values', 'values', at + keyBytes, storedBytes),
    ]),
  );
  found.bytes += recordBytes;
  found.uncompressedBytes += keyBytes + objectBytes;
  found.entries += file.u32BE(headEnd + basketFields.entries);
}

const branchFacts = ({ name, codecs, baskets, bytes, uncompressedBytes, entries }: Branch): ColumnFacts => ({
  name,
  type: 'branch',
  codecs: [...codecs],
  encodings: [{ name: 'baskets', pages: baskets.length }],
  compressedBytes: bytes,
  uncompressedBytes,
  values: entries,
  nulls: null,
  distinct: null,
  min: null,
  max: null,
});

const smallBasketBytes = 4_000;

function findingsOf(branches: readonly Branch[], fileBytes: number, freeBytes: number): Finding[] {
  const findings: Finding[] = [];
  if (freeBytes > 0.01 * fileBytes)
    findings.push({
      column: null,
      text: `Free segments take ${bytesText(freeBytes)}, ${percent(freeBytes / fileBytes)} of the file. hadd or a copy of the trees leaves them out.`,
    });
  for (const { name, bytes, uncompressedBytes, baskets, codecs } of branches) {
    if (bytes < minShare * fileBytes) continue;
    const say = (text: string) => findings.push({ column: name, text });
    if (codecs.has('none') && codecs.size === 1) say(`${bytesText(bytes)} are stored without compression.`);
    else if (bytes > 0.95 * uncompressedBytes) say(smallSaving([...codecs].join(' and '), uncompressedBytes, bytes));
    if (baskets.length >= 10 && uncompressedBytes / baskets.length < smallBasketBytes)
      say(
        `Its ${baskets.length.toLocaleString('en')} baskets hold only ${bytesText(uncompressedBytes / baskets.length)} each: larger baskets compress better and have fewer keys.`,
      );
  }
  return findings;
}
