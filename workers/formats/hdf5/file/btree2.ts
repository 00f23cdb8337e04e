import { malformed } from '../../../byte-map/failures';
import type { Pieces } from '../../../byte-map/span-tree';
import type { Hdf5File } from './hdf5-file';

/** A version 2 B-tree (HDF5 File Format Specification 3.0, III.A.2): links, attributes, huge objects or chunks. */
export interface RecordPlace {
  readonly at: number;
  readonly bytes: number;
  /** The type of the tree's records. */
  readonly type: number;
}

const nodeHeadBytes = 6;
const checksumBytes = 4;
const deepestTree = 32;

/** The bytes that libhdf5 takes for numbers up to `limit`. */
export const bytesFor = (limit: number): number => Math.floor(Math.log2(Math.max(1, limit)) / 8) + 1;

interface Level {
  readonly mostRecords: number;
  readonly pointerBytes: number;
  /** The most records of a node and all nodes below. */
  readonly mostBelow: number;
}

/** Claims the nodes of the tree whose header is at a place, and visits its records. */
export function walkBTree2(hdf5: Hdf5File, at: number, nodes: Pieces, visit: (record: RecordPlace) => void): void {
  const { file, addressBytes, lengthBytes } = hdf5;
  hdf5.expect(at, 'BTHD');
  const type = file.u8(at + 5);
  const nodeBytes = file.u32(at + 6);
  const recordBytes = file.u16(at + 10);
  const depth = file.u16(at + 12);
  const rootAt = at + 16;
  nodes.add(at, 16 + addressBytes + 2 + lengthBytes + checksumBytes);
  if (depth > deepestTree || recordBytes === 0 || nodeBytes < nodeHeadBytes + checksumBytes + recordBytes)
    throw malformed(`The tree at byte ${at} contradicts itself.`);
  const root = hdf5.address(rootAt);
  if (root === null) return;
  const levels: Level[] = [];
  const room = nodeBytes - nodeHeadBytes - checksumBytes;
  const leafRecords = Math.floor(room / recordBytes);
  const countBytes = bytesFor(leafRecords);
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
    hdf5.expect(start, level === 0 ? 'BTLF' : 'BTIN');
    if (count > mostRecords || !hdf5.isNew(start)) throw malformed(`The tree at byte ${at} contradicts itself.`);
    file.check(start, nodeBytes);
    nodes.add(start, nodeBytes);
    const first = start + nodeHeadBytes;
    for (let index = 0; index < count; index += 1) visit({ at: first + index * recordBytes, bytes: recordBytes, type });
    if (level === 0) return;
    for (let index = 0; index <= count; index += 1) {
      const pointer = first + count * recordBytes + index * pointerBytes;
      const child = hdf5.address(pointer);
      if (child === null) throw malformed(`The tree at byte ${at} has no node where it names one.`);
      walkNode(child, level - 1, file.uint(pointer + addressBytes, countBytes));
    }
  };
  walkNode(root, depth, file.u16(rootAt + addressBytes));
}
