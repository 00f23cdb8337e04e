import { damagedDataError, overLimitError } from '../../model/codec-failures';

/**
 * Sizes declared by Zstandard data (RFC 8878), found by walking its frames block by block without decoding. They bound the decoded size before memory is
 * allocated for it. The walk also detects truncation and trailing data.
 */
interface ZstdFramesInfo {
  /** The sum of the decoded sizes that the frames declare; null if a frame declares none. */
  readonly contentBytes: number | null;
  /** An upper bound of the decoded size of all blocks. */
  readonly boundBytes: number;
  /** The largest window, in bytes, that a frame requires of a streaming decoder. */
  readonly windowBytes: number;
}

const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
/** The maximum decoded size of a block (RFC 8878, 3.1.1.2.3). It is smaller if the window is smaller. */
const maxBlockBytes = 128 * 1024;
const blockTypes = { raw: 0, runLength: 1, compressed: 2 } as const;

function need(input: Uint8Array, end: number) {
  if (end > input.length) throw damagedDataError('zstd', `it ends at byte ${input.length}, in the middle of a frame.`);
}

/** Reads a little-endian unsigned integer of `bytes` bytes at `offset`; exact up to 2^53. */
function readNumber(input: Uint8Array, offset: number, bytes: number): number {
  need(input, offset + bytes);
  let value = 0;
  for (let index = bytes - 1; index >= 0; index -= 1) value = value * 256 + (input[offset + index] ?? 0);
  return value;
}

interface FrameHeader {
  readonly end: number;
  readonly windowBytes: number;
  readonly contentBytes: number | null;
  readonly hasChecksum: boolean;
}

function readFrameHeader(input: Uint8Array, start: number): FrameHeader {
  const descriptor = readNumber(input, start + 4, 1);
  if ((descriptor & 0b1000) !== 0) throw damagedDataError('zstd', 'a reserved bit of a frame header is set.');
  const singleSegment = (descriptor & 0b100000) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 0b11] ?? 0;
  const sizeFlag = descriptor >> 6;
  const sizeFieldBytes = sizeFlag === 0 ? (singleSegment ? 1 : 0) : 1 << sizeFlag;
  let offset = start + 5;
  let windowBytes = 0;
  if (!singleSegment) {
    const window = readNumber(input, offset, 1);
    const base = 2 ** (10 + (window >> 3));
    windowBytes = base + (base / 8) * (window & 7);
    offset += 1;
  }
  if (readNumber(input, offset, dictionaryBytes) !== 0)
    throw damagedDataError('zstd', 'a frame needs a dictionary, and none was given.');
  offset += dictionaryBytes;
  const contentBytes =
    sizeFieldBytes === 0 ? null : readNumber(input, offset, sizeFieldBytes) + (sizeFieldBytes === 2 ? 256 : 0);
  if (singleSegment) windowBytes = contentBytes ?? 0;
  return { end: offset + sizeFieldBytes, windowBytes, contentBytes, hasChecksum: (descriptor & 0b100) !== 0 };
}

function walkBlocks(input: Uint8Array, header: FrameHeader): { end: number; boundBytes: number } {
  const blockLimit = Math.min(maxBlockBytes, header.windowBytes);
  let offset = header.end;
  let boundBytes = 0;
  for (;;) {
    const field = readNumber(input, offset, 3);
    offset += 3;
    const type = (field >> 1) & 0b11;
    const sizeBytes = field >> 3;
    if (type > blockTypes.compressed) throw damagedDataError('zstd', 'a block is of the reserved type.');
    if (sizeBytes > blockLimit)
      throw damagedDataError(
        'zstd',
        `a block of ${sizeBytes} bytes is larger than the ${blockLimit} that its frame allows.`,
      );
    boundBytes += type === blockTypes.compressed ? blockLimit : sizeBytes;
    offset += type === blockTypes.runLength ? 1 : sizeBytes;
    need(input, offset);
    if ((field & 1) === 1) break;
  }
  const end = offset + (header.hasChecksum ? 4 : 0);
  need(input, end);
  return { end, boundBytes };
}

/** @throws `decodeFailed` unless `input` consists of complete frames only; `tooLarge` if they declare more than `limitBytes`. */
export function readZstdFrames(input: Uint8Array, limitBytes: number): ZstdFramesInfo {
  if (input.length === 0) throw damagedDataError('zstd', 'it is empty.');
  let contentBytes: number | null = 0;
  let boundBytes = 0;
  let windowBytes = 0;
  let offset = 0;
  while (offset < input.length) {
    const magic = readNumber(input, offset, 4);
    if (magic >= skippableMagic && magic < skippableMagic + 16) {
      offset += 8 + readNumber(input, offset + 4, 4);
      need(input, offset);
      continue;
    }
    if (magic !== frameMagic)
      throw damagedDataError('zstd', `no frame begins at byte ${offset}; it is damaged or followed by other data.`);
    const header = readFrameHeader(input, offset);
    const blocks = walkBlocks(input, header);
    if (header.contentBytes !== null && header.contentBytes > blocks.boundBytes)
      throw damagedDataError('zstd', `a frame declares ${header.contentBytes} bytes, which its blocks cannot hold.`);
    contentBytes = contentBytes === null || header.contentBytes === null ? null : contentBytes + header.contentBytes;
    boundBytes += header.contentBytes ?? blocks.boundBytes;
    windowBytes = Math.max(windowBytes, header.windowBytes);
    offset = blocks.end;
  }
  if (contentBytes !== null && contentBytes > limitBytes) throw overLimitError('zstd', limitBytes);
  return { contentBytes, boundBytes, windowBytes };
}
