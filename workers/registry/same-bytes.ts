/** Whether two runs of bytes are equal. A loop over numbers, since toEqual and callbacks take seconds for what tests compare. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  const { length } = a;
  if (length !== b.length) return false;
  // Words where both begin at one.
  const wordCount = ((a.byteOffset | b.byteOffset) & 3) === 0 ? length >>> 2 : 0;
  const left = new Uint32Array(a.buffer, wordCount === 0 ? 0 : a.byteOffset, wordCount);
  const right = new Uint32Array(b.buffer, wordCount === 0 ? 0 : b.byteOffset, wordCount);
  for (let index = 0; index < wordCount; index += 1) if (left[index] !== right[index]) return false;
  for (let index = 4 * wordCount; index < length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}
