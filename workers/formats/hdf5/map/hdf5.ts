import type { ByteMap, MapNode } from '../../../model/byte-map';
import { malformed } from '../../../byte-map/failures';
import { wholeFile } from '../../../byte-map/file-bytes';
import type { ByteSource } from '../../../byte-map/source';
import { branch, type Pieces, present, SpanList } from '../../../byte-map/span-tree';
import { type Dataset, mapDataset } from './dataset';
import { datasetFacts, findingsOf, type MappedDataset } from './findings';
import { mapFreeSpaceManager } from '../file/fractal-heap';
import { mapGlobalHeaps } from './global-heaps';
import { mapAttributes, readLinks } from '../file/groups';
import { Hdf5File, readSuperblock } from '../file/hdf5-file';
import { type Message, messageTypes, readObjectHeader } from '../file/object-header';

/** More datasets than this have no line of their own: the largest have. */
const maxFacts = 2_000;

/** Finds out what each byte of an HDF5 file is for. */
export async function mapHdf5(source: ByteSource): Promise<ByteMap> {
  const file = await wholeFile(source, 'HDF5');
  const spans = new SpanList();
  const superblock = readSuperblock(file);
  const hdf5 = new Hdf5File(file, spans, superblock);
  if (superblock.endOfFile > file.sizeBytes)
    throw malformed(
      `Its superblock names ${superblock.endOfFile} bytes, but it has only ${file.sizeBytes}: it is truncated.`,
    );
  const metadata: (MapNode | null)[] = [
    spans.leaf('User block', 'metadata', 0, superblock.at),
    spans.leaf('Superblock', 'metadata', superblock.at, superblock.bytes),
  ];
  if (superblock.extension !== null) metadata.push(mapExtension(hdf5, hdf5.place(superblock.extension)));
  const objects = walkObjects(hdf5);
  metadata.push(...mapGlobalHeaps(hdf5));
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
      isEarliestFormat: superblock.extension === null && file.u8(superblock.at + 8) === 0,
      notFollowed: [...hdf5.notFollowed],
      hiddenDatasets: datasets.length - named.length,
    }),
  };
}

interface ObjectPieces {
  readonly header: Pieces;
  readonly unused: Pieces;
  readonly heap: Pieces;
  readonly tree: Pieces;
  readonly index: Pieces;
  readonly values: Pieces;
}

const piecesOf = (spans: SpanList): ObjectPieces => ({
  header: spans.pieces('Object header', 'objectHeader'),
  unused: spans.pieces('Unused in the object header', 'freeSpace'),
  heap: spans.pieces('Heap of names, links and attributes', 'heap'),
  tree: spans.pieces('Trees of links and attributes', 'tree'),
  index: spans.pieces('Index of chunks', 'tree'),
  values: spans.pieces('Large links and attributes', 'metadata'),
});

const nodesOf = (pieces: ObjectPieces) => Object.values(pieces).map((each: Pieces) => each.node());

/** The paths of groups that are nested without end would take too much memory: of a longer path, only the end is kept. */
const maxPathLength = 2_000;

function pathOf(group: string, name: string): string {
  const path = group === '/' ? `/${name}` : `${group}/${name}`;
  return path.length > maxPathLength ? `…${path.slice(-maxPathLength)}` : path;
}

/** Claims all objects that can be reached from the root group. */
function walkObjects(hdf5: Hdf5File): { datasets: MappedDataset[]; groups: (MapNode | null)[] } {
  const datasets: MappedDataset[] = [];
  const groups: (MapNode | null)[] = [];
  const waiting = [{ path: '/', header: hdf5.place(hdf5.superblock.rootHeader) }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, header } = next;
    if (!hdf5.isNew(header)) continue;
    const pieces = piecesOf(hdf5.spans);
    const messages = readObjectHeader(hdf5, header, pieces);
    noteUnfollowed(hdf5, messages);
    for (const message of messages)
      if (message.type === messageTypes.attributeInfo) mapAttributes(hdf5, message, pieces);
    const dataset = mapDataset(hdf5, messages, pieces.index);
    if (dataset === null) {
      const links = readLinks(hdf5, messages, pieces);
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

const fileSpaceManagers = { old: 6, new: 12 } as const;

/** The extension of the superblock: an object header, whose messages change how the file is read. */
export function mapExtension(hdf5: Hdf5File, at: number): MapNode | null {
  const pieces = piecesOf(hdf5.spans);
  if (!hdf5.isNew(at)) throw malformed('The extension of its superblock is in use twice.');
  const messages = readObjectHeader(hdf5, at, pieces);
  const { file, addressBytes, lengthBytes } = hdf5;
  for (const { type, at: body } of messages) {
    if (type === messageTypes.treeFanOuts)
      hdf5.superblock = {
        ...hdf5.superblock,
        chunkHalfFanOut: file.u16(body + 1),
        groupHalfFanOut: file.u16(body + 3),
        leafHalfFanOut: file.u16(body + 5),
      };
    if (type === messageTypes.sharedTable) hdf5.notFollowed.add('messages that objects share');
    if (type !== messageTypes.fileSpace) continue;
    const isOld = file.u8(body) === 0;
    if (!isOld && file.u8(body + 2) === 0) continue;
    const first = isOld ? body + 2 + lengthBytes : body + 3 + 2 * lengthBytes + 2 + addressBytes;
    for (let index = 0; index < (isOld ? fileSpaceManagers.old : fileSpaceManagers.new); index += 1) {
      const manager = hdf5.address(first + index * addressBytes);
      if (manager !== null) mapFreeSpaceManager(hdf5, manager, pieces.tree);
    }
  }
  return branch('Extension of the superblock', nodesOf(pieces));
}
