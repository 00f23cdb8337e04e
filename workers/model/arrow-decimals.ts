import { decimalWords } from './dataset';

/** Decimals in Arrow: 128 bits up to 38 digits, 256 beyond. Those of 32 and 64 bits are too new for many readers. */
export const arrowDecimalBits = (precision: number): 128 | 256 => (precision <= 38 ? 128 : 256);

/** Two's complement of that width; the sign fills the words that ours leave out. Little-endian, four bytes an element. */
export function arrowDecimals(values: BigInt64Array, precision: number): Uint32Array {
  const words = decimalWords(precision);
  const wide = arrowDecimalBits(precision) / 64;
  if (words === wide) return new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  const rowCount = values.length / words;
  const target = new BigInt64Array(rowCount * wide);
  for (let row = 0; row < rowCount; row += 1) {
    for (let word = 0; word < words; word += 1) target[row * wide + word] = values[row * words + word] ?? 0n;
    const sign = (values[(row + 1) * words - 1] ?? 0n) < 0n ? -1n : 0n;
    target.fill(sign, row * wide + words, (row + 1) * wide);
  }
  return new Uint32Array(target.buffer);
}
