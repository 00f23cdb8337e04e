import { malformed } from '../../../byte-map/failures';
import type { Pieces } from '../../../byte-map/span-tree';
import { walkBTree2 } from '../file/btree2';
import type { Hdf5File } from '../file/hdf5-file';

/** Indexes of chunks: where the chunks of a dataset are. */
export interface ChunkIndexPlace {
  readonly at: number;
  /** The number of dimensions of the dataset. */
  readonly rank: number;
  /** The bytes of a chunk without filters. */
  readonly chunkBytes: number;
}

export type VisitChunk = (at: number, bytes: number) => void;
type Walk = (hdf5: Hdf5File, place: ChunkIndexPlace, index: Pieces, visit: VisitChunk) => void;

const checksumBytes = 4;
const deepestTree = 32;

/** The version 1 B-tree (HDF5 File Format Specification 3.0, III.A.1). */
export const walkChunkTree: Walk = (hdf5, { at: root, rank }, index, visit) => {
  const { file, addressBytes, superblock } = hdf5;
  const keyBytes = 8 + 8 * (rank + 1);
  const headBytes = 8 + 2 * addressBytes;
  const fanOut = 2 * superblock.chunkHalfFanOut;
  const nodeBytes = headBytes + (fanOut + 1) * keyBytes + fanOut * addressBytes;
  const walkNode = (start: number, above: number) => {
    hdf5.expect(start, 'TREE');
    const level = file.u8(start + 5);
    const count = file.u16(start + 6);
    if (file.u8(start + 4) !== 1 || level >= above || count > fanOut || !hdf5.isNew(start))
      throw malformed(`The index of chunks at byte ${start} contradicts itself.`);
    file.check(start, nodeBytes);
    index.add(start, nodeBytes);
    for (let child = 0; child < count; child += 1) {
      const key = start + headBytes + child * (keyBytes + addressBytes);
      const place = hdf5.address(key + keyBytes);
      if (place === null) throw malformed(`The index of chunks at byte ${start} names no chunk where it should.`);
      if (level > 0) walkNode(place, level);
      else visit(place, file.u32(key));
    }
  };
  walkNode(root, deepestTree);
};

/** Types of records that are chunks: without filters, and with. */
const chunkRecords = { plain: 10, filtered: 11 } as const;

export const walkChunkTree2: Walk = (hdf5, { at, rank, chunkBytes }, index, visit) => {
  const { file, addressBytes } = hdf5;
  walkBTree2(hdf5, at, index, ({ at: record, bytes, type }) => {
    const place = hdf5.address(record);
    if (place === null) return;
    if (type === chunkRecords.plain) visit(place, chunkBytes);
    else if (type === chunkRecords.filtered)
      visit(place, file.uint(record + addressBytes, bytes - addressBytes - 4 - 8 * rank));
    else throw malformed(`The index of chunks at byte ${at} has records of type ${type}.`);
  });
};

/** Elements of an array of chunks that stand together. */
function visitElements(
  hdf5: Hdf5File,
  { at, count, elementBytes }: { readonly at: number; readonly count: number; readonly elementBytes: number },
  chunkBytes: number,
  visit: VisitChunk,
): void {
  const { file, addressBytes } = hdf5;
  for (let index = 0; index < count; index += 1) {
    const element = at + index * elementBytes;
    const place = hdf5.address(element);
    if (place === null) continue;
    visit(
      place,
      elementBytes === addressBytes ? chunkBytes : file.uint(element + addressBytes, elementBytes - addressBytes - 4),
    );
  }
}

function checkElement(hdf5: Hdf5File, at: number, elementBytes: number): void {
  const size = elementBytes - hdf5.addressBytes;
  if (size !== 0 && (size < 5 || size > 12)) throw malformed(`The array of chunks at byte ${at} contradicts itself.`);
}

const isSet = (hdf5: Hdf5File, bitmapAt: number, bit: number) =>
  ((hdf5.file.u8(bitmapAt + (bit >> 3)) >> (7 - (bit & 7))) & 1) === 1;

/** The fixed array (VII.C). */
export const walkFixedArray: Walk = (hdf5, { at, chunkBytes }, index, visit) => {
  const { file, addressBytes, lengthBytes } = hdf5;
  hdf5.expect(at, 'FAHD');
  const elementBytes = file.u8(at + 6);
  checkElement(hdf5, at, elementBytes);
  const pageElements = 2 ** file.u8(at + 7);
  const count = hdf5.length(at + 8);
  const block = hdf5.address(at + 8 + lengthBytes);
  index.add(at, 8 + lengthBytes + addressBytes + checksumBytes);
  if (block === null) return;
  hdf5.expect(block, 'FADB');
  if (!hdf5.isNew(block)) throw malformed(`The array of chunks at byte ${at} has two uses.`);
  const headBytes = 6 + addressBytes;
  const isPaged = count > pageElements;
  const pageCount = isPaged ? Math.ceil(count / pageElements) : 0;
  const bitmapAt = block + headBytes;
  const firstAt = bitmapAt + (isPaged ? Math.ceil(pageCount / 8) + checksumBytes : 0);
  const bytes = firstAt - block + count * elementBytes + (isPaged ? pageCount : 1) * checksumBytes;
  file.check(block, bytes);
  index.add(block, bytes);
  if (!isPaged) visitElements(hdf5, { at: firstAt, count, elementBytes }, chunkBytes, visit);
  for (let page = 0; page < pageCount; page += 1) {
    if (!isSet(hdf5, bitmapAt, page)) continue;
    const pageAt = firstAt + page * (pageElements * elementBytes + checksumBytes);
    const inPage = Math.min(pageElements, count - page * pageElements);
    visitElements(hdf5, { at: pageAt, count: inPage, elementBytes }, chunkBytes, visit);
  }
};

