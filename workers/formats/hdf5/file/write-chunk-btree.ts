import type { Chunk } from './chunk';
import { defaultFanOuts } from './superblock';
import { setUint64 } from './uint64';

/**
 * The version 1 B-tree that indexes the chunks of a dataset (HDF5 File Format Specification 3.0, III.A.1), as libhdf5's earliest format has it.
 * Between the keys of a node lie the addresses of its children, chunks or nodes. A key names the size of a chunk, its skipped filters and its place in the dataset.
 */
const signature = 0x45455254; // 'TREE'
const chunkNodes = 1;
const headBytes = 24;
const addressBytes = 8;
/** The superblock's default: a node has at most twice as many children. */
const halfFanOut = defaultFanOuts.chunkHalfFanOut;
const fanOut = 2 * halfFanOut;
const keyBytesOf = (rank: number) => 8 + 8 * (rank + 1);
const nodeBytesOf = (rank: number) => headBytes + (fanOut + 1) * keyBytesOf(rank) + fanOut * addressBytes;

interface Node {
  readonly first: Chunk;
  readonly address: number;
}

/** The address that stands for none. */
function setNoAddress(view: DataView, at: number): void {
  view.setUint32(at, 0xffff_ffff, true);
  view.setUint32(at + 4, 0xffff_ffff, true);
}

/**
 * Appends the tree of chunks in the order of their offsets, and returns its root's address. `append` returns cleared room for the nodes of a level.
 */
export function writeChunkIndex(
  chunks: readonly Chunk[],
  chunkShape: readonly number[],
  append: (sizeBytes: number) => { readonly bytes: Uint8Array<ArrayBuffer>; readonly address: number },
): number {
  const rank = chunkShape.length;
  const [keyBytes, nodeBytes] = [keyBytesOf(rank), nodeBytesOf(rank)];
  let level = 0;
  let children: readonly Node[] = chunks.map((chunk) => ({ first: chunk, address: chunk.address }));
  const last = chunks.at(-1);
  if (last === undefined) throw new RangeError('A dataset without chunks has no index.');
  // The key behind the last child: the first place that no chunk has.
  const end: Chunk = {
    sizeBytes: 0,
    skippedFilters: 0,
    offsets: last.offsets.map((offset, axis) => offset + (chunkShape[axis] ?? 0)),
    address: 0,
  };
  do {
    const nodes: Node[] = [];
    const count = Math.ceil(children.length / fanOut);
    const room = append(count * nodeBytes);
    for (let index = 0; index < count; index += 1) {
      const inNode = children.slice(index * fanOut, (index + 1) * fanOut);
      const address = room.address + index * nodeBytes;
      const view = new DataView(room.bytes.buffer, room.bytes.byteOffset + index * nodeBytes, nodeBytes);
      const setSibling = (at: number, there: boolean, siblingAddress: number) =>
        there ? setUint64(view, at, siblingAddress) : setNoAddress(view, at);
      view.setUint32(0, signature, true);
      view.setUint8(4, chunkNodes);
      view.setUint8(5, level);
      view.setUint16(6, inNode.length, true);
      setSibling(8, index > 0, address - nodeBytes);
      setSibling(16, index + 1 < count, address + nodeBytes);
      const keyAt = (child: number) => headBytes + child * (keyBytes + addressBytes);
      const setKey = (child: number, { sizeBytes, skippedFilters, offsets }: Chunk) => {
        const at = keyAt(child);
        view.setUint32(at, sizeBytes, true);
        view.setUint32(at + 4, skippedFilters, true);
        offsets.forEach((offset, axis) => {
          setUint64(view, at + 8 + 8 * axis, offset);
        });
      };
      inNode.forEach((child, position) => {
        setKey(position, child.first);
        setUint64(view, keyAt(position) + keyBytes, child.address);
      });
      setKey(inNode.length, children[(index + 1) * fanOut]?.first ?? end);
      const first = inNode[0]?.first ?? end;
      nodes.push({ first, address });
    }
    children = nodes;
    level += 1;
  } while (children.length > 1);
  return children[0]?.address ?? 0;
}
