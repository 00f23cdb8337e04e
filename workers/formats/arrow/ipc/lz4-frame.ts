import { FormatlabError } from '../../../model/errors';

/**
 * Writes and reads LZ4 frames (https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md). Unlike npm's lz4js, it follows the format's rules for a block's
 * end: the last 5 bytes are literals, and the last match begins at least 12 bytes before the end.
 */
const magic = 0x184d2204;
const lastLiteralBytes = 5;
const matchMarginBytes = 12;
const minMatchBytes = 4;
const maxOffset = 65_535;
const hashBits = 16;
const uncompressedFlag = 0x80000000;

/** The header of every frame: version 1, independent blocks of at most 4 MiB, no checksums, no content size. The last byte is the header's checksum. */
const descriptor = [0x60, 0x70, 0x73] as const;
const blockBytes = 4 * 1024 * 1024;

const hashTable = new Int32Array(1 << hashBits);

export function compressLz4Frame(input: Uint8Array): Uint8Array<ArrayBuffer> {
  const blockCount = Math.ceil(input.length / blockBytes);
  const output = new Uint8Array(7 + blockCount * 4 + boundOf(input.length) + 4);
  const view = new DataView(output.buffer);
  view.setUint32(0, magic, true);
  output.set(descriptor, 4);
  let at = 7;
  for (let start = 0; start < input.length; start += blockBytes) {
    const block = input.subarray(start, start + blockBytes);
    const compressedBytes = compressBlock(block, output, at + 4);
    const stored = compressedBytes >= block.length;
    if (stored) output.set(block, at + 4);
    view.setUint32(at, stored ? uncompressedFlag + block.length : compressedBytes, true);
    at += 4 + (stored ? block.length : compressedBytes);
  }
  view.setUint32(at, 0, true);
  return output.slice(0, at + 4);
}

const boundOf = (bytes: number) => bytes + Math.ceil(bytes / 255) + 16 * Math.max(1, Math.ceil(bytes / blockBytes));

/** Writes one block at `at` of the output, which must have room for the worst case, and returns the block's length. */
function compressBlock(input: Uint8Array, output: Uint8Array, start: number): number {
  const end = input.length;
  const matchLimit = end - matchMarginBytes;
  const copyLimit = end - lastLiteralBytes;
  hashTable.fill(-1);
  let at = start;
  let anchor = 0;
  let position = 0;
  let misses = 1 << 6;
  while (position <= matchLimit) {
    const sequence = word(input, position);
    const hash = Math.imul(sequence, 0x9e3779b1) >>> (32 - hashBits);
    const candidate = hashTable[hash] ?? -1;
    hashTable[hash] = position;
    if (candidate < 0 || position - candidate > maxOffset || word(input, candidate) !== sequence) {
      // The step grows while no match is found, so that incompressible data is skipped quickly.
      position += misses >> 6;
      misses += 1;
      continue;
    }
    misses = 1 << 6;
    let matchEnd = position + minMatchBytes;
    let source = candidate + minMatchBytes;
    while (matchEnd < copyLimit && input[matchEnd] === input[source]) {
      matchEnd += 1;
      source += 1;
    }
    at = writeLiterals(input, anchor, position, output, at, matchEnd - position - minMatchBytes);
    const offset = position - candidate;
    output[at] = offset & 255;
    output[at + 1] = offset >> 8;
    at = writeLength(output, at + 2, matchEnd - position - minMatchBytes);
    position = matchEnd;
    anchor = matchEnd;
  }
  return writeLiterals(input, anchor, end, output, at, 0) - start;
}

const word = (input: Uint8Array, at: number) =>
  (input[at] ?? 0) | ((input[at + 1] ?? 0) << 8) | ((input[at + 2] ?? 0) << 16) | ((input[at + 3] ?? 0) << 24);