/** More bits of a position than this address more chunks than a file can hold. */
const mostBits = 48;

/** The extensible array (VII.D). */
export const walkExtensibleArray: Walk = (hdf5, { at, chunkBytes }, index, visit) => {
  const { file, addressBytes, lengthBytes } = hdf5;
  hdf5.expect(at, 'EAHD');
  const elementBytes = file.u8(at + 6);
  checkElement(hdf5, at, elementBytes);
  const [positionBits, inIndex, smallestBlock, smallestPointers] = [7, 8, 9, 10].map((byte) => file.u8(at + byte)) as [
    number,
    number,
    number,
    number,
  ];
  const pageElements = 2 ** file.u8(at + 11);
  const indexPlaceAt = at + 12 + 6 * lengthBytes;
  index.add(at, 12 + 6 * lengthBytes + addressBytes + checksumBytes);
  const isPowerOfTwo = (value: number) => value > 0 && (value & (value - 1)) === 0;
  if (!isPowerOfTwo(smallestBlock) || !isPowerOfTwo(smallestPointers) || positionBits > mostBits)
    throw malformed(`The array of chunks at byte ${at} contradicts itself.`);
  const indexBlock = hdf5.address(indexPlaceAt);
  if (indexBlock === null) return;
  const headBytes = 6 + addressBytes;
  const offsetBytes = Math.ceil(positionBits / 8);
  const groupCount = 1 + Math.max(0, positionBits - Math.log2(smallestBlock));
  // The index block names the data blocks of the first groups, and a secondary block for each other group.
  const groupsInIndex = Math.min(groupCount, 2 * Math.log2(smallestPointers));
  const addressesAt = indexBlock + headBytes + inIndex * elementBytes;
  const secondaryAt = addressesAt + 2 * (smallestPointers - 1) * addressBytes;
  const indexBytes = secondaryAt + (groupCount - groupsInIndex) * addressBytes + checksumBytes - indexBlock;
  const claim = (place: number, letters: string, bytes: number) => {
    hdf5.expect(place, letters);
    if (!hdf5.isNew(place)) throw malformed(`The array of chunks at byte ${at} has a block twice.`);
    file.check(place, bytes);
    index.add(place, bytes);
  };
  claim(indexBlock, 'EAIB', indexBytes);
  visitElements(hdf5, { at: indexBlock + headBytes, count: inIndex, elementBytes }, chunkBytes, visit);
  const walkBlock = (place: number | null, count: number, isPageSet: ((page: number) => boolean) | null) => {
    if (place === null) return;
    const firstAt = place + headBytes + offsetBytes;
    if (count <= pageElements) {
      claim(place, 'EADB', firstAt + count * elementBytes + checksumBytes - place);
      visitElements(hdf5, { at: firstAt, count, elementBytes }, chunkBytes, visit);
      return;
    }
    const pageBytes = pageElements * elementBytes + checksumBytes;
    const pageCount = count / pageElements;
    claim(place, 'EADB', firstAt + checksumBytes + pageCount * pageBytes - place);
    for (let page = 0; page < pageCount; page += 1)
      if (isPageSet?.(page) !== false) {
        const pageAt = firstAt + checksumBytes + page * pageBytes;
        visitElements(hdf5, { at: pageAt, count: pageElements, elementBytes }, chunkBytes, visit);
      }
  };
  let blockInIndex = 0;
  for (let group = 0; group < groupCount; group += 1) {
    const blockCount = 2 ** Math.floor(group / 2);
    const count = 2 ** Math.floor((group + 1) / 2) * smallestBlock;
    if (group < groupsInIndex) {
      for (let block = 0; block < blockCount; block += 1) {
        walkBlock(hdf5.address(addressesAt + blockInIndex * addressBytes), count, null);
        blockInIndex += 1;
      }
      continue;
    }
    const secondary = hdf5.address(secondaryAt + (group - groupsInIndex) * addressBytes);
    if (secondary === null) continue;
    const pagesOfBlock = count > pageElements ? count / pageElements : 0;
    const bitmapBytes = blockCount * Math.ceil(pagesOfBlock / 8);
    const bitmapAt = secondary + headBytes + offsetBytes;
    const blocksAt = bitmapAt + bitmapBytes;
    claim(secondary, 'EASB', blocksAt + blockCount * addressBytes + checksumBytes - secondary);
    for (let block = 0; block < blockCount; block += 1)
      walkBlock(hdf5.address(blocksAt + block * addressBytes), count, (page) =>
        isSet(hdf5, bitmapAt, block * pagesOfBlock + page),
      );
  }
};
