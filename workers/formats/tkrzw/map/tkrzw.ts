import { metadataBytes, metadataOffsets, recordKind, recordSectionHeaderBytes } from '../file/store-layout';
import { emptyRecordPositions, StoreReader } from '../file/store-reader';
import type { ByteMap, MapNode } from '../../../model/byte-map';
import { FormatlabError } from '../../../model/errors';
import { malformed } from '../../../byte-map/failures';
import { type FileBytes, wholeFile } from '../../../byte-map/file-bytes';
import { bytesText, percent } from '../../../byte-map/finding-words';
import type { ByteSource } from '../../../byte-map/source';
import { branch, type Pieces, present, SpanList } from '../../../byte-map/span-tree';

/** Records that follow each other are one part of the map. */
const recordsOfPart = 1_000;
const treeMark = 'TDB\0';
const idBytes = 6;
/** Ids from this on are those of inner pages. */
const firstInnerId = 3 * 2 ** 46;

const compressorNames = ['none', 'zlib', 'zstd', 'LZ4', 'LZMA', 'RC4', 'AES', 'zstd with a dictionary'];

interface Sums {
  records: number;
  hidden: number;
  headerBytes: number;
  keyBytes: number;
  valueBytes: number;
  paddingBytes: number;
  freeBytes: number;
  innerPages: number;
}

/** Finds out what each byte of a Tkrzw hash or tree database is for. */
export async function mapTkrzw(source: ByteSource): Promise<ByteMap> {
  const file = await wholeFile(source, 'Tkrzw');
  const isTree = file.has(metadataOffsets.opaque, treeMark);
  const store = openStore(file, isTree);
  const spans = new SpanList();
  const bucketBytes = store.bucketCount * store.offsetWidth;
  const sectionHeader = store.base - recordSectionHeaderBytes;
  const metadata = spans.leaf('Metadata', 'metadata', 0, metadataBytes);
  const buckets = spans.leaf('Buckets', 'tree', metadataBytes, bucketBytes);
  const freeBlockBytes = sectionHeader - metadataBytes - bucketBytes;
  const freeBlocks = spans.leaf('List of free blocks', 'metadata', metadataBytes + bucketBytes, freeBlockBytes);
  const section = spans.leaf('Header of the records', 'metadata', sectionHeader, recordSectionHeaderBytes);
  const { parts, sums } = mapRecords(store, spans, isTree);
  const allocated = spans.leaf('Allocated ahead', 'freeSpace', store.end, file.sizeBytes - store.end);
  const rest = await spans.rest(source, async () => null);
  const codec = compressorNames[store.compressor] ?? `compressor ${store.compressor}`;
  let usedBuckets = 0;
  for (let bucket = 0; bucket < store.bucketCount; bucket += 1) if (store.head(bucket) !== 0) usedBuckets += 1;
  return {
    format: isTree ? 'Tkrzw tree database' : 'Tkrzw hash database',
    columnTerm: 'Records',
    fileBytes: file.sizeBytes,
    parts: present([
      branch(isTree ? 'Pages of the tree' : 'Records', parts),
      buckets,
      branch('Metadata of the database', [metadata, freeBlocks, section]),
      allocated,
      branch('Between the parts', rest),
    ]),
    columns: [
      {
        name: isTree ? 'Pages of the tree' : 'Records',
        type: isTree ? 'leaf and inner pages' : 'key and value',
        codecs: [codec],
        encodings: isTree
          ? [
              { name: 'leaf pages', pages: sums.records - sums.innerPages },
              { name: 'inner pages', pages: sums.innerPages },
            ]
          : [{ name: 'records', pages: sums.records }],
        compressedBytes: sums.keyBytes + sums.valueBytes,
        // A record says its size in the file. What the codec made smaller is only known once it is decompressed.
        uncompressedBytes: codec === 'none' ? sums.keyBytes + sums.valueBytes : null,
        values: sums.records,
        nulls: null,
        distinct: null,
        min: null,
        max: null,
      },
    ],
    findings: textsOf(store, sums, { usedBuckets, bucketBytes, fileBytes: file.sizeBytes, isTree, codec }).map(
      (text) => ({
        column: null,
        text,
      }),
    ),
  };
}

function openStore(file: FileBytes, isTree: boolean): StoreReader {
  try {
    return new StoreReader(isTree ? 'treedbm' : 'hashdbm', file.bytes);
  } catch (thrown) {
    throw asMalformed(thrown);
  }
}

function asMalformed(thrown: unknown): unknown {
  return thrown instanceof FormatlabError ? malformed(thrown.record.message, thrown) : thrown;
}

interface RecordPieces {
  readonly headers: Pieces;
  readonly keys: Pieces;
  readonly values: Pieces;
  readonly innerPages: Pieces;
  readonly padding: Pieces;
  readonly free: Pieces;
}

