/**
 * A destination for a file: bytes at an offset. Bytes may be overwritten (the header, at the end). Writing is synchronous, like the FileSystemSyncAccessHandle of the origin's private
 * file system. The caller may reuse `bytes` afterwards.
 */
export interface ByteSink {
  write(offset: number, bytes: Uint8Array): void;
}

const chunkBytes = 4 * 1_024 * 1_024;
/** `take` returns its memory without a copy if at most this share of it is unused. */
const maxUnused = 1 / 8;

/**
 * A sink in memory. It grows by chunks, so that a large file is not copied repeatedly. If the file has about `expectedBytes`, it is not copied at all. Memory that is never written to
 * costs nothing.
 */
export class MemorySink implements ByteSink {
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  readonly #firstBytes: number;
  #sizeBytes = 0;

  constructor(expectedBytes = 0) {
    this.#firstBytes = Math.max(chunkBytes, Math.ceil(expectedBytes));
  }

  write(offset: number, bytes: Uint8Array): void {
    this.#sizeBytes = Math.max(this.#sizeBytes, offset + bytes.length);
    let done = 0;
    while (done < bytes.length) {
      const beyond = offset + done - this.#firstBytes;
      const index = beyond < 0 ? 0 : 1 + Math.floor(beyond / chunkBytes);
      const chunk = this.#chunk(index);
      const within = beyond < 0 ? offset + done : beyond % chunkBytes;
      const part = bytes.subarray(done, done + chunk.length - within);
      chunk.set(part, within);
      done += part.length;
    }
  }

  #chunk(index: number): Uint8Array<ArrayBuffer> {
    while (this.#chunks.length <= index)
      this.#chunks.push(new Uint8Array(this.#chunks.length === 0 ? this.#firstBytes : chunkBytes));
    return this.#chunks[index] as Uint8Array<ArrayBuffer>;
  }

  /** Returns the file and empties the sink. */
  take(): Uint8Array<ArrayBuffer> {
    const chunks = this.#chunks.splice(0);
    const sizeBytes = this.#sizeBytes;
    this.#sizeBytes = 0;
    const [first] = chunks;
    if (first !== undefined && chunks.length === 1 && sizeBytes >= first.length * (1 - maxUnused))
      return first.subarray(0, sizeBytes);
    const whole = new Uint8Array(sizeBytes);
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk.subarray(0, sizeBytes - at), at);
      at += chunk.length;
    }
    return whole;
  }
}
