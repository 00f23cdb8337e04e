/** Reads and writes the fixed-width fields of a line, as bytes. */

const space = 0x20;
const minus = 0x2d;
const zero = 0x30;
const point = 0x2e;

/** The result of reading a field that is not a number. */
export const unreadableNumber = -0x80000000;

/** Reads an integer within [from, to); a blank field is 0. The line ends at `end`; bytes beyond it count as blank. */
export function readInteger(bytes: Uint8Array, from: number, to: number, end: number): number {
  let at = from;
  const stop = Math.min(to, end);
  while (at < stop && bytes[at] === space) at += 1;
  if (at >= stop) return 0;
  const negative = bytes[at] === minus;
  if (negative) at += 1;
  let value = 0;
  let digits = 0;
  for (; at < stop; at += 1) {
    const digit = (bytes[at] as number) - zero;
    if (digit < 0 || digit > 9) break;
    value = 10 * value + digit;
    digits += 1;
  }
  while (at < stop && bytes[at] === space) at += 1;
  if (digits === 0 || at < stop) return unreadableNumber;
  return negative ? -value : value;
}

/** The number of digits that a JavaScript number holds exactly. */
const exactDigits = 15;

/** Reads a decimal number within [from, to) and rounds it to ten-thousandths; a blank field is 0. */
export function readTenThousandths(bytes: Uint8Array, from: number, to: number, end: number): number {
  let at = from;
  const stop = Math.min(to, end);
  while (at < stop && bytes[at] === space) at += 1;
  if (at >= stop) return 0;
  const start = at;
  const negative = bytes[at] === minus;
  if (negative) at += 1;
  let value = 0;
  let digits = 0;
  let decimals = -1;
  for (; at < stop; at += 1) {
    const byte = bytes[at] as number;
    if (byte === point && decimals < 0) {
      decimals = 0;
      continue;
    }
    const digit = byte - zero;
    if (digit < 0 || digit > 9) break;
    value = 10 * value + digit;
    digits += 1;
    if (decimals >= 0) decimals += 1;
  }
  if (digits > 0 && digits <= exactDigits && at >= stop) {
    if (decimals === 4) return negative ? -value : value;
    const scaled = decimals < 4 ? value * 10 ** (4 - Math.max(0, decimals)) : Math.round(value / 10 ** (decimals - 4));
    return negative && scaled !== 0 ? -scaled : scaled;
  }
  // The slow path: an exponent, trailing spaces, or more digits than are exact.
  const text = String.fromCharCode(...bytes.subarray(start, Math.min(stop, start + 40))).trim();
  const parsed = /^-?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?$/u.test(text)
    ? Math.round(Number(text) * 10_000)
    : Number.NaN;
  return Number.isFinite(parsed) && Math.abs(parsed) < 2 ** 53 && parsed !== unreadableNumber
    ? parsed + 0
    : unreadableNumber;
}

/** Writes an integer right-aligned before `end`, over spaces. */
export function writeInteger(bytes: Uint8Array, value: number, end: number): void {
  let at = end - 1;
  let rest = value < 0 ? -value : value;
  do {
    const next = (rest / 10) | 0;
    bytes[at] = zero + rest - 10 * next;
    rest = next;
    at -= 1;
  } while (rest > 0);
  if (value < 0) bytes[at] = minus;
}

/** Writes a number right-aligned before `end`, over spaces, with four decimals. `value` is in ten-thousandths, with at most nine digits. */
export function writeTenThousandths(bytes: Uint8Array, value: number, end: number): void {
  let at = end - 1;
  let rest = value < 0 ? -value : value;
  for (let decimal = 0; decimal < 4; decimal += 1) {
    const next = (rest / 10) | 0;
    bytes[at] = zero + rest - 10 * next;
    rest = next;
    at -= 1;
  }
  bytes[at] = point;
  writeInteger(bytes, rest, at);
  if (value >= 0) return;
  at -= 1;
  while (bytes[at] !== space) at -= 1;
  bytes[at] = minus;
}
