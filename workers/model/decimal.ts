/** Decimals as integers in units of 10^−scale, stored in int64 words in two's complement, the least significant word first. */

const wordMask = 0xffff_ffff_ffff_ffffn;

/** The integer in words [row × wordCount, (row + 1) × wordCount). */
export function wordsToInteger(words: BigInt64Array, row: number, wordCount: number): bigint {
  const end = (row + 1) * wordCount;
  let integer = words[end - 1] ?? 0n;
  for (let index = end - 2; index >= row * wordCount; index -= 1)
    integer = (integer << 64n) | ((words[index] ?? 0n) & wordMask);
  return integer;
}

/** Writes an integer into the words of a row. The integer must fit. */
export function integerToWords(integer: bigint, words: BigInt64Array, row: number, wordCount: number): void {
  let rest = integer;
  for (let index = row * wordCount; index < (row + 1) * wordCount; index += 1) {
    // The typed array keeps the lowest 64 bits.
    words[index] = rest;
    rest >>= 64n;
  }
}

/**
 * The decimal `integer` × 10^−scale with exactly `scale` digits after the point: −50 with scale 2 is `-0.50`; with scale −2 it is `-5000`.
 */
export function decimalText(integer: bigint, scale: number): string {
  if (scale <= 0) return `${integer}${integer === 0n ? '' : '0'.repeat(-scale)}`;
  const digits = String(integer < 0n ? -integer : integer).padStart(scale + 1, '0');
  return `${integer < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The integer in units of 10^−scale that equals the text exactly and has at most `precision` digits; null if there is none. */
export function parseDecimal(text: string, precision: number, scale: number): bigint | null {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/u.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return null;
  const shift = scale + Number(power) - fraction.length;
  let digits = (whole + fraction).replace(/^0+/u, '');
  if (digits === '') return 0n;
  if (shift < 0) {
    if (-shift > digits.length || /[^0]/u.test(digits.slice(shift))) return null;
    digits = digits.slice(0, shift);
  } else if (digits.length + shift > precision) return null;
  else digits += '0'.repeat(shift);
  if (digits.length > precision) return null;
  return sign === '-' ? -BigInt(digits) : BigInt(digits);
}
