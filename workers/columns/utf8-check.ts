const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/**
 * True if the bytes at `from` (inclusive) to `to` (exclusive) are UTF-8 (Unicode 17.0, table 3-7). For texts of some bytes it is faster than a call of
 * TextDecoder, and it makes no string.
 */
export function isUtf8(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to) {
    const first = bytes[at] as number;
    if (first < 0x80) {
      at += 1;
      continue;
    }
    const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first < 0xc2 || first > 0xf4 || at + length > to) return false;
    const second = bytes[at + 1] as number;
    if (!isContinuation(second)) return false;
    // These would be longer than needed, surrogates, or beyond U+10FFFF.
    if (first === 0xe0 && second < 0xa0) return false;
    if (first === 0xed && second > 0x9f) return false;
    if (first === 0xf0 && second < 0x90) return false;
    if (first === 0xf4 && second > 0x8f) return false;
    if (length > 2 && !isContinuation(bytes[at + 2])) return false;
    if (length > 3 && !isContinuation(bytes[at + 3])) return false;
    at += length;
  }
  return true;
}
