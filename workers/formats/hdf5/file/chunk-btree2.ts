import { addressBytes, checksumBytes, fixedElementBytes, IndexBlocks, type IndexSource } from './index-block';

/**
 * The version 2 B-tree that indexes chunks in files of libhdf5 1.10 and newer if several dimensions have no limit (HDF5 File Format Specification 3.0, III.A.2). A record is a
 * chunk's address, size, skipped filters, and position in each dimension, counted in chunks.
 */
const recordTypes = { plain: 10, filtered: 11 } as const;
const nodeHeadBytes = 6;
const deepestTree = 32;

/** The bytes that libhdf5 takes for numbers up to `limit`. */
const bytesFor = (limit: number) => Math.floor(Math.log2(Math.max(1, limit)) / 8) + 1;

export function readChunkBTree2(source: IndexSource, address: number, chunkShape: readonly number[]): void {
  const blocks = new IndexBlocks(source);
  const at = blocks.open(address, 38, 'BTHD');
  const rank = chunkShape.length;
  const nodeBytes = blocks.number(at + 2, 4);
  const recordBytes = blocks.number(at + 6, 2);
  const depth = blocks.number(at + 8, 2);
  const root = blocks.address(at + 12);
  const rootRecords = blocks.number(at + 20, 2);
  const { isPlain } = blocks;
  const sizeFieldBytes = isPlain ? 0 : recordBytes - fixedElementBytes - 8 * rank;
  const headOfRecordBytes = isPlain ? addressBytes : fixedElementBytes + sizeFieldBytes;
  if (
    blocks.byte(at) !== 0 ||
    blocks.byte(at + 1) !== recordTypes[isPlain ? 'plain' : 'filtered'] ||
    depth > deepestTree
  )
    blocks.fail('has a chunk index of another version, or one that contradicts the filters of its dataset');
  if (
    recordBytes !== headOfRecordBytes + 8 * rank ||
    (!isPlain && (sizeFieldBytes < 1 || sizeFieldBytes > 8)) ||
    nodeBytes < recordBytes + nodeHeadBytes + checksumBytes
  )
    blocks.fail('has a chunk index whose records have an impossible size');
  if (root === null) return;

  const mostInLeaf = Math.floor((nodeBytes - nodeHeadBytes - checksumBytes) / recordBytes);
  const countBytes = bytesFor(mostInLeaf);
  /** By depth: the bytes of a pointer to a child, and of the number of records below a node. */
  const pointerBytes = [0];
  const belowBytes = [0];
  let mostBelow = mostInLeaf;
  for (let level = 1; level <= depth; level += 1) {
    const pointer = addressBytes + countBytes + (belowBytes[level - 1] ?? 0);
    const most = Math.floor((nodeBytes - nodeHeadBytes - checksumBytes - pointer) / (recordBytes + pointer));
    mostBelow = (most + 1) * mostBelow + most;
    pointerBytes.push(pointer);
    belowBytes.push(bytesFor(mostBelow));
  }

  const visitNode = (nodeAddress: number, count: number, level: number) => {
    const pointer = pointerBytes[level] ?? 0;
    const pointersBytes = level === 0 ? 0 : (count + 1) * pointer;
    const sizeBytes = nodeHeadBytes + count * recordBytes + pointersBytes + checksumBytes;
    if (sizeBytes > nodeBytes) blocks.fail('has a chunk index with more records than a node holds');
    blocks.open(nodeAddress, sizeBytes, level === 0 ? 'BTLF' : 'BTIN');
    const recordsAt = nodeAddress + nodeHeadBytes;
    for (let record = 0; record < count; record += 1) {
      const recordAt = recordsAt + record * recordBytes;
      blocks.visitChunk(recordAt, sizeFieldBytes, () =>
        chunkShape.map((length, axis) => length * blocks.number(recordAt + headOfRecordBytes + 8 * axis, 8)),
      );
    }
    if (level === 0) return;
    for (let child = 0; child <= count; child += 1) {
      const pointerAt = recordsAt + count * recordBytes + child * pointer;
      const childAddress = blocks.address(pointerAt);
      if (childAddress === null) blocks.fail('has a chunk index that points nowhere');
      else visitNode(childAddress, blocks.number(pointerAt + addressBytes, countBytes), level - 1);
    }
  };
  visitNode(root, rootRecords, depth);
}
