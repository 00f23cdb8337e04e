import { blockMagics, blockMethods, type BlockKind, maxCompressionRatio } from './compression-setting';
import { malformedRoot } from './failures';
import type { BlockCompressor, BlockDecompressor } from './native-blocks';

/**
 * ROOT's framing of compressed data (core/zip/src/RZip.cxx): blocks of at most 16 MiB − 1, each after a header of 9 bytes. Two bytes name the algorithm, one the method or version, three
 * give the compressed and three the decompressed size, little-endian. A block of LZ4 begins with the XXH64 of its data.
 */
const headerBytes = 9;
const checksumBytes = 8;
const maxBlockBytes = 0xff_ffff;
/** Shorter data is never compressed (R__zipMultipleAlgorithm). */
const minBytes = headerBytes + 2;

/**
 * Compresses to `target`, which must be at least as long as the input. Returns the size including headers, or 0 if it would not be smaller than the input; ROOT stores such data
 * uncompressed.
 */
export function compressRecord(input: Uint8Array, compressor: BlockCompressor, target: Uint8Array): number {
  if (input.length < minBytes) return 0;
  const { algorithm } = compressor.compression;
  const prefixBytes = algorithm === 'lz4' ? headerBytes + checksumBytes : headerBytes;
  const room = target.subarray(0, input.length - 1);
  let end = 0;
  for (let from = 0; from < input.length; from += maxBlockBytes) {
    const block = input.length <= maxBlockBytes ? input : input.subarray(from, from + maxBlockBytes);
    if (end + prefixBytes >= room.length) return 0;
    const sizeBytes = compressor.compressInto(block, room, end + prefixBytes);
    if (sizeBytes === 0) return 0;
    const stored = sizeBytes + prefixBytes - headerBytes;
    if (stored > maxBlockBytes) return 0;
    const magic = blockMagics[algorithm];
    room[end] = magic.charCodeAt(0);
    room[end + 1] = magic.charCodeAt(1);
    room[end + 2] = blockMethods[algorithm];
    writeSize(room, end + 3, stored);
    writeSize(room, end + 6, block.length);
    if (algorithm === 'lz4')
      room.set(compressor.checksum(room.subarray(end + prefixBytes, end + prefixBytes + sizeBytes)), end + headerBytes);
    end += prefixBytes + sizeBytes;
  }
  return end;
}

function writeSize(target: Uint8Array, offset: number, size: number): void {
  target[offset] = size & 0xff;
  target[offset + 1] = (size >>> 8) & 0xff;
  target[offset + 2] = size >>> 16;
}

const readSize = (bytes: Uint8Array, offset: number) =>
  (bytes[offset] ?? 0) | ((bytes[offset + 1] ?? 0) << 8) | ((bytes[offset + 2] ?? 0) << 16);

const kindOf = new Map(Object.entries(blockMagics).map(([kind, magic]) => [magic, kind as BlockKind]));

interface Block {
  readonly kind: BlockKind;
  readonly from: number;
  readonly to: number;
  readonly sizeBytes: number;
}

function* blocksOf(record: Uint8Array, fileOffset: number): Generator<Block> {
  let at = 0;
  while (at < record.length) {
    if (at + headerBytes > record.length)
      throw malformedRoot('a compressed record ends in the middle of a block’s header', fileOffset + at);
    const magic = String.fromCharCode(record[at] ?? 0, record[at + 1] ?? 0);
    const kind = kindOf.get(magic);
    if (kind === undefined)
      throw malformedRoot(
        `a compressed block begins with ${JSON.stringify(magic)}, which stands for no known compression: the file is damaged, or newer than this reader`,
        fileOffset + at,
      );
    const from = at + headerBytes;
    const to = from + readSize(record, at + 3);
    const sizeBytes = readSize(record, at + 6);
    if (to > record.length)
      throw malformedRoot(
        `a compressed block claims ${to - from} bytes, but only ${record.length - from} are left in its record`,
        fileOffset + at,
      );
    if (sizeBytes > (to - from) * maxCompressionRatio[kind])
      throw malformedRoot(
        `a compressed block of ${to - from} bytes claims to decompress to ${sizeBytes}, more than ${kind} can reach`,
        fileOffset + at,
      );
    yield { kind, from, to, sizeBytes };
    at = to;
  }
}

/**
 * Decompresses a record to exactly `sizeBytes`. The result is read-only and valid until the decompressor's next call. `fileOffset` is the record's position, for errors.
 */
export function decompressRecord(
  record: Uint8Array,
  sizeBytes: number,
  decompressor: BlockDecompressor,
  fileOffset: number,
): Uint8Array {
  let whole: Uint8Array | null = null;
  let done = 0;
  for (const block of blocksOf(record, fileOffset)) {
    if (block.sizeBytes > sizeBytes - done)
      throw malformedRoot(
        `the blocks of a compressed record hold more than the ${sizeBytes} bytes that its key declares`,
        fileOffset + block.from,
      );
    const bytes = decompressBlock(record, block, decompressor, fileOffset);
    if (block.sizeBytes === sizeBytes && block.to === record.length) return bytes;
    whole ??= new Uint8Array(sizeBytes);
    whole.set(bytes, done);
    done += block.sizeBytes;
  }
  if (whole === null || done !== sizeBytes)
    throw malformedRoot(
      `the blocks of a compressed record hold ${done} bytes, but its key declares ${sizeBytes}`,
      fileOffset,
    );
  return whole;
}

function decompressBlock(
  record: Uint8Array,
  { kind, from, to, sizeBytes }: Block,
  decompressor: BlockDecompressor,
  fileOffset: number,
): Uint8Array {
  const dataFrom = kind === 'lz4' ? from + checksumBytes : from;
  if (dataFrom > to) throw malformedRoot('an LZ4 block is too short to hold its checksum', fileOffset + from);
  const data = record.subarray(dataFrom, to);
  if (kind === 'lz4') {
    const expected = decompressor.checksum(data);
    if (expected.some((byte, index) => byte !== record[from + index]))
      throw malformedRoot('the checksum of an LZ4 block does not match: its bytes were altered', fileOffset + from);
  }
  try {
    return decompressor.decompress(kind, data, sizeBytes);
  } catch (thrown) {
    throw malformedRoot(
      `a ${kind} block cannot be decompressed: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      fileOffset + from,
      thrown,
    );
  }
}

/**
 * Rejects a decompressed size that the record's blocks can't hold, before memory is allocated for it. Returns whether the record is compressed; like ROOT, by comparing the sizes.
 */
export function requirePossibleSize(record: Uint8Array, sizeBytes: number, fileOffset: number): boolean {
  if (sizeBytes <= record.length) {
    if (sizeBytes < record.length)
      throw malformedRoot(
        `an uncompressed record has ${record.length} bytes, but its key declares ${sizeBytes}`,
        fileOffset,
      );
    return false;
  }
  let declaredBytes = 0;
  for (const block of blocksOf(record, fileOffset)) declaredBytes += block.sizeBytes;
  if (declaredBytes !== sizeBytes)
    throw malformedRoot(
      `the blocks of a compressed record hold ${declaredBytes} bytes, but its key declares ${sizeBytes}`,
      fileOffset,
    );
  return true;
}
