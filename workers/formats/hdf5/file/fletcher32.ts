/** libhdf5's Fletcher-32 checksum (H5_checksum_fletcher32), over big-endian words of 16 bits. An odd last byte is the high byte of a word. */
export function fletcher32(bytes: Uint8Array): number {
  let sum1 = 0;
  let sum2 = 0;
  const words = Math.floor(bytes.length / 2);
  // After 360 words, both sums are still below 2^32.
  const mostWords = 360;
  for (let word = 0; word < words; ) {
    for (const end = Math.min(words, word + mostWords); word < end; word += 1) {
      sum1 += ((bytes[2 * word] ?? 0) << 8) | (bytes[2 * word + 1] ?? 0);
      sum2 += sum1;
    }
    sum1 = (sum1 & 0xffff) + (sum1 >>> 16);
    sum2 = (sum2 & 0xffff) + (sum2 >>> 16);
  }
  if (bytes.length % 2 === 1) {
    sum1 += (bytes[bytes.length - 1] ?? 0) << 8;
    sum2 += sum1;
    sum1 = (sum1 & 0xffff) + (sum1 >>> 16);
    sum2 = (sum2 & 0xffff) + (sum2 >>> 16);
  }
  sum1 = (sum1 & 0xffff) + (sum1 >>> 16);
  sum2 = (sum2 & 0xffff) + (sum2 >>> 16);
  return ((sum2 << 16) | sum1) >>> 0;
}

const checksumBytes = 4;

/** The content of a chunk that ends with its checksum. libhdf5 before 1.6.3 swapped the bytes of each half; both are right. `fail` throws. */
export function withoutChecksum(
  chunk: Uint8Array<ArrayBuffer>,
  fail: (what: string) => never,
): Uint8Array<ArrayBuffer> {
  if (chunk.length < checksumBytes) fail('has a chunk that is too short for its checksum');
  const content = chunk.subarray(0, chunk.length - checksumBytes);
  const stored = new DataView(chunk.buffer, chunk.byteOffset + content.length).getUint32(0, true);
  const sum = fletcher32(content);
  const swapped = (((sum & 0x00ff00ff) << 8) | ((sum >>> 8) & 0x00ff00ff)) >>> 0;
  if (stored !== sum && stored !== swapped) fail('has a chunk with a wrong checksum');
  return content;
}
