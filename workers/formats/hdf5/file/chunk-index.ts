import { malformed } from '../../../byte-map/failures';
import { walkBTree2 } from './btree2';
import { checkElements, type ChunkGrid, type VisitChunk, visitElement } from './chunk';
import { readExtensibleArray, readFixedArray } from './chunk-arrays';
import type { ChunkIndex } from './data-layout';
import { type Claim, type Hdf5File, noClaim } from './hdf5-file';

/** Visits the chunks of a dataset. @throws `malformedInput` if their index contradicts itself, or the dataset */
export function readChunkIndex(
  hdf5: Hdf5File,
  index: ChunkIndex,
  grid: ChunkGrid,
  visit: VisitChunk,
  claim: Claim = noClaim,
): void {
  const visitStored: VisitChunk = (chunk, path) => {
    hdf5.file.check(chunk.address, chunk.sizeBytes);
    visit(chunk, path);
  };
  const { kind, address } = index;
  if (kind !== 'single') readers[kind](hdf5, address, grid, visitStored, claim);
  else {
    const { sizeBytes = grid.chunkBytes, skippedFilters = 0 } = index.filtered ?? {};
    visitStored({ address, sizeBytes, skippedFilters, offsets: grid.chunkShape.map(() => 0) }, []);
  }
}

const readers = {
  tree: readChunkBTree,
  tree2: readChunkBTree2,
  fixedArray: readFixedArray,
  extensibleArray: readExtensibleArray,
} as const;

const chunkNodes = 1;
const deepestTree = 32;
const nodeHeadBytes = ({ addressBytes }: Hdf5File) => 8 + 2 * addressBytes;
const keyBytesOf = (rank: number) => 8 + 8 * (rank + 1);

/** The bytes of a node in the file, which libhdf5 reads whole. */
export function chunkNodeBytes(hdf5: Hdf5File, rank: number): number {
  const fanOut = 2 * hdf5.superblock.chunkHalfFanOut;
  return nodeHeadBytes(hdf5) + (fanOut + 1) * keyBytesOf(rank) + fanOut * hdf5.addressBytes;
}

/** The version 1 B-tree (HDF5 File Format Specification 3.0, III.A.1). */
function readChunkBTree(hdf5: Hdf5File, root: number, grid: ChunkGrid, visit: VisitChunk, claim: Claim): void {
  const { file, addressBytes } = hdf5;
  const rank = grid.chunkShape.length;
  const keyBytes = keyBytesOf(rank);
  const nodeBytes = chunkNodeBytes(hdf5, rank);
  const visited = new Set<number>();
  // Each child takes a key and an address of the file; nodes that overlap would take none.
  let left = Math.floor(file.sizeBytes / (keyBytes + addressBytes));
  const visitNode = (at: number, above: number, around: readonly number[]) => {
    hdf5.expect(at, 'TREE');
    const level = file.u8(at + 5);
    const count = file.u16(at + 6);
    left -= count;
    if (
      file.u8(at + 4) !== chunkNodes ||
      level >= above ||
      count > 2 * hdf5.superblock.chunkHalfFanOut ||
      visited.has(at) ||
      left < 0
    )
      throw malformed(`The index of chunks at byte ${at} contradicts itself.`);
    visited.add(at);
    file.check(at, nodeBytes);
    claim('index', at, nodeBytes);
    const path = [...around, at];
    for (let child = 0; child < count; child += 1) {
      const key = at + nodeHeadBytes(hdf5) + child * (keyBytes + addressBytes);
      const address = hdf5.address(key + keyBytes);
      if (address === null) throw malformed(`The index of chunks at byte ${at} names no chunk where it should.`);
      if (level > 0) {
        visitNode(address, level, path);
        continue;
      }
      const offsets = new Array<number>(rank);
      for (let axis = 0; axis < rank; axis += 1) offsets[axis] = file.uint(key + 8 + 8 * axis, 8);
      visit({ address, sizeBytes: file.u32(key), skippedFilters: file.u32(key + 4), offsets }, path);
    }
  };
  visitNode(root, deepestTree, []);
}

/** Types of records that are chunks: without filters, and with. */
const chunkRecords = { plain: 10, filtered: 11 } as const;

/** The version 2 B-tree, for several dimensions without a limit. A record is a chunk's address, size and filter mask, and its place in each dimension, counted in chunks. */
function readChunkBTree2(hdf5: Hdf5File, at: number, grid: ChunkGrid, visit: VisitChunk, claim: Claim): void {
  const { chunkShape } = grid;
  const rank = chunkShape.length;
  walkBTree2(
    hdf5,
    at,
    (place, bytes) => claim('index', place, bytes),
    ({ at: record, bytes, type }) => {
      const elementBytes = bytes - 8 * rank;
      const isFiltered = type === chunkRecords.filtered;
      if (!isFiltered && type !== chunkRecords.plain)
        throw malformed(`The index of chunks at byte ${at} has records of type ${type}.`);
      checkElements(hdf5, at, { elementBytes, isFiltered }, grid);
      visitElement(hdf5, { at: record, bytes: elementBytes }, grid, visit, () =>
        chunkShape.map((length, axis) => length * hdf5.file.uint(record + elementBytes + 8 * axis, 8)),
      );
    },
  );
}
