/** The checksums of a record: six bits in its first byte, and an optional CRC of 8, 16 or 32 bits. */

/** The number of bytes whose sums fit the 16-bit lanes below; each word adds at most 2 × 255. */
const wordsPerBatch = 128;

/** The sum of data[start, end), modulo 2^32. `words` covers all of data's buffer. */
function byteSum(data: Uint8Array, words: Uint32Array, start: number, end: number): number {
  let sum = 0;
  let at = start;
  const { byteOffset } = data;
  while (at < end && ((byteOffset + at) & 3) !== 0) sum += data[at++] ?? 0;
  let word = (byteOffset + at) >>> 2;
  let left = (end - at) >>> 2;
  at += left * 4;
  while (left > 0) {
    const batchEnd = word + Math.min(left, wordsPerBatch);
    left -= batchEnd - word;
    let lanes = 0;
    for (; word < batchEnd; word += 1) {
      const four = words[word] ?? 0;
      lanes = (lanes + (four & 0x00ff00ff) + ((four >>> 8) & 0x00ff00ff)) | 0;
    }
    sum += (lanes & 0xffff) + (lanes >>> 16);
  }
  while (at < end) sum += data[at++] ?? 0;
  return sum;
}

/** The low six bits of a record's first byte, from 3 to 63: a checksum of key and stored value, which are adjacent. */
export function magicChecksum(data: Uint8Array, words: Uint32Array, start: number, end: number): number {
  return ((11 + byteSum(data, words, start, end)) % 61) + 3;
}

/** The whole 32-bit words of the buffer under `data`, for {@link magicChecksum}. */
export function wordsOf(data: Uint8Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  return new Uint32Array(data.buffer, 0, data.buffer.byteLength >>> 2);
}

function table(step: (value: number) => number, first: (byte: number) => number): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = first(byte);
    for (let bit = 0; bit < 8; bit += 1) value = step(value);
    return value;
  });
}

const sameByte = (byte: number) => byte;
/** The table for polynomial 0x07. */
const crc8Table = table((value) => ((value & 0x80) === 0 ? value << 1 : (value << 1) ^ 0x07) & 0xff, sameByte);
/** The table for XMODEM's CRC: polynomial 0x1021, no reflection, initial value 0. */
const crc16Table = table(
  (value) => ((value & 0x8000) === 0 ? value << 1 : (value << 1) ^ 0x1021) & 0xffff,
  (byte) => byte << 8,
);
/** The table for zlib's CRC-32. */
const crc32Table = table((value) => ((value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ 0xedb88320) >>> 0, sameByte);
const further = (previous: Uint32Array) =>
  previous.map((value) => ((value >>> 8) ^ (crc32Table[value & 0xff] ?? 0)) >>> 0);
/** Tables for four bytes at a time: the effect of each of them on the result. */
const crc32Second = further(crc32Table);
const crc32Third = further(crc32Second);
const crc32Fourth = further(crc32Third);

/** The CRC of data[start, end) with a width of `widthBytes` (1, 2 or 4). */
export function crcOf(widthBytes: number, data: Uint8Array, start: number, end: number): number {
  let crc = 0;
  if (widthBytes === 1) {
    for (let at = start; at < end; at += 1) crc = crc8Table[crc ^ (data[at] ?? 0)] ?? 0;
    return crc;
  }
  if (widthBytes === 2) {
    for (let at = start; at < end; at += 1)
      crc = ((crc16Table[(crc >>> 8) ^ (data[at] ?? 0)] ?? 0) ^ (crc << 8)) & 0xffff;
    return crc;
  }
  crc = -1;
  let at = start;
  for (const whole = start + ((end - start) & ~3); at < whole; at += 4) {
    crc ^= (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16) | ((data[at + 3] ?? 0) << 24);
    crc =
      (crc32Fourth[crc & 0xff] ?? 0) ^
      (crc32Third[(crc >>> 8) & 0xff] ?? 0) ^
      (crc32Second[(crc >>> 16) & 0xff] ?? 0) ^
      (crc32Table[crc >>> 24] ?? 0);
  }
  for (; at < end; at += 1) crc = (crc >>> 8) ^ (crc32Table[(crc ^ (data[at] ?? 0)) & 0xff] ?? 0);
  return ~crc >>> 0;
}
