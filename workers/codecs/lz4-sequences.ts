import { damagedDataError, overLimitError } from '../model/codec-failures';

/** Checks and decodes the sequences of LZ4 blocks (lz4_Block_format.md). LZ4 frames and raw LZ4 blocks share this code. */

/** The limits of the section “End of block restrictions” in lz4_Block_format.md, in bytes. */
const minLastLiterals = 5;
const minLastMatchDistance = 12;
const minMatch = 4;
/** The maximum distance of a match, also across the blocks of a frame if they are linked. */
const windowBytes = 65_535;

interface SequencesRequest {
  /** The codec's id, for error messages. */
  readonly codec: string;
  readonly input: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly output: Uint8Array;
  readonly outputStart: number;
  /** True if a match may refer to bytes before `outputStart`. */
  readonly linked: boolean;
  /** The maximum decoded size of a block that the frame header allows. */
  readonly maxBlockBytes: number;
  readonly limitBytes: number;
}

/** Reads the rest of a length: bytes of 255 and a last byte below 255, which are added to the token's four bits. */
function readLength(codec: string, input: Uint8Array, cursor: { at: number }, end: number, nibble: number): number {
  let length = nibble;
  if (nibble < 15) return length;
  for (;;) {
    const more = input[cursor.at];
    if (more === undefined || cursor.at >= end)
      throw damagedDataError(codec, 'a block ends in the middle of a length.');
    cursor.at += 1;
    length += more;
    if (more !== 255) return length;
  }
}

const readOffset = (input: Uint8Array, at: number) => (input[at] ?? 0) | ((input[at + 1] ?? 0) << 8);

/** The decoded size of a raw block, computed from its sequences alone. @throws `decodeFailed` if the block is truncated or a match reaches before its start. */
export function blockContentBytes(codec: string, input: Uint8Array): number {
  const cursor = { at: 0 };
  let sizeBytes = 0;
  for (;;) {
    const token = input[cursor.at];
    if (token === undefined) throw damagedDataError(codec, 'a block ends without its last literals.');
    cursor.at += 1;
    const literals = readLength(codec, input, cursor, input.length, token >> 4);
    cursor.at += literals;
    sizeBytes += literals;
    if (cursor.at === input.length) return sizeBytes;
    if (cursor.at > input.length) throw damagedDataError(codec, 'literals run past the end of their block.');
    if (cursor.at + 2 > input.length) throw damagedDataError(codec, 'a block ends in the middle of an offset.');
    const offset = readOffset(input, cursor.at);
    if (offset === 0 || offset > sizeBytes)
      throw damagedDataError(codec, `a match reaches ${offset} bytes back, but only ${sizeBytes} bytes precede it.`);
    cursor.at += 2;
    sizeBytes += minMatch + readLength(codec, input, cursor, input.length, token & 15);
  }
}

/** Decodes a block into `output` from `outputStart` and returns the end of its output. @throws `decodeFailed` on everything that the block format forbids. */
export function decodeSequences({
  codec,
  input,
  start,
  end,
  output,
  outputStart,
  linked,
  maxBlockBytes,
  limitBytes,
}: SequencesRequest): number {
  const outputEnd = Math.min(output.length, outputStart + maxBlockBytes);
  const room = (bytes: number) => {
    if (at + bytes <= outputEnd) return;
    if (outputEnd === limitBytes) throw overLimitError(codec, limitBytes);
    throw damagedDataError(codec, `a block decodes to more than the ${maxBlockBytes} bytes of its frame’s blocks.`);
  };
  const cursor = { at: start };
  let at = outputStart;
  let lastMatchStart: number | null = null;
  for (;;) {
    const token = input[cursor.at];
    if (token === undefined || cursor.at >= end)
      throw damagedDataError(codec, 'a block ends without its last literals.');
    cursor.at += 1;
    const literals = readLength(codec, input, cursor, end, token >> 4);
    if (cursor.at + literals > end) throw damagedDataError(codec, 'literals run past the end of their block.');
    room(literals);
    output.set(input.subarray(cursor.at, cursor.at + literals), at);
    cursor.at += literals;
    at += literals;
    if (cursor.at === end) {
      if (lastMatchStart !== null && literals < minLastLiterals)
        throw damagedDataError(
          codec,
          `a block ends with ${literals} literals; the format demands at least ${minLastLiterals}.`,
        );
      if (lastMatchStart !== null && at - lastMatchStart < minLastMatchDistance) {
        throw damagedDataError(
          codec,
          `the last match of a block begins ${at - lastMatchStart} bytes before its end; the format demands at least ${minLastMatchDistance}.`,
        );
      }
      return at;
    }
    if (cursor.at + 2 > end) throw damagedDataError(codec, 'a block ends in the middle of an offset.');
    const offset = readOffset(input, cursor.at);
    cursor.at += 2;
    const reach = linked ? Math.min(at, windowBytes) : at - outputStart;
    if (offset === 0 || offset > reach)
      throw damagedDataError(codec, `a match reaches ${offset} bytes back, but only ${reach} bytes precede it.`);
    const length = minMatch + readLength(codec, input, cursor, end, token & 15);
    room(length);
    lastMatchStart = at;
    if (offset >= length) output.copyWithin(at, at - offset, at - offset + length);
    else for (let index = 0; index < length; index += 1) output[at + index] = output[at + index - offset] ?? 0;
    at += length;
  }
}
