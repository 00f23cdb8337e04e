import { addressBytes, checksumBytes, fixedElementBytes, IndexBlocks, type IndexSource } from './index-block';

/**
 * The arrays that index chunks in files of libhdf5 1.10 and newer (HDF5 File Format Specification 3.0, VII.C and VII.D). A dataset whose dimensions all have a limit has a fixed
 * array. A dataset with one unlimited dimension has an extensible array. An element’s index is the position of its chunk among all chunks within the limits.
 */
export interface ChunkGrid {
  readonly chunkShape: readonly number[];
  /** The limits of the dataset's dimensions; null for a dimension without one. */
  readonly limits: readonly (number | null)[];
}

const clients = { plain: 0, filtered: 1 } as const;
/** The size of a block's signature, version, client and the address of the header. */
const blockHeadBytes = 14;

/** The first elements of the chunk at a position: the dimension without a limit varies slowest. */
function offsetsAt({ chunkShape, limits }: ChunkGrid): (position: number) => number[] {
  const unlimited = limits.indexOf(null);
  const axes = limits.map((_, axis) => axis).filter((axis) => axis !== unlimited);
  const order = unlimited < 0 ? axes : [unlimited, ...axes];
  return (position) => {
    const offsets = new Array<number>(limits.length).fill(0);
    let rest = position;
    for (let index = order.length - 1; index >= 0; index -= 1) {
      const axis = order[index] ?? 0;
      const length = chunkShape[axis] ?? 1;
      const limit = limits[axis] ?? null;
      const count = limit === null ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil(limit / length));
      offsets[axis] = (count === Number.POSITIVE_INFINITY ? rest : rest % count) * length;
      rest = count === Number.POSITIVE_INFINITY ? 0 : Math.floor(rest / count);
    }
    return offsets;
  };
}

const isSet = (blocks: IndexBlocks, bitmapAt: number, bit: number) =>
  ((blocks.byte(bitmapAt + (bit >> 3)) >> (7 - (bit & 7))) & 1) === 1;

/** Elements that lie in one place, from a position on. */
function visitElements(
  blocks: IndexBlocks,
  { at, count, elementBytes }: { readonly at: number; readonly count: number; readonly elementBytes: number },
  first: number,
  offsetsOf: (position: number) => number[],
): void {
  for (let index = 0; index < count; index += 1)
    blocks.visitChunk(at + index * elementBytes, elementBytes - fixedElementBytes, () => offsetsOf(first + index));
}

function checkClient(blocks: IndexBlocks, at: number): void {
  if (blocks.byte(at) !== 0 || blocks.byte(at + 1) !== (blocks.isPlain ? clients.plain : clients.filtered))
    blocks.fail('has a chunk index of another version, or one that contradicts the filters of its dataset');
}

function elementSize(blocks: IndexBlocks, at: number): number {
  const elementBytes = blocks.byte(at);
  if (
    blocks.isPlain
      ? elementBytes !== addressBytes
      : elementBytes <= fixedElementBytes || elementBytes > fixedElementBytes + 8
  )
    blocks.fail('has a chunk index whose elements have an impossible size');
  return elementBytes;
}

export function readFixedArray(source: IndexSource, address: number, grid: ChunkGrid): void {
  const blocks = new IndexBlocks(source);
  const at = blocks.open(address, 28, 'FAHD');
  checkClient(blocks, at);
  const elementBytes = elementSize(blocks, at + 2);
  const pageBits = blocks.byte(at + 3);
  const count = blocks.number(at + 4, 8);
  const blockAddress = blocks.address(at + 12);
  if (blockAddress === null) return;
  const offsetsOf = offsetsAt(grid);
  const pageElements = 2 ** pageBits;
  if (count <= pageElements) {
    blocks.open(blockAddress, blockHeadBytes + count * elementBytes + checksumBytes, 'FADB');
    visitElements(blocks, { at: blockAddress + blockHeadBytes, count, elementBytes }, 0, offsetsOf);
    return;
  }
  const pageCount = Math.ceil(count / pageElements);
  const bitmapAt = blockAddress + blockHeadBytes;
  const headBytes = blockHeadBytes + Math.ceil(pageCount / 8) + checksumBytes;
  blocks.open(blockAddress, headBytes, 'FADB');
  for (let page = 0; page < pageCount; page += 1) {
    if (!isSet(blocks, bitmapAt, page)) continue;
    const first = page * pageElements;
    const inPage = Math.min(pageElements, count - first);
    const pageAt = blockAddress + headBytes + page * (pageElements * elementBytes + checksumBytes);
    blocks.open(pageAt, inPage * elementBytes + checksumBytes, null);
    visitElements(blocks, { at: pageAt, count: inPage, elementBytes }, first, offsetsOf);
  }
}

