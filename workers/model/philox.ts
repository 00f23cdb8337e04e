/**
 * Philox4x32-10, the counter-based random generator of Random123 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2,
 * 3", SC11). 128 random bits are a pure function of a 128-bit counter and a 64-bit key. So any part of a dataset can be generated alone and
 * in any order, and numpy generates the same bits. The multipliers and key increments are the paper's.
 */
const multiplier0 = 0xd2511f53;
const multiplier1 = 0xcd9e8d57;
const keyStep0 = 0x9e3779b9 | 0;
const keyStep1 = 0xbb67ae85 | 0;

const low0 = multiplier0 & 0xffff;
const high0 = multiplier0 >>> 16;
const low1 = multiplier1 & 0xffff;
const high1 = multiplier1 >>> 16;

/** One stream of random numbers of the Philox generator: its key, and the words of the counter that stay fixed. */
export interface PhiloxStream {
  readonly key: readonly [number, number];
  /** Counter words 1 to 3. Word 0 counts blocks. */
  readonly counter: readonly [number, number, number];
}

/**
 * Fills `out` (length a multiple of 4) with the blocks of counters `firstBlock`, `firstBlock + 1` … in word 0, four 32-bit words for each
 * block. The high half of each 32 × 32-bit product is assembled from 16-bit halves, since JavaScript has no fast wider product.
 */
export function philoxFill(out: Uint32Array, firstBlock: number, { key, counter }: PhiloxStream): void {
  const key0 = key[0] | 0;
  const key1 = key[1] | 0;
  const counter1 = counter[0] | 0;
  const counter2 = counter[1] | 0;
  const counter3 = counter[2] | 0;
  let block = firstBlock | 0;
  for (let at = 0; at < out.length; at += 4) {
    let c0 = block;
    let c1 = counter1;
    let c2 = counter2;
    let c3 = counter3;
    let k0 = key0;
    let k1 = key1;
    for (let round = 0; round < 10; round += 1) {
      const x = c0 & 0xffff;
      const y = c0 >>> 16;
      const middle = (Math.imul(high0, x) + (Math.imul(low0, x) >>> 16)) | 0;
      const cross = (Math.imul(low0, y) + (middle & 0xffff)) | 0;
      const productHigh0 = (Math.imul(high0, y) + (middle >>> 16) + (cross >>> 16)) | 0;
      const productLow0 = Math.imul(multiplier0, c0);

      const u = c2 & 0xffff;
      const v = c2 >>> 16;
      const middle1 = (Math.imul(high1, u) + (Math.imul(low1, u) >>> 16)) | 0;
      const cross1 = (Math.imul(low1, v) + (middle1 & 0xffff)) | 0;
      const productHigh1 = (Math.imul(high1, v) + (middle1 >>> 16) + (cross1 >>> 16)) | 0;
      const productLow1 = Math.imul(multiplier1, c2);

      c0 = productHigh1 ^ c1 ^ k0;
      c1 = productLow1;
      c2 = productHigh0 ^ c3 ^ k1;
      c3 = productLow0;
      k0 = (k0 + keyStep0) | 0;
      k1 = (k1 + keyStep1) | 0;
    }
    out[at] = c0;
    out[at + 1] = c1;
    out[at + 2] = c2;
    out[at + 3] = c3;
    block = (block + 1) | 0;
  }
}

/** One block: the four words of one counter. */
export function philoxBlock(
  counter: readonly [number, number, number, number],
  key: readonly [number, number],
): Uint32Array {
  const out = new Uint32Array(4);
  philoxFill(out, counter[0], { key, counter: [counter[1], counter[2], counter[3]] });
  return out;
}

/** k·2⁻⁵³ from the top 27 bits of `a` and the top 26 bits of `b`: uniform over [0, 1), and exact. */
export function uniform53(a: number, b: number): number {
  return ((a >>> 5) * 0x4000000 + (b >>> 6)) * 2 ** -53;
}
