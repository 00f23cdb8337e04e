import { maxInt64 } from './opcodes';

const scratch = new DataView(new ArrayBuffer(9));

/** An integer of at most 64 bits, or an uint64, in two's complement with as few bytes as hold the sign. The bytes are valid until the next call. */
export function shortestIntegerBytes(value: bigint): Uint8Array {
  scratch.setBigInt64(0, value, true);
  // The ninth byte is 0.
  if (value > maxInt64) return new Uint8Array(scratch.buffer);
  const bytes = new Uint8Array(scratch.buffer, 0, 8);
  const filler = value < 0n ? 0xff : 0;
  let length = 8;
  while (length > 1 && bytes[length - 1] === filler && (bytes[length - 2] as number) >>> 7 === (filler & 1))
    length -= 1;
  return bytes.subarray(0, length);
}
