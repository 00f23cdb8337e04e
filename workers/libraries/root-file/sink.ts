/**
 * Where a file is written: bytes at an offset. What is written once may be written again (the header, at the end). Synchronous, as the
 * FileSystemSyncAccessHandle of the origin's private file system is; `bytes` may be reused by the caller afterwards.
 */
export interface ByteSink {
  write(offset: number, bytes: Uint8Array): void;
}

/** A sink in memory, which grows by chunks, so that a large file is not copied again and again. */
export class MemorySink implements ByteSink {
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  readonly #chunkBytes: number;
  #sizeBytes = 0;

  constructor(chunkBytes = 4 * 1_024 * 1_024) {
    this.#chunkBytes = chunkBytes;
  }

  write(offset: number, bytes: Uint8Array): void {
    this.#sizeBytes = Math.max(this.#sizeBytes, offset + bytes.length);
    let done = 0;
    while (done < bytes.length) {
      const index = Math.floor((offset + done) / this.#chunkBytes);
      const within = offset + done - index * this.#chunkBytes;
      while (this.#chunks.length <= index) this.#chunks.push(new Uint8Array(this.#chunkBytes));
      const part = bytes.subarray(done, done + this.#chunkBytes - within);
      this.#chunks[index]?.set(part, within);
      done += part.length;
    }
  }

  /** Everything, as one buffer; the chunks are let go. */
  take(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.#sizeBytes);
    this.#chunks.forEach((chunk, index) => {
      const at = index * this.#chunkBytes;
      whole.set(chunk.subarray(0, Math.min(this.#chunkBytes, this.#sizeBytes - at)), at);
    });
    this.#chunks.length = 0;
    return whole;
  }
}