/** Writes a sequence: token, literals, and the match length minus 4 in the token's lower four bits. */
function writeLiterals(
  input: Uint8Array,
  from: number,
  to: number,
  output: Uint8Array,
  at: number,
  matchLength: number,
): number {
  const literals = to - from;
  output[at] = (Math.min(literals, 15) << 4) | Math.min(matchLength, 15);
  const next = writeLength(output, at + 1, literals);
  if (literals < 32) for (let index = 0; index < literals; index += 1) output[next + index] = input[from + index] ?? 0;
  else output.set(input.subarray(from, to), next);
  return next + literals;
}

/** Writes the part of a length that the token's 4 bits cannot hold. */
function writeLength(output: Uint8Array, at: number, length: number): number {
  if (length < 15) return at;
  let left = length - 15;
  let next = at;
  for (; left >= 255; left -= 255) output[next++] = 255;
  output[next++] = left;
  return next;
}

/** The decoded content of one frame, which must have exactly `sizeBytes`. Blocks may depend on each other. Checksums are not checked. */
export function decompressLz4Frame(input: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  if (input.length < 11 || view.getUint32(0, true) !== magic || view.getUint8(4) >> 6 !== 1)
    throw damaged('does not begin like an LZ4 frame');
  const flags = view.getUint8(4);
  const hasBlockChecksums = (flags & 0x10) !== 0;
  let at = 7 + ((flags & 0x08) !== 0 ? 8 : 0) + ((flags & 0x01) !== 0 ? 4 : 0);
  // One byte of input adds at most 255 bytes to a length, so a larger claim is rejected before memory is allocated for it.
  if (sizeBytes > input.length * 255) throw damaged(`has ${input.length} bytes, too few for the declared ${sizeBytes}`);
  const output = new Uint8Array(sizeBytes);
  let end = 0;
  for (;;) {
    if (at + 4 > input.length) throw damaged('is cut short');
    const field = view.getUint32(at, true);
    at += 4;
    if (field === 0) break;
    const length = field & 0x7fffffff;
    if (at + length > input.length) throw damaged('is cut short');
    const block = input.subarray(at, at + length);
    if (field >= uncompressedFlag) {
      if (end + length > sizeBytes) throw damaged(`holds more than ${sizeBytes} bytes`);
      output.set(block, end);
      end += length;
    } else end = decompressBlock(block, output, end);
    at += length + (hasBlockChecksums ? 4 : 0);
  }
  if (end !== sizeBytes) throw damaged(`holds ${end} bytes, but declares ${sizeBytes}`);
  return output;
}

function decompressBlock(block: Uint8Array, output: Uint8Array, start: number): number {
  let at = 0;
  let end = start;
  while (at < block.length) {
    const token = block[at++] ?? 0;
    let literals = token >> 4;
    if (literals === 15) {
      let byte = 255;
      while (byte === 255 && at < block.length) {
        byte = block[at++] ?? 0;
        literals += byte;
      }
    }
    if (at + literals > block.length || end + literals > output.length)
      throw damaged('has literals that reach past its end');
    if (literals < 32) for (let index = 0; index < literals; index += 1) output[end + index] = block[at + index] ?? 0;
    else output.set(block.subarray(at, at + literals), end);
    at += literals;
    end += literals;
    if (at === block.length) break;
    if (at + 2 > block.length) throw damaged('ends in the middle of a match');
    const offset = (block[at] ?? 0) | ((block[at + 1] ?? 0) << 8);
    at += 2;
    let length = token & 15;
    if (length === 15) {
      let byte = 255;
      while (byte === 255 && at < block.length) {
        byte = block[at++] ?? 0;
        length += byte;
      }
    }
    length += minMatchBytes;
    if (offset === 0 || offset > end || end + length > output.length)
      throw damaged('has a match that begins outside its content');
    if (offset >= length && length >= 32) output.copyWithin(end, end - offset, end - offset + length);
    else for (let index = 0; index < length; index += 1) output[end + index] = output[end + index - offset] ?? 0;
    end += length;
  }
  return end;
}

function damaged(what: string): FormatlabError {
  return new FormatlabError({
    tag: 'malformedInput',
    stage: 'decode',
    format: 'arrow',
    codec: 'lz4',
    message: `An LZ4 frame in the file ${what}.`,
  });
}
