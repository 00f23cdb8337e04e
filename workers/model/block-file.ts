import { FormatlabError } from './errors';

/**
 * A file compressed in independent blocks, as a store of pages or records would keep it: Formatlab's own container, for candidates whose codec is applied by page or
 * by record. All numbers are little-endian:
 *
 *   offset  bytes
 *        0      8  the letters FLBLOCK1
 *        8      4  block size B: each block holds B bytes, the last what is left
 *       12      4  size D of the dictionary
 *       16      8  total size T of what is inside
 *       24      D  the dictionary that all blocks share
 *   24 + D    4 n  sizes of the n = ⌈T / B⌉ compressed blocks
 *     then         the compressed blocks, one behind the other, to the end of the file
 */

/** Sizes that pages of databases and small JSON records have. */
export const blockBytes = { page: 4_096, record: 700 } as const;
export type BlockGranularity = keyof typeof blockBytes;

/** Bytes of a block: the granularity's, or the nearest lower multiple of the codec's elements. Null where the file is compressed whole. */
export function blockBytesOf(granularity: string, elementBytes = 1): number | null {
  if (granularity !== 'page' && granularity !== 'record') return null;
  return Math.max(elementBytes, blockBytes[granularity] - (blockBytes[granularity] % elementBytes));
}

export interface BlockFile {
  readonly blockBytes: number;
  /** Of all blocks together, before compression. */
  readonly totalBytes: number;
  /** Empty where the blocks share none. */
  readonly dictionary: Uint8Array;
  /** Where in the file each compressed block begins, and behind the last where it ends: the file's own end. */
  readonly boundaries: readonly number[];
}

const magic = Uint8Array.from('FLBLOCK1', (letter) => letter.charCodeAt(0));
const headerBytes = 24;

/** What goes into a block file: as {@link BlockFile}, with the compressed blocks one behind the other and their sizes. */
export interface PackedBlocks extends Omit<BlockFile, 'boundaries'> {
  readonly sizes: readonly number[];
  readonly packed: Uint8Array;
}

/** What lies before the compressed blocks. */
export const blockFileFrontBytes = (dictionaryBytes: number, blockCount: number) =>
  headerBytes + dictionaryBytes + 4 * blockCount;

/** The file, in a buffer of its own. */
export function writeBlockFile({ packed, ...front }: PackedBlocks): Uint8Array<ArrayBuffer> {
  const frontBytes = blockFileFrontBytes(front.dictionary.length, front.sizes.length);
  const file = new Uint8Array(frontBytes + packed.length);
  writeBlockFileFront(file, front);
  file.set(packed, frontBytes);
  return file;
}

/** The same where the compressed blocks lie in `file` already, behind `blockFileFrontBytes`. */
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

/** Where the file's parts lie. Throws `decodeFailed` unless it is exactly one whole block file, and `tooLarge` where it claims to hold more than `limitBytes`. */
export function readBlockFile(file: Uint8Array, limitBytes: number): BlockFile {
  if (file.length < headerBytes || magic.some((byte, index) => file[index] !== byte))
    throw damaged('it does not begin as one does.');
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const size = view.getUint32(8, true);
  const lengthsStart = headerBytes + view.getUint32(12, true);
  const total = view.getBigUint64(16, true);
  if (size === 0) throw damaged('its blocks have no size.');
  if (total > BigInt(limitBytes)) throw tooLarge(total, limitBytes);
  const totalBytes = Number(total);
  const count = Math.ceil(totalBytes / size);
  let offset = lengthsStart + 4 * count;
  if (offset > file.length)
    throw damaged(`it ends at byte ${file.length}, before the sizes of its ${count} blocks do.`);
  const boundaries = [offset];
  for (let index = 0; index < count; index += 1) {
    offset += view.getUint32(lengthsStart + 4 * index, true);
    if (offset > file.length) throw damaged(`block ${index} runs past its end.`);
    boundaries.push(offset);
  }
  if (offset < file.length) throw damaged(`${file.length - offset} bytes follow its last block.`);
  return { blockBytes: size, totalBytes, dictionary: file.subarray(headerBytes, lengthsStart), boundaries };
}

function damaged(message: string): FormatlabError {
  return new FormatlabError({ tag: 'decodeFailed', stage: 'decode', message: `The block file is damaged: ${message}` });
}

function tooLarge(total: bigint, limitBytes: number): FormatlabError {
  return new FormatlabError({
    tag: 'tooLarge',
    stage: 'decode',
    message: `The block file claims to hold ${total.toLocaleString('en')} bytes, more than the ${limitBytes.toLocaleString('en')} that were allowed.`,
    remedy: 'Do not trust this file: it holds more than it should. If it is yours, choose a smaller one.',
  });
}
