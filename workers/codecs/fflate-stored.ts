/** Largest stored block (RFC 1951, 3.2.4). */
const maxStoredBytes = 65_535;
/** A byte with the block's type, the length and its complement. */
const emptyBlockBytes = 5;

/**
 * At level 0 fflate 0.8.3 ends an input whose length is a multiple of 65,535 with one block too many: an empty one after the block already marked as the last. zlib and
 * the browser refuse such a file, and fflate itself reads it. `file` less that block, in a buffer of its own; `trailerBytes` is what follows the stream.
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
