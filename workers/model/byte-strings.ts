/** Byte strings one behind the other: the i-th is data[offsets[i], offsets[i + 1]). */
export interface ByteStrings {
  /** Count + 1 offsets into `data`, the first 0. */
  readonly offsets: Int32Array;
  readonly data: Uint8Array;
}