const newPieces = (spans: SpanList, isTree: boolean): RecordPieces => ({
  headers: spans.pieces('Headers', 'recordHeader'),
  keys: spans.pieces(isTree ? 'Ids of pages' : 'Keys', 'recordKeys'),
  values: spans.pieces(isTree ? 'Leaf pages' : 'Values', 'values'),
  innerPages: spans.pieces('Inner pages', 'tree'),
  padding: spans.pieces('Padding', 'padding'),
  free: spans.pieces('Free blocks', 'freeSpace'),
});

/** Claims the records, one after the other. */
function mapRecords(store: StoreReader, spans: SpanList, isTree: boolean) {
  const sums: Sums = {
    records: 0,
    hidden: 0,
    headerBytes: 0,
    keyBytes: 0,
    valueBytes: 0,
    paddingBytes: 0,
    freeBytes: 0,
    innerPages: 0,
  };
  const parts: (MapNode | null)[] = [];
  const place = emptyRecordPositions();
  for (let at = store.base, index = 0; at < store.end; ) {
    const first = index;
    const pieces = newPieces(spans, isTree);
    for (; at < store.end && index < first + recordsOfPart; index += 1) {
      try {
        store.read(at, place);
      } catch (thrown) {
        throw asMalformed(thrown);
      }
      if (place.end <= at) throw malformed(`The record at byte ${at} has no bytes.`);
      claimRecord(store, pieces, sums, place, isTree);
      at = place.end;
    }
    const name = `Records ${(first + 1).toLocaleString('en')} to ${index.toLocaleString('en')}`;
    parts.push(
      branch(
        name,
        Object.values(pieces).map((each: Pieces) => each.node()),
      ),
    );
  }
  return { parts, sums };
}

function claimRecord(
  store: StoreReader,
  { headers, keys, values, innerPages, padding, free }: RecordPieces,
  sums: Sums,
  { kind, start, keyStart, keyEnd, valueEnd, end }: ReturnType<typeof emptyRecordPositions>,
  isTree: boolean,
): void {
  if (kind === recordKind.void) {
    free.add(start, end - start);
    sums.freeBytes += end - start;
    return;
  }
  // A database that is updated in place makes the old record a free block.
  if (kind === recordKind.add || (store.inPlace && kind === recordKind.set)) sums.records += 1;
  else sums.hidden += 1;
  headers.add(start, keyStart - start);
  keys.add(keyStart, keyEnd - keyStart);
  const isInner = isTree && keyEnd - keyStart === idBytes && idOf(store.data, keyStart) >= firstInnerId;
  if (isInner) sums.innerPages += 1;
  (isInner ? innerPages : values).add(keyEnd, valueEnd - keyEnd);
  padding.add(valueEnd, end - valueEnd);
  sums.headerBytes += keyStart - start;
  sums.keyBytes += keyEnd - keyStart;
  sums.valueBytes += valueEnd - keyEnd;
  sums.paddingBytes += end - valueEnd;
}

function idOf(data: Uint8Array, at: number): number {
  let id = 0;
  for (let index = 0; index < idBytes; index += 1) id = id * 256 + (data[at + index] ?? 0);
  return id;
}

interface StoreFacts {
  readonly usedBuckets: number;
  readonly bucketBytes: number;
  readonly fileBytes: number;
  readonly isTree: boolean;
  readonly codec: string;
}

/** From this share on, bytes that are no keys or values are worth a sentence. */
const largeShare = 0.05;

function textsOf(store: StoreReader, sums: Sums, facts: StoreFacts): string[] {
  const { usedBuckets, bucketBytes, fileBytes, isTree } = facts;
  const texts: string[] = [];
  if (bucketBytes > largeShare * fileBytes)
    texts.push(
      `The buckets take ${bytesText(bucketBytes)}, ${percent(bucketBytes / fileBytes)} of the file; ${percent(usedBuckets / store.bucketCount)} of the ${store.bucketCount.toLocaleString('en')} are in use.`,
    );
  if (sums.paddingBytes > largeShare * fileBytes)
    texts.push(
      `Padding takes ${bytesText(sums.paddingBytes)}, ${percent(sums.paddingBytes / fileBytes)} of the file: records begin at multiples of ${(2 ** store.alignPow).toLocaleString('en')} bytes.`,
    );
  if (sums.freeBytes > largeShare * fileBytes)
    texts.push(
      `Free blocks, which removed or moved records left, take ${bytesText(sums.freeBytes)}, ${percent(sums.freeBytes / fileBytes)} of the file. A rebuild returns them.`,
    );
  if (!store.inPlace && sums.hidden > 0)
    texts.push(
      `The database only appends: it has ${sums.hidden.toLocaleString('en')} records of updates and removals, beside ${sums.records.toLocaleString('en')} new ones. A rebuild drops what they hide.`,
    );
  if (!isTree && sums.headerBytes > 0.1 * fileBytes)
    texts.push(
      `The headers of ${(sums.records + sums.hidden).toLocaleString('en')} records take ${bytesText(sums.headerBytes)}, ${percent(sums.headerBytes / fileBytes)} of the file.`,
    );
  return texts;
}
