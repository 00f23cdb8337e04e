import { malformed } from '../../../byte-map/failures';
import { checkElements, type ChunkGrid, type VisitChunk, visitElement } from './chunk';
import type { Claim, Hdf5File } from './hdf5-file';
import { checksumBytes, MetadataBlocks } from './metadata-blocks';

/**
 * The arrays that index chunks in files of libhdf5 1.10 and newer (HDF5 File Format Specification 3.0, VII.C and VII.D). A dataset whose dimensions all have a limit has a fixed
 * array. A dataset with one unlimited dimension has an extensible array. An element’s index is the position of its chunk among all chunks within the limits.
 */
const filteredClient = 1;

/** The first elements of the chunk at a position: the dimension without a limit varies slowest. */
function offsetsAt({ chunkShape, maxShape }: ChunkGrid): (position: number) => number[] {
  if (maxShape === null) return () => [];
  const unlimited = maxShape.indexOf(null);
  const axes = maxShape.map((_, axis) => axis).filter((axis) => axis !== unlimited);
  const order = unlimited < 0 ? axes : [unlimited, ...axes];
  return (position) => {
    const offsets = new Array<number>(maxShape.length).fill(0);
    let rest = position;
    for (let index = order.length - 1; index >= 0; index -= 1) {
      const axis = order[index] ?? 0;
      const length = chunkShape[axis] ?? 1;
      const limit = maxShape[axis] ?? null;
      const count = limit === null ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil(limit / length));
      offsets[axis] = (count === Number.POSITIVE_INFINITY ? rest : rest % count) * length;
      rest = count === Number.POSITIVE_INFINITY ? 0 : Math.floor(rest / count);
    }
    return offsets;
  };
}

/** What the two arrays share: their header, whose blocks are checked, and elements that stand together. */
class ChunkArray {
  readonly blocks: MetadataBlocks;
  readonly elementBytes: number;
  readonly #hdf5: Hdf5File;
  readonly #grid: ChunkGrid;
  readonly #visit: VisitChunk;
  readonly #offsetsOf: (position: number) => number[];

  constructor(
    hdf5: Hdf5File,
    at: number,
    header: { readonly signature: string; readonly bytes: number },
    grid: ChunkGrid,
    visit: VisitChunk,
  ) {
    const { file } = hdf5;
    this.blocks = new MetadataBlocks(hdf5, `The array of chunks at byte ${at}`);
    this.blocks.open(at, header.bytes, header.signature);
    if (file.u8(at + 4) !== 0) throw malformed(`The array of chunks at byte ${at} is of version ${file.u8(at + 4)}.`);
    this.elementBytes = file.u8(at + 6);
    checkElements(hdf5, at, { elementBytes: this.elementBytes, isFiltered: file.u8(at + 5) === filteredClient }, grid);
    this.#hdf5 = hdf5;
    this.#grid = grid;
    this.#visit = visit;
    this.#offsetsOf = offsetsAt(grid);
  }

  /** Visits the elements that lie in one place, from a position on. */
  visitElements(at: number, count: number, first: number): void {
    const bytes = this.elementBytes;
    for (let index = 0; index < count; index += 1)
      visitElement(this.#hdf5, { at: at + index * bytes, bytes }, this.#grid, this.#visit, () =>
        this.#offsetsOf(first + index),
      );
  }

  /** Visits the elements of a page, which has no signature. */
  visitPage(at: number, count: number, first: number): void {
    this.blocks.open(at, count * this.elementBytes + checksumBytes, null);
    this.visitElements(at, count, first);
  }

