import { FormatlabError } from './errors';

/**
 * Formatlab's own container for a file that is compressed in independent blocks, as a store of pages or records would keep it. Candidates
 * whose codec is applied by page or by record use it. All numbers are little-endian:
 *
 *   offset  bytes
 *        0      8  the letters FLBLOCK1
 *        8      4  block size B: each block holds B bytes, the last block the remainder
 *       12      4  size D of the dictionary
 *       16      8  uncompressed size T of all blocks
 *       24      D  the dictionary that all blocks share
 *   24 + D    4 n  sizes of the n = ⌈T / B⌉ compressed blocks
 *     then         the compressed blocks, concatenated, to the end of the file
 */

/** Block sizes in bytes: 4,096 is the page size of many databases, 700 the size of a small JSON record. */
export const blockBytes = { page: 4_096, record: 700 } as const;

/**
 * Bytes of one block: the granularity's size, rounded down to a multiple of the codec's element size. Null if the codec compresses the file
 * as a whole.
 */
export function blockBytesOf(granularity: string, elementBytes = 1): number | null {
  if (granularity !== 'page' && granularity !== 'record') return null;
  return Math.max(elementBytes, blockBytes[granularity] - (blockBytes[granularity] % elementBytes));
}

/** The parts of a block file, as {@link readBlockFile} finds them. */
interface BlockFile {
  readonly blockBytes: number;
  /** Sum of all blocks before compression. */
  readonly totalBytes: number;
  /** Empty if the blocks share no dictionary. */
  readonly dictionary: Uint8Array;
  /** Start of each compressed block in the file, followed by the end of the last block, which is the file's size. */
  readonly boundaries: readonly number[];
}

const magic = Uint8Array.from('FLBLOCK1', (letter) => letter.charCodeAt(0));
const headerBytes = 24;

/** Input of {@link writeBlockFile}: the compressed blocks, concatenated, and their sizes. */
interface PackedBlocks extends Omit<BlockFile, 'boundaries'> {
  readonly sizes: readonly number[];
  readonly packed: Uint8Array;
}

/** Bytes before the first compressed block: header, dictionary and block sizes. */
export const blockFileFrontBytes = (dictionaryBytes: number, blockCount: number) =>
  headerBytes + dictionaryBytes + 4 * blockCount;

/** Writes a block file into a new buffer. */
export function writeBlockFile({ packed, ...front }: PackedBlocks): Uint8Array<ArrayBuffer> {
  const frontBytes = blockFileFrontBytes(front.dictionary.length, front.sizes.length);
  const file = new Uint8Array(frontBytes + packed.length);
  writeBlockFileFront(file, front);
  file.set(packed, frontBytes);
  return file;
}

/**
 * Writes the header, dictionary and block sizes of a block file whose compressed blocks already lie in `file` behind them (see
 * `blockFileFrontBytes`).
 */
export function writeBlockFileFront(
  file: Uint8Array,
  { blockBytes: size, totalBytes, dictionary, sizes }: Omit<PackedBlocks, 'packed'>,
): void {
  const lengthsStart = headerBytes + dictionary.length;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  file.set(magic);
  view.setUint32(8, size, true);
  view.setUint32(12, dictionary.length, true);
  view.setBigUint64(16, BigInt(totalBytes), true);
  file.set(dictionary, headerBytes);
  sizes.forEach((sizeBytes, index) => {
    view.setUint32(lengthsStart + 4 * index, sizeBytes, true);
  });
}

/**
 * Finds the parts of a block file.
 * @throws `decodeFailed` if the bytes are not exactly one whole block file; `tooLarge` if it claims to hold more than `limitBytes`.
 */
export function readBlockFile(file: Uint8Array, limitBytes: number): BlockFile {
  if (file.length < headerBytes || magic.some((byte, index) => file[index] !== byte))
    throw damaged('it does not begin with FLBLOCK1');
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const size = view.getUint32(8, true);
  const lengthsStart = headerBytes + view.getUint32(12, true);
  const total = view.getBigUint64(16, true);
  if (size === 0) throw damaged('its blocks have no size');
  if (total > BigInt(limitBytes)) throw tooLarge(total, limitBytes);
  const totalBytes = Number(total);
  const count = Math.ceil(totalBytes / size);
  let offset = lengthsStart + 4 * count;
  if (offset > file.length) throw damaged(`it ends at byte ${file.length}, before the sizes of its ${count} blocks do`);
  const boundaries = [offset];
  for (let index = 0; index < count; index += 1) {
    offset += view.getUint32(lengthsStart + 4 * index, true);
    if (offset > file.length) throw damaged(`block ${index} runs past its end`);
    boundaries.push(offset);
  }
  if (offset < file.length) throw damaged(`${file.length - offset} bytes follow its last block`);
  return { blockBytes: size, totalBytes, dictionary: file.subarray(headerBytes, lengthsStart), boundaries };
}

function damaged(message: string): FormatlabError {
  return new FormatlabError({ tag: 'decodeFailed', stage: 'decode', message: `The block file is damaged: ${message}` });
}

function tooLarge(total: bigint, limitBytes: number): FormatlabError {
  return new FormatlabError({
    tag: 'tooLarge',
    stage: 'decode',
    message: `The block file claims to hold ${total.toLocaleString('en')} bytes, more than the limit of ${limitBytes.toLocaleString('en')}.`,
    remedy: 'Do not trust this file: it claims to hold more than it should. If you made it, use less data.',
  });
}
