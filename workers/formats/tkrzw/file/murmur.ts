/**
 * Computes the bucket of a key: MurmurHash64A (Austin Appleby, public domain) with Tkrzw's seed, folded to 32 bits, modulo the number of buckets. A 64-bit word is two 32-bit numbers,
 * because BigInt would allocate at each step.
 */

const seed = 19_780_211;
const mulHigh = 0xc6a4a793;
const mulLow = 0x5bd1e995;
const mulLow0 = mulLow & 0xffff;
const mulLow1 = mulLow >>> 16;

/** The high word of the last product. The low word is returned; this avoids allocating an object for both. */
let productHigh = 0;

/** (high, low) × Murmur's multiplier, modulo 2^64. */
function multiply(high: number, low: number): number {
  const low0 = low & 0xffff;
  const low1 = low >>> 16;
  const p00 = low0 * mulLow0;
  const p01 = low0 * mulLow1;
  const p10 = low1 * mulLow0;
  const middle = (p00 >>> 16) + (p01 & 0xffff) + (p10 & 0xffff);
  const carry = (p01 >>> 16) + (p10 >>> 16) + (middle >>> 16);
  productHigh = (low1 * mulLow1 + carry + Math.imul(high, mulLow) + Math.imul(low, mulHigh)) | 0;
  return Math.imul(low, mulLow);
}

/** The bucket of the key data[start, end); there are fewer than 2^32 buckets. */
export function bucketOf(data: Uint8Array, start: number, end: number, bucketCount: number): number {
  const length = end - start;
  // The length is below 2^32, but its product with the multiplier is not.
  let low = multiply(0, length) ^ seed;
  let high = productHigh;
  let at = start;
  for (const whole = start + (length & ~7); at < whole; at += 8) {
    const wordLow =
      (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16) | ((data[at + 3] ?? 0) << 24);
    const wordHigh =
      (data[at + 4] ?? 0) | ((data[at + 5] ?? 0) << 8) | ((data[at + 6] ?? 0) << 16) | ((data[at + 7] ?? 0) << 24);
    let mixed = multiply(wordHigh, wordLow);
    // num ^= num >> 47, which uses the upper 17 bits of the high word.
    mixed ^= productHigh >>> 15;
    mixed = multiply(productHigh, mixed);
    const mixedHigh = productHigh;
    low = multiply(high, low) ^ mixed;
    high = productHigh ^ mixedHigh;
  }
  if (at < end) {
    const rest = end - at;
    for (let index = 0; index < rest; index += 1) {
      const byte = data[at + index] ?? 0;
      if (index < 4) low ^= byte << (8 * index);
      else high ^= byte << (8 * (index - 4));
    }
    low = multiply(high, low);
    high = productHigh;
  }
  low ^= high >>> 15;
  low = multiply(high, low);
  high = productHigh;
  low ^= high >>> 15;
  const both = high ^ low;
  const folded = (both << 16) | (both >>> 16);
  return (folded >>> 0) % bucketCount;
}
