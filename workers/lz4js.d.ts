/** lz4js ships no types; these are the calls that are used. */
declare module 'lz4js' {
  const lz4: {
    /** One frame: blocks of at most 4 MiB that refer to each other, no checksum of the content, no content size. */
    compress(source: Uint8Array): Uint8Array<ArrayBuffer>;
    /** Decodes one frame into `target` and returns how many bytes it made; what does not fit is counted but not written. Checks neither offsets nor checksums. */
    decompressFrame(source: Uint8Array, target: Uint8Array): number;
    compressBound(sizeBytes: number): number;
    /**
     * One raw block; returns how many bytes it made, 0 where it found no match. `table` has 65,536 places and must hold zeros: it takes what an earlier block
     * left there for its own.
     */
    compressBlock(
      source: Uint8Array,
      target: Uint8Array,
      sourceStart: number,
      sourceBytes: number,
      table: Uint32Array,
    ): number;
    /** Decodes one raw block and returns where it ended in `target`. Checks neither offsets nor lengths. */
    decompressBlock(
      source: Uint8Array,
      target: Uint8Array,
      sourceStart: number,
      sourceBytes: number,
      targetStart: number,
    ): number;
  };
  export default lz4;
}
