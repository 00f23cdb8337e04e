import { createXXHash32 } from 'hash-wasm';
import type { CodecModule } from '../../model/entry';
import { compressFailed, damaged, overLimit } from '../failures';
import { type Lz4Block, type Lz4Frame, readLz4Frame } from './frame';

/** lz4_Block_format.md, “End of block restrictions”. */
const minLastLiterals = 5;
const minLastMatchDistance = 12;
const minMatch = 4;
/** How far back a match may reach, across blocks that are not independent. */
const windowBytes = 65_535;

/** A length's continuation: bytes of 255 and one below, added to the token's four bits. */
function readLength(input: Uint8Array, cursor: { at: number }, end: number, nibble: number): number {
  let length = nibble;
  if (nibble < 15) return length;
  for (;;) {
    const more = input[cursor.at];
    if (more === undefined || cursor.at >= end) throw damaged('lz4', 'a block ends in the middle of a length.');
    cursor.at += 1;
    length += more;
    if (more !== 255) return length;
  }
}

/** Decodes a block to `output` at `outputStart` and returns where it ended; throws on everything that the block format forbids. */
function decodeBlock(input: Uint8Array, block: Lz4Block, output: Uint8Array, outputStart: number, frame: Lz4Frame, limitBytes: number): number {
  const outputEnd = Math.min(output.length, outputStart + frame.maxBlockBytes);
  const room = (bytes: number) => {
    if (at + bytes <= outputEnd) return;
    if (outputEnd === limitBytes) throw overLimit('lz4', limitBytes);
    throw damaged('lz4', `a block decodes to more than the ${frame.maxBlockBytes} bytes of its frame’s blocks.`);
  };
  const cursor = { at: block.start };
  let at = outputStart;
  let lastMatchStart: number | null = null;
  for (;;) {
    const token = input[cursor.at];
    if (token === undefined || cursor.at >= block.end) throw damaged('lz4', 'a block ends without its last literals.');
    cursor.at += 1;
    const literals = readLength(input, cursor, block.end, token >> 4);
    if (cursor.at + literals > block.end) throw damaged('lz4', 'literals run past the end of their block.');
    room(literals);
    output.set(input.subarray(cursor.at, cursor.at + literals), at);
    cursor.at += literals;
    at += literals;
    if (cursor.at === block.end) {
      if (lastMatchStart !== null && literals < minLastLiterals)
        throw damaged('lz4', `a block ends with ${literals} literals; the format demands at least ${minLastLiterals}.`);
      if (lastMatchStart !== null && at - lastMatchStart < minLastMatchDistance) {
        throw damaged(
          'lz4',
          `the last match of a block begins ${at - lastMatchStart} bytes before its end; the format demands at least ${minLastMatchDistance}.`,
        );
      }
      return at;
    }
    if (cursor.at + 2 > block.end) throw damaged('lz4', 'a block ends in the middle of an offset.');
    const offset = (input[cursor.at] ?? 0) | ((input[cursor.at + 1] ?? 0) << 8);
    cursor.at += 2;
    const reach = frame.blocksIndependent ? at - outputStart : Math.min(at, windowBytes);
    if (offset === 0 || offset > reach) throw damaged('lz4', `a match reaches ${offset} bytes back where ${reach} are there.`);
    const length = minMatch + readLength(input, cursor, block.end, token & 15);
    room(length);
    lastMatchStart = at;
    if (offset >= length) output.copyWithin(at, at - offset, at - offset + length);
    else for (let index = 0; index < length; index += 1) output[at + index] = output[at + index - offset] ?? 0;
    at += length;
  }
}

/** A second decoder that enforces the formats’ rules: where it refuses what another wrote, that writer does not conform. */
export const codec: CodecModule = {
  async create() {
    const hasher = await createXXHash32(0);
    const checksum = (bytes: Uint8Array) => Number.parseInt(hasher.init().update(bytes).digest('hex'), 16);
    return {
      compress: () => {
        throw compressFailed('lz4', 'The LZ4 specification check only reads.');
      },
      decompress: (input, limitBytes) => {
        const frame = readLz4Frame(input);
        const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
        if (frame.hasDictionary) throw damaged('lz4', 'its frame asks for a dictionary that is not there.');
        const expect = (found: number, bytes: Uint8Array, what: string) => {
          if (found !== checksum(bytes)) throw damaged('lz4', `the checksum of its ${what} is wrong.`);
        };
        if (view.getUint8(frame.descriptorEnd) !== ((checksum(input.subarray(4, frame.descriptorEnd)) >> 8) & 0xff))
          throw damaged('lz4', 'the checksum of its header is wrong.');
        if ((frame.contentBytes ?? 0) > limitBytes) throw overLimit('lz4', limitBytes);
        const output = new Uint8Array(Math.min(frame.boundBytes, limitBytes));
        let sizeBytes = 0;
        for (const block of frame.blocks) {
          const bytes = input.subarray(block.start, block.end);
          if (frame.hasBlockChecksums) expect(view.getUint32(block.end, true), bytes, 'block');
          if (block.compressed) {
            sizeBytes = decodeBlock(input, block, output, sizeBytes, frame, limitBytes);
          } else {
            if (sizeBytes + bytes.length > output.length) throw overLimit('lz4', limitBytes);
            output.set(bytes, sizeBytes);
            sizeBytes += bytes.length;
          }
        }
        if (frame.contentBytes !== null && frame.contentBytes !== sizeBytes)
          throw damaged('lz4', `${sizeBytes} bytes came out where its header says ${frame.contentBytes}.`);
        const decoded = output.length === sizeBytes ? output : output.slice(0, sizeBytes);
        if (frame.hasContentChecksum) expect(view.getUint32(input.length - 4, true), decoded, 'content');
        return decoded;
      },
    };
  },
};
