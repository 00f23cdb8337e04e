/** lz4js ships no types; these are the calls that are used. Frames only: blocks of its making are in its frames. */
declare module 'lz4js' {
  const lz4: {
    /** One frame: blocks of at most 4 MiB that refer to each other, no checksum of the content, no content size. */
    compress(source: Uint8Array): Uint8Array<ArrayBuffer>;
    /** Decodes one frame into `target` and returns how many bytes it made; what does not fit is counted but not written. Checks neither offsets nor checksums. */
    decompressFrame(source: Uint8Array, target: Uint8Array): number;
  };
  export default lz4;
}
