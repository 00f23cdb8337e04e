/** Bitmaps with the least significant bit first, as in Arrow. */

/** The bit at `index`, 0 or 1. It is 0 beyond the end of the bitmap. */
export const bitAt = (bits: Uint8Array, index: number): number => ((bits[index >> 3] ?? 0) >> (index & 7)) & 1;

/** The number of bits that are 1. */
export function countBits(bits: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bits.length; at += 1) {
    // Adds neighbouring bits, then pairs, then groups of four.
    const pairs = (bits[at] as number) - (((bits[at] as number) >> 1) & 0x55);
    const fours = (pairs & 0x33) + ((pairs >> 2) & 0x33);
    count += (fours + (fours >> 4)) & 15;
  }
  return count;
}

/** Bits [from, to) of a bitmap, moved to its start. Bits past the end are 0. The result is a view if no bit has to move. */
export function bitsBetween(bits: Uint8Array, from: number, to: number): Uint8Array {
  const length = (to - from + 7) >> 3;
  const shift = from & 7;
  const start = from >> 3;
  const rest = (to - from) & 7;
  const last = start + length - 1;
  const isClean = rest === 0 || length === 0 || (bits[last] ?? 0) >> rest === 0;
  if (shift === 0 && isClean) return bits.subarray(start, start + length);
  const moved = new Uint8Array(length);
  for (let at = 0; at < length; at += 1)
    moved[at] = ((bits[start + at] ?? 0) >> shift) | (shift === 0 ? 0 : (bits[start + at + 1] ?? 0) << (8 - shift));
  if (rest !== 0) moved[length - 1] = (moved[length - 1] ?? 0) & ((1 << rest) - 1);
  return moved;
}
