/** Concatenated byte strings: the i-th is data[offsets[i], offsets[i + 1]). */
export interface ByteStrings {
  /** Offsets into `data`: one more than there are strings, the first 0. */
  readonly offsets: Int32Array;
  readonly data: Uint8Array;
}
