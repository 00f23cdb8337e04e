import type { Hdf5File } from './hdf5-file';
import { checksumBytes, MetadataBlocks } from './metadata-blocks';

/** A record of a version 2 B-tree (HDF5 File Format Specification 3.0, III.A.2): a link, an attribute, a huge object or a chunk. */
interface BTree2Record {
  readonly at: number;
  readonly bytes: number;
  /** The type of the tree's records. */
  readonly type: number;
}

const nodeHeadBytes = 6;
const deepestTree = 32;

/** The bytes that libhdf5 takes for numbers up to `limit`. */
export const bytesFor = (limit: number): number => Math.floor(Math.log2(Math.max(1, limit)) / 8) + 1;

interface Level {
  readonly mostRecords: number;
  readonly pointerBytes: number;
  /** The most records of a node and all nodes below. */
  readonly mostBelow: number;
}

/** Visits the records of the tree whose header is at a place. `claim` is told of its header and its nodes. */
export function walkBTree2(
  hdf5: Hdf5File,
  at: number,
  claim: (at: number, bytes: number) => void,
  visit: (record: BTree2Record) => void,
): void {
  const { file, addressBytes, lengthBytes } = hdf5;
  const blocks = new MetadataBlocks(hdf5, `The tree at byte ${at}`);
  const headerBytes = 16 + addressBytes + 2 + lengthBytes + checksumBytes;
  blocks.open(at, headerBytes, 'BTHD');
  claim(at, headerBytes);
  const type = file.u8(at + 5);
  const nodeBytes = file.u32(at + 6);
  const recordBytes = file.u16(at + 10);
  const depth = file.u16(at + 12);
  const rootAt = at + 16;
  if (depth > deepestTree || recordBytes === 0 || nodeBytes < nodeHeadBytes + checksumBytes + recordBytes)
    throw blocks.contradiction();
  const root = hdf5.address(rootAt);
  if (root === null) return;
  const levels: Level[] = [];
  const room = nodeBytes - nodeHeadBytes - checksumBytes;
  const countBytes = bytesFor(Math.floor(room / recordBytes));
  for (let level = 0; level <= depth; level += 1) {
    const below = levels[level - 1];
    const pointerBytes =
      below === undefined ? 0 : addressBytes + countBytes + (level > 1 ? bytesFor(below.mostBelow) : 0);
    const mostRecords = Math.floor((room - pointerBytes) / (recordBytes + pointerBytes));
    levels.push({
      mostRecords,
      pointerBytes,
      mostBelow: below === undefined ? mostRecords : (mostRecords + 1) * below.mostBelow + mostRecords,
    });
  }
  const walkNode = (start: number, level: number, count: number) => {
    const { mostRecords = 0, pointerBytes = 0 } = levels[level] ?? {};
    if (count > mostRecords) throw blocks.contradiction();
    const first = start + nodeHeadBytes;
    const pointersAt = first + count * recordBytes;
    const end = pointersAt + (level === 0 ? 0 : (count + 1) * pointerBytes) + checksumBytes;
    blocks.open(start, end - start, level === 0 ? 'BTLF' : 'BTIN');
    file.check(start, nodeBytes);
    claim(start, nodeBytes);
    for (let index = 0; index < count; index += 1) visit({ at: first + index * recordBytes, bytes: recordBytes, type });
    if (level === 0) return;
    for (let index = 0; index <= count; index += 1) {
      const pointer = pointersAt + index * pointerBytes;
      const child = hdf5.address(pointer);
      if (child === null) throw blocks.contradiction();
      walkNode(child, level - 1, file.uint(pointer + addressBytes, countBytes));
    }
  };
  walkNode(root, depth, file.u16(rootAt + addressBytes));
}