/** Most bits of a position, and so most blocks, that are followed. */
const mostBits = 48;

export function readExtensibleArray(source: IndexSource, address: number, grid: ChunkGrid): void {
  const blocks = new IndexBlocks(source);
  const at = blocks.open(address, 72, 'EAHD');
  checkClient(blocks, at);
  const elementBytes = elementSize(blocks, at + 2);
  const positionBits = blocks.byte(at + 3);
  const inIndex = blocks.byte(at + 4);
  const smallestBlock = blocks.byte(at + 5);
  const smallestPointers = blocks.byte(at + 6);
  const pageElements = 2 ** blocks.byte(at + 7);
  const indexAddress = blocks.address(at + 56);
  const isPowerOfTwo = (value: number) => value > 0 && (value & (value - 1)) === 0;
  if (!isPowerOfTwo(smallestBlock) || !isPowerOfTwo(smallestPointers) || positionBits > mostBits)
    blocks.fail('has a chunk index with impossible parameters');
  if (indexAddress === null) return;
  const offsetsOf = offsetsAt(grid);
  const groupCount = 1 + Math.max(0, positionBits - Math.log2(smallestBlock));
  // The data blocks of the first groups are named by the index block, those of the others by a secondary block each.
  const groupsInIndex = Math.min(groupCount, 2 * Math.log2(smallestPointers));
  const blocksInIndex = 2 * (smallestPointers - 1);
  const offsetFieldBytes = Math.ceil(positionBits / 8);
  const addressesAt = indexAddress + blockHeadBytes + inIndex * elementBytes;
  const secondaryAt = addressesAt + blocksInIndex * addressBytes;
  const secondaryCount = groupCount - groupsInIndex;
  const indexBytes = secondaryAt + secondaryCount * addressBytes + checksumBytes - indexAddress;
  blocks.open(indexAddress, indexBytes, 'EAIB');
  visitElements(blocks, { at: indexAddress + blockHeadBytes, count: inIndex, elementBytes }, 0, offsetsOf);

  /** `isPageSet` says which pages of a large block were written. */
  const visitBlock = (
    blockAddress: number | null,
    first: number,
    count: number,
    isPageSet: ((page: number) => boolean) | null,
  ) => {
    if (blockAddress === null) return;
    const headBytes = blockHeadBytes + offsetFieldBytes;
    if (count <= pageElements) {
      blocks.open(blockAddress, headBytes + count * elementBytes + checksumBytes, 'EADB');
      visitElements(blocks, { at: blockAddress + headBytes, count, elementBytes }, first, offsetsOf);
      return;
    }
    blocks.open(blockAddress, headBytes + checksumBytes, 'EADB');
    const pageBytes = pageElements * elementBytes + checksumBytes;
    for (let page = 0; page < count / pageElements; page += 1) {
      if (isPageSet?.(page) === false) continue;
      const pageAt = blockAddress + headBytes + checksumBytes + page * pageBytes;
      blocks.open(pageAt, pageBytes, null);
      const elements = { at: pageAt, count: pageElements, elementBytes };
      visitElements(blocks, elements, first + page * pageElements, offsetsOf);
    }
  };

  let first = inIndex;
  let blockInIndex = 0;
  for (let group = 0; group < groupCount; group += 1) {
    const blockCount = 2 ** Math.floor(group / 2);
    const count = 2 ** Math.floor((group + 1) / 2) * smallestBlock;
    if (group < groupsInIndex) {
      for (let block = 0; block < blockCount; block += 1) {
        visitBlock(blocks.address(addressesAt + blockInIndex * addressBytes), first, count, null);
        blockInIndex += 1;
        first += count;
      }
      continue;
    }
    const secondary = blocks.address(secondaryAt + (group - groupsInIndex) * addressBytes);
    if (secondary !== null) {
      const pagesOfBlock = count > pageElements ? count / pageElements : 0;
      const bitmapBytes = blockCount * Math.ceil(pagesOfBlock / 8);
      const bitmapAt = secondary + blockHeadBytes + offsetFieldBytes;
      const blocksAt = bitmapAt + bitmapBytes;
      blocks.open(secondary, blocksAt + blockCount * addressBytes + checksumBytes - secondary, 'EASB');
      for (let block = 0; block < blockCount; block += 1)
        visitBlock(blocks.address(blocksAt + block * addressBytes), first + block * count, count, (page) =>
          isSet(blocks, bitmapAt, block * pagesOfBlock + page),
        );
    }
    first += blockCount * count;
  }
}
