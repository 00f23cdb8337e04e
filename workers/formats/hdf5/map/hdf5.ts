import type { ByteMap, MapNode } from '../../../model/byte-map';
import { malformed } from '../../../byte-map/failures';
import { wholeFile } from '../../../byte-map/file-bytes';
import type { ByteSource } from '../../../byte-map/source';
import { branch, type Pieces, present, SpanList } from '../../../byte-map/span-tree';
import { type Dataset, mapDataset } from './dataset';
import { datasetFacts, findingsOf, type MappedDataset } from './findings';
import { mapGlobalHeaps } from './global-heaps';
import { readDenseAttributes, readLinks } from '../file/groups';
import { type Claim, Hdf5File, type StructureKind } from '../file/hdf5-file';
import { readSuperblock } from '../file/superblock';
import { readSuperblockExtension } from '../file/superblock-extension';
import { type Message, messageTypes, readObjectHeader } from '../file/object-header';

/** More datasets than this have no line of their own: the largest have. */
const maxFacts = 2_000;

/** Finds out what each byte of an HDF5 file is for. */
export async function mapHdf5(source: ByteSource): Promise<ByteMap> {
  const file = await wholeFile(source, 'HDF5');
  const spans = new SpanList();
  const superblock = readSuperblock(file);
  const hdf5 = new Hdf5File(file, superblock, { readsValues: false });
  if (superblock.endOfFile > file.sizeBytes)
    throw malformed(
      `Its superblock names ${superblock.endOfFile} bytes, but it has only ${file.sizeBytes}: it is truncated.`,
    );
  const metadata: (MapNode | null)[] = [
    spans.leaf('User block', 'metadata', 0, superblock.at),
    spans.leaf('Superblock', 'metadata', superblock.at, superblock.bytes),
  ];
  const extension = piecesOf(spans);
  readSuperblockExtension(hdf5, claimIn(extension));
  metadata.push(branch('Extension of the superblock', nodesOf(extension)));
  const objects = walkObjects(hdf5, spans);
  metadata.push(...mapGlobalHeaps(hdf5, file.bytes, spans));
  // All that is in use can be reached from the root group. What was not followed may be in use.
  const isFree = hdf5.notFollowed.size === 0;
  const end = superblock.endOfFile;
  const rest = await spans.rest(source, async ({ offset, bytes }) => {
    if (offset >= end) return { name: 'After the end that the superblock names', kind: 'unknown' };
    return isFree
      ? { name: 'Space that nothing refers to', kind: 'freeSpace', bytes: Math.min(bytes, end - offset) }
      : null;
  });
  const { datasets } = objects;
  const named = [...datasets].sort((one, other) => other.bytes - one.bytes).slice(0, maxFacts);
  const kept = new Set(named);
  return {
    format: 'HDF5',
    columnTerm: 'Datasets',
    fileBytes: file.sizeBytes,
    parts: present([
      ...datasets.map(({ part }) => part),
      branch('Groups', objects.groups),
      branch('Superblock and heaps of the file', metadata),
      branch(
        'Free space',
        rest.filter((part) => 'span' in part && part.span.kind === 'freeSpace'),
      ),
      branch(
        'Not identified',
        rest.filter((part) => !('span' in part) || part.span.kind !== 'freeSpace'),
      ),
    ]),
    columns: datasets.filter((dataset) => kept.has(dataset)).map(datasetFacts),
    findings: findingsOf(datasets, {
      fileBytes: file.sizeBytes,
      freeBytes: isFree ? rest.reduce((sum, { bytes }) => sum + bytes, 0) : 0,
      isEarliestFormat: superblock.version === 0,
      notFollowed: [...hdf5.notFollowed],
      hiddenDatasets: datasets.length - named.length,
    }),
  };
}

type ObjectPieces = Readonly<Record<StructureKind, Pieces>>;

const piecesOf = (spans: SpanList): ObjectPieces => ({
  header: spans.pieces('Object header', 'objectHeader'),
  unused: spans.pieces('Unused in the object header', 'freeSpace'),
  heap: spans.pieces('Heap of names, links and attributes', 'heap'),
  tree: spans.pieces('Trees of links and attributes', 'tree'),
  index: spans.pieces('Index of chunks', 'tree'),
  values: spans.pieces('Large links and attributes', 'metadata'),
});

const claimIn =
  (pieces: ObjectPieces): Claim =>
  (kind, at, bytes) =>
    pieces[kind].add(at, bytes);

const nodesOf = (pieces: ObjectPieces) => Object.values(pieces).map((each: Pieces) => each.node());

/** The paths of groups that are nested without end would take too much memory: of a longer path, only the end is kept. */
const maxPathLength = 2_000;

function pathOf(group: string, name: string): string {
  const path = group === '/' ? `/${name}` : `${group}/${name}`;
  return path.length > maxPathLength ? `…${path.slice(-maxPathLength)}` : path;
}

/** Claims all objects that can be reached from the root group. */
function walkObjects(hdf5: Hdf5File, spans: SpanList): { datasets: MappedDataset[]; groups: (MapNode | null)[] } {
  const datasets: MappedDataset[] = [];
  const groups: (MapNode | null)[] = [];
  const waiting = [{ path: '/', header: hdf5.place(hdf5.superblock.rootHeader) }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, header } = next;
    if (!hdf5.isNew(header)) continue;
    const pieces = piecesOf(spans);
    const claim = claimIn(pieces);
    const messages = readObjectHeader(hdf5, header, claim);
    noteUnfollowed(hdf5, messages);
    for (const message of messages)
      if (message.type === messageTypes.attributeInfo) readDenseAttributes(hdf5, message, claim);
    const dataset = mapDataset(hdf5, spans, messages, claim);
    if (dataset === null) {
      const links = readLinks(hdf5, messages, undefined, claim);
      for (const { name, header: child } of links.reverse()) waiting.push({ path: pathOf(path, name), header: child });
      groups.push(branch(path, nodesOf(pieces)));
    } else datasets.push(mappedDataset(path.slice(1), dataset, pieces));
  }
  return { datasets, groups };
}

function mappedDataset(name: string, dataset: Dataset, pieces: ObjectPieces): MappedDataset {
  const { header, unused, index } = pieces;
  const metadataBytes = Object.values(pieces).reduce((sum: number, each: Pieces) => sum + each.bytes, 0);
  const headerBytes = header.bytes + unused.bytes;
  const indexBytes = index.bytes;
  const data = dataset.layout === 'chunked' ? [branch('Chunks', dataset.parts)] : dataset.parts;
  const part = branch(name, [...data, ...nodesOf(pieces)]);
  return { name, dataset, part, bytes: part?.bytes ?? 0, headerBytes, indexBytes, metadataBytes };
}

function noteUnfollowed(hdf5: Hdf5File, messages: readonly Message[]): void {
  for (const { type, isShared } of messages)
    if (isShared && type !== messageTypes.datatype && type !== messageTypes.dataspace)
      hdf5.notFollowed.add('messages that objects share');
}
