import { malformed } from '../../../byte-map/failures';
import type { ReadableBytes } from '../../../byte-map/file-bytes';
import { bytesFor, walkBTree2 } from './btree2';
import type { Claim, Hdf5File } from './hdf5-file';

/** A fractal heap (HDF5 File Format Specification 3.0, III.G): it holds the links or attributes of an object that has many. */
interface FractalHeap {
  /** The object of an id that stands at a place of the file. Null if it can't be read. */
  objectOf(idAt: number): { readonly file: ReadableBytes; readonly at: number; readonly bytes: number } | null;
}

const checksumBytes = 4;
const maxRows = 64;

interface DirectBlock {
  readonly heapOffset: number;
  readonly at: number;
  readonly bytes: number;
}

/** The last block that begins at an offset or before it, of blocks in the order of their offsets. */
function blockAt(blocks: readonly DirectBlock[], heapOffset: number): DirectBlock | undefined {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.heapOffset ?? 0) <= heapOffset) low = middle + 1;
    else high = middle;
  }
  return blocks[low - 1];
}

/** Reads the header and the blocks of a heap at a place. */
export function readFractalHeap(hdf5: Hdf5File, at: number, claim: Claim): FractalHeap {
  const { file, addressBytes, lengthBytes } = hdf5;
  hdf5.expect(at, 'FRHP');
  const idBytes = file.u16(at + 5);
  const filterBytes = file.u16(at + 7);
  const maxManagedBytes = file.u32(at + 10);
  const hugeTreeAt = at + 14 + lengthBytes;
  const freeSpaceAt = hugeTreeAt + addressBytes + lengthBytes;
  const tableAt = freeSpaceAt + addressBytes + 8 * lengthBytes;
  const width = file.u16(tableAt);
  const startBytes = hdf5.length(tableAt + 2);
  const maxDirectBytes = hdf5.length(tableAt + 2 + lengthBytes);
  const heapBits = file.u16(tableAt + 2 + 2 * lengthBytes);
  const rootAt = tableAt + 6 + 2 * lengthBytes;
  const rootRows = file.u16(rootAt + addressBytes);
  const filterAt = rootAt + addressBytes + 2;
  claim('heap', at, filterAt + (filterBytes > 0 ? lengthBytes + 4 + filterBytes : 0) + checksumBytes - at);
  const isPowerOfTwo = (value: number) => value > 0 && Number.isInteger(Math.log2(value));
  if (!isPowerOfTwo(startBytes) || !isPowerOfTwo(maxDirectBytes) || !isPowerOfTwo(width) || heapBits > 64)
    throw malformed(`The heap at byte ${at} contradicts itself.`);
  const directRows = Math.log2(maxDirectBytes) - Math.log2(startBytes) + 2;
  const offsetBytes = Math.ceil(heapBits / 8);
  const blockBytes = (row: number) => (row < 2 ? startBytes : startBytes * 2 ** (row - 1));
  const blocks: DirectBlock[] = [];

  const addDirect = (place: number, bytes: number, heapOffset: number) => {
    if (filterBytes === 0) hdf5.expect(place, 'FHDB');
    if (!hdf5.isNew(place)) throw malformed(`The heap at byte ${at} has a block twice.`);
    file.check(place, bytes);
    claim('heap', place, bytes);
    blocks.push({ heapOffset, at: place, bytes });
  };
  const walkIndirect = (place: number, rows: number, heapOffset: number, depth: number) => {
    hdf5.expect(place, 'FHIB');
    if (rows > maxRows || depth > maxRows || !hdf5.isNew(place))
      throw malformed(`The heap at byte ${at} contradicts itself.`);
    let [entry, offset] = [place + 5 + addressBytes + offsetBytes, heapOffset];
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < width; column += 1) {
        const child = hdf5.address(entry);
        entry += addressBytes;
        if (row < directRows) {
          const stored = filterBytes > 0 ? hdf5.length(entry) : blockBytes(row);
          if (filterBytes > 0) entry += lengthBytes + 4;
          if (child !== null) addDirect(child, stored, offset);
        } else if (child !== null) {
          const childRows = Math.log2(blockBytes(row)) - Math.log2(startBytes) - Math.log2(width) + 1;
          walkIndirect(child, childRows, offset, depth + 1);
        }
        offset += blockBytes(row);
      }
    }
    claim('tree', place, entry + checksumBytes - place);
  };
  const root = hdf5.address(rootAt);
  if (root !== null && rootRows === 0) addDirect(root, filterBytes > 0 ? hdf5.length(filterAt) : startBytes, 0);
  else if (root !== null) walkIndirect(root, rootRows, 0, 0);

  const hugeTree = hdf5.address(hugeTreeAt);
  const huge = new Map<number, { at: number; bytes: number }>();
  if (hugeTree !== null)
    walkBTree2(
      hdf5,
      hugeTree,
      (at, bytes) => claim('tree', at, bytes),
      ({ at: recordAt, type }) => {
        const object = hdf5.address(recordAt);
        const bytes = hdf5.length(recordAt + addressBytes);
        if (object === null) return;
        file.check(object, bytes);
        claim('values', object, bytes);
        // A record of type 1 ends with the object's id.
        if (type === 1) huge.set(hdf5.length(recordAt + addressBytes + lengthBytes), { at: object, bytes });
      },
    );
  const freeSpace = hdf5.address(freeSpaceAt);
  if (freeSpace !== null) readFreeSpaceManager(hdf5, freeSpace, claim);

  const sizeBytes = Math.min(Math.ceil(Math.log2(maxDirectBytes) / 8), bytesFor(maxManagedBytes));
  blocks.sort((one, other) => one.heapOffset - other.heapOffset);
  return {
    objectOf(idAt) {
      const kind = (file.u8(idAt) >> 4) & 3;
      if (kind === 2) return { file, at: idAt + 1, bytes: (file.u8(idAt) & 15) + 1 };
      if (kind === 1) {
        const found = huge.get(file.uint(idAt + 1, Math.min(idBytes - 1, lengthBytes)));
        return found === undefined ? null : { file, ...found };
      }
      if (filterBytes > 0) return null;
      const heapOffset = file.uint(idAt + 1, offsetBytes);
      const bytes = file.uint(idAt + 1 + offsetBytes, sizeBytes);
      const block = blockAt(blocks, heapOffset);
      if (block === undefined || heapOffset + bytes > block.heapOffset + block.bytes) return null;
      return { file, at: block.at + heapOffset - block.heapOffset, bytes };
    },
  };
}

/** Reads a free-space manager (III.H): its header, and the list of free sections. */
export function readFreeSpaceManager(hdf5: Hdf5File, at: number, claim: Claim): void {
  const { addressBytes, lengthBytes } = hdf5;
  hdf5.expect(at, 'FSHD');
  if (!hdf5.isNew(at)) throw malformed(`The manager of free space at byte ${at} has two uses.`);
  claim('tree', at, 18 + 7 * lengthBytes + addressBytes);
  const listAt = at + 14 + 5 * lengthBytes;
  const list = hdf5.address(listAt);
  const bytes = hdf5.length(listAt + addressBytes + lengthBytes);
  if (list === null) return;
  hdf5.expect(list, 'FSSE');
  hdf5.file.check(list, bytes);
  claim('tree', list, bytes);
}
