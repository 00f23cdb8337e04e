import { damagedDataError } from '../../model/codec-failures';

/**
 * The positions of the blocks of one LZ4 frame (lz4_Frame_format.md 1.6). They are found before any block is decoded, so that truncated frames, trailing
 * data and impossible sizes are rejected without allocating memory for them.
 */
interface Lz4Frame {
  readonly blocksIndependent: boolean;
  readonly hasBlockChecksums: boolean;
  readonly hasContentChecksum: boolean;
  readonly hasDictionary: boolean;
  /** The exclusive end of the frame descriptor, which the header checksum covers. The descriptor starts at byte 4. */
  readonly descriptorEnd: number;
  readonly contentBytes: number | null;
  readonly maxBlockBytes: number;
  readonly blocks: readonly Lz4Block[];
  /** An upper bound of the decoded size of all blocks. */
  readonly boundBytes: number;
}

interface Lz4Block {
  readonly start: number;
  readonly end: number;
  readonly compressed: boolean;
}

const magic = 0x184d2204;
/** The maximum ratio of a block: one byte of input adds at most 255 bytes to a match length. */
const maxRatio = 255;
const blockSizes = new Map([
  [4, 64 * 1024],
  [5, 256 * 1024],
  [6, 1024 * 1024],
  [7, 4 * 1024 * 1024],
]);

/** @throws `decodeFailed` unless `input` is exactly one complete frame. */
export function readLz4Frame(input: Uint8Array): Lz4Frame {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const need = (end: number) => {
    if (end > input.length)
      throw damagedDataError('lz4', `it ends at byte ${input.length}, in the middle of its frame.`);
  };
  need(7);
  if (view.getUint32(0, true) !== magic)
    throw damagedDataError('lz4', 'it does not begin with the magic number of an LZ4 frame.');
  const flags = view.getUint8(4);
  const sizeField = view.getUint8(5);
  if (flags >> 6 !== 1)
    throw damagedDataError('lz4', `its frame has version ${flags >> 6}; only version 1 is defined.`);
  if ((flags & 0b10) !== 0 || (sizeField & 0b10001111) !== 0)
    throw damagedDataError('lz4', 'reserved bits of its frame header are set.');
  const maxBlockBytes = blockSizes.get(sizeField >> 4);
  if (maxBlockBytes === undefined)
    throw damagedDataError('lz4', `its block size ${sizeField >> 4} is not between 4 and 7.`);
  const hasContentSize = (flags & 0b1000) !== 0;
  const hasDictionary = (flags & 0b1) !== 0;
  const descriptorEnd = 6 + (hasContentSize ? 8 : 0) + (hasDictionary ? 4 : 0);
  need(descriptorEnd + 1);
  const contentBytes = hasContentSize ? Number(view.getBigUint64(6, true)) : null;
  const hasBlockChecksums = (flags & 0b10000) !== 0;
  const hasContentChecksum = (flags & 0b100) !== 0;
  const blocks: Lz4Block[] = [];
  let boundBytes = 0;
  let offset = descriptorEnd + 1;
  for (;;) {
    need(offset + 4);
    const field = view.getUint32(offset, true);
    offset += 4;
    if (field === 0) break;
    const sizeBytes = field & 0x7fffffff;
    const compressed = field < 0x80000000;
    if (!compressed && sizeBytes > maxBlockBytes)
      throw damagedDataError('lz4', `a block of ${sizeBytes} bytes is larger than the frame’s ${maxBlockBytes}.`);
    need(offset + sizeBytes);
    blocks.push({ start: offset, end: offset + sizeBytes, compressed });
    boundBytes += compressed ? Math.min(maxBlockBytes, sizeBytes * maxRatio) : sizeBytes;
    offset += sizeBytes + (hasBlockChecksums ? 4 : 0);
  }
  if (hasContentChecksum) offset += 4;
  need(offset);
  if (offset < input.length)
    throw damagedDataError('lz4', `${input.length - offset} bytes follow the end of its frame.`);
  if (contentBytes !== null && contentBytes > boundBytes)
    throw damagedDataError('lz4', `its header declares ${contentBytes} bytes, which its blocks cannot hold.`);
  return {
    blocksIndependent: (flags & 0b100000) !== 0,
    hasBlockChecksums,
    hasContentChecksum,
    hasDictionary,
    descriptorEnd,
    contentBytes,
    maxBlockBytes,
    blocks,
    boundBytes,
  };
}
