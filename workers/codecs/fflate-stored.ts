/** The maximum size of a stored block (RFC 1951, 3.2.4). */
const maxStoredBytes = 65_535;
/** The size of an empty stored block: a byte with the block type, two bytes of length and two bytes of the length's complement. */
const emptyBlockBytes = 5;

/**
 * Removes the surplus last block that fflate 0.8.3 writes at level 0 if the input's length is a multiple of 65,535. That block is empty and follows
 * the block already marked as the last, so zlib and the browser reject the file. fflate itself accepts it.
 *
 * Returns the corrected file in a new buffer. `trailerBytes` is the size of what follows the deflate stream.
 */
export function withoutSurplusBlock(
  file: Uint8Array<ArrayBuffer>,
  inputBytes: number,
  level: number,
  trailerBytes: number,
): Uint8Array<ArrayBuffer> {
  if (level !== 0 || inputBytes === 0 || inputBytes % maxStoredBytes !== 0) return file;
  const trailerStart = file.length - trailerBytes;
  const output = file.slice(0, file.length - emptyBlockBytes);
  output.set(file.subarray(trailerStart), trailerStart - emptyBlockBytes);
  return output;
}
