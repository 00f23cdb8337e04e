/** True if two byte arrays are equal. It loops over numbers, since `toEqual` and callbacks take seconds for the arrays in tests. */
export function areBytesEqual(a: Uint8Array, b: Uint8Array): boolean {
  const { length } = a;
  if (length !== b.length) return false;
  // Compare 32-bit words if both arrays are aligned.
  const wordCount = ((a.byteOffset | b.byteOffset) & 3) === 0 ? length >>> 2 : 0;
  const left = new Uint32Array(a.buffer, wordCount === 0 ? 0 : a.byteOffset, wordCount);
  const right = new Uint32Array(b.buffer, wordCount === 0 ? 0 : b.byteOffset, wordCount);
  for (let index = 0; index < wordCount; index += 1) if (left[index] !== right[index]) return false;
  for (let index = 4 * wordCount; index < length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}