  /** Whether a page was written. */
  isSet(bitmapAt: number, bit: number): boolean {
    return ((this.#hdf5.file.u8(bitmapAt + (bit >> 3)) >> (7 - (bit & 7))) & 1) === 1;
  }
}

export function readFixedArray(hdf5: Hdf5File, at: number, grid: ChunkGrid, visit: VisitChunk, claim: Claim): void {
  const { file, addressBytes, lengthBytes } = hdf5;
  const headerBytes = 8 + lengthBytes + addressBytes + checksumBytes;
  const array = new ChunkArray(hdf5, at, { signature: 'FAHD', bytes: headerBytes }, grid, visit);
  claim('index', at, headerBytes);
  const { blocks, elementBytes } = array;
  const pageElements = 2 ** file.u8(at + 7);
  const count = hdf5.length(at + 8);
  const block = hdf5.address(at + 8 + lengthBytes);
  if (block === null) return;
  const bitmapAt = block + 6 + addressBytes;
  const pageCount = count > pageElements ? Math.ceil(count / pageElements) : 0;
  const firstAt = bitmapAt + (pageCount > 0 ? Math.ceil(pageCount / 8) + checksumBytes : 0);
  const bytes = firstAt - block + count * elementBytes + Math.max(1, pageCount) * checksumBytes;
  file.check(block, bytes);
  claim('index', block, bytes);
  blocks.open(block, pageCount > 0 ? firstAt - block : bytes, 'FADB');
  if (pageCount === 0) array.visitElements(firstAt, count, 0);
  for (let page = 0; page < pageCount; page += 1) {
    if (!array.isSet(bitmapAt, page)) continue;
    const first = page * pageElements;
    const pageAt = firstAt + page * (pageElements * elementBytes + checksumBytes);
    array.visitPage(pageAt, Math.min(pageElements, count - first), first);
  }
}

/** More bits of a position than this address more chunks than a file can hold. */
const mostBits = 48;
const isPowerOfTwo = (value: number) => value > 0 && (value & (value - 1)) === 0;

export function readExtensibleArray(
  hdf5: Hdf5File,
  at: number,
  grid: ChunkGrid,
  visit: VisitChunk,
  claim: Claim,
): void {
  const { file, addressBytes, lengthBytes } = hdf5;
  const headerBytes = 12 + 6 * lengthBytes + addressBytes + checksumBytes;
  const array = new ChunkArray(hdf5, at, { signature: 'EAHD', bytes: headerBytes }, grid, visit);
  claim('index', at, headerBytes);
  const { blocks, elementBytes } = array;
  const positionBits = file.u8(at + 7);
  const inIndex = file.u8(at + 8);
  const smallestBlock = file.u8(at + 9);
  const smallestPointers = file.u8(at + 10);
  const pageElements = 2 ** file.u8(at + 11);
  if (!isPowerOfTwo(smallestBlock) || !isPowerOfTwo(smallestPointers) || positionBits > mostBits)
    throw blocks.contradiction();
  const indexBlock = hdf5.address(at + 12 + 6 * lengthBytes);
  if (indexBlock === null) return;
  const open = (place: number, bytes: number, signature: string) => {
    blocks.open(place, bytes, signature);
    claim('index', place, bytes);
  };
  const headBytes = 6 + addressBytes;
  const offsetBytes = Math.ceil(positionBits / 8);
  const groupCount = 1 + Math.max(0, positionBits - Math.log2(smallestBlock));
  // The index block names the data blocks of the first groups, and a secondary block for each other group.
  const groupsInIndex = Math.min(groupCount, 2 * Math.log2(smallestPointers));
  const addressesAt = indexBlock + headBytes + inIndex * elementBytes;
  const secondaryAt = addressesAt + 2 * (smallestPointers - 1) * addressBytes;
  open(indexBlock, secondaryAt + (groupCount - groupsInIndex) * addressBytes + checksumBytes - indexBlock, 'EAIB');
  array.visitElements(indexBlock + headBytes, inIndex, 0);

  /** `isPageSet` says which pages of a large block were written. */
  const visitBlock = (
    block: number | null,
    first: number,
    count: number,
    isPageSet: ((page: number) => boolean) | null,
  ) => {
    if (block === null) return;
    const firstAt = block + headBytes + offsetBytes;
    if (count <= pageElements) {
      open(block, firstAt + count * elementBytes + checksumBytes - block, 'EADB');
      array.visitElements(firstAt, count, first);
      return;
    }
    const pageBytes = pageElements * elementBytes + checksumBytes;
    const pageCount = count / pageElements;
    const pagesAt = firstAt + checksumBytes;
    blocks.open(block, pagesAt - block, 'EADB');
    file.check(block, pagesAt + pageCount * pageBytes - block);
    claim('index', block, pagesAt + pageCount * pageBytes - block);
    for (let page = 0; page < pageCount; page += 1)
      if (isPageSet?.(page) !== false)
        array.visitPage(pagesAt + page * pageBytes, pageElements, first + page * pageElements);
  };

  let first = inIndex;
  let blockInIndex = 0;
  for (let group = 0; group < groupCount; group += 1) {
    const blockCount = 2 ** Math.floor(group / 2);
    const count = 2 ** Math.floor((group + 1) / 2) * smallestBlock;
    if (group < groupsInIndex) {
      for (let block = 0; block < blockCount; block += 1) {
        visitBlock(hdf5.address(addressesAt + blockInIndex * addressBytes), first, count, null);
        blockInIndex += 1;
        first += count;
      }
      continue;
    }
    const secondary = hdf5.address(secondaryAt + (group - groupsInIndex) * addressBytes);
    if (secondary !== null) {
      const pagesOfBlock = count > pageElements ? count / pageElements : 0;
      const bitmapAt = secondary + headBytes + offsetBytes;
      const blocksAt = bitmapAt + blockCount * Math.ceil(pagesOfBlock / 8);
      open(secondary, blocksAt + blockCount * addressBytes + checksumBytes - secondary, 'EASB');
      for (let block = 0; block < blockCount; block += 1)
        visitBlock(hdf5.address(blocksAt + block * addressBytes), first + block * count, count, (page) =>
          array.isSet(bitmapAt, block * pagesOfBlock + page),
        );
    }
    first += blockCount * count;
  }
}
