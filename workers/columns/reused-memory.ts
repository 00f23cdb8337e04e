/** A part of a buffer that starts at a multiple of 8. */
export interface Room {
  readonly buffer: ArrayBuffer;
  readonly at: number;
}

/**
 * Memory for results that are used only until the next call, so that every call can use it again. New buffers cost more than what is copied into them,
 * because the browser clears them and the system maps their pages; native programs reuse freed memory as well.
 */
export class ReusedMemory {
  #buffer = new ArrayBuffer(0);
  #usedBytes = 0;
  /** The bytes that the current result needs in all, also those that found no room. */
  #neededBytes = 0;

  /** Starts a result of about `expectedBytes`; by default, as large as the last one. What the last one holds may be overwritten from now on. */
  begin(expectedBytes = this.#neededBytes): void {
    if (expectedBytes > this.#buffer.byteLength) this.#buffer = new ArrayBuffer(expectedBytes);
    this.#usedBytes = 0;
    this.#neededBytes = 0;
  }

  /** Memory of exactly this size for a result of one piece, with any content. What the last result holds may be overwritten from now on. */
  whole(sizeBytes: number): Uint8Array<ArrayBuffer> {
    this.begin(sizeBytes);
    const room = this.take(sizeBytes);
    return room === null ? new Uint8Array(sizeBytes) : new Uint8Array(room.buffer, room.at, sizeBytes);
  }

  /** Room with any content; null if the result is larger than expected. */
  take(sizeBytes: number): Room | null {
    const wholeBytes = Math.ceil(sizeBytes / 8) * 8;
    this.#neededBytes += wholeBytes;
    if (this.#usedBytes + sizeBytes > this.#buffer.byteLength) return null;
    const at = this.#usedBytes;
    this.#usedBytes += wholeBytes;
    return { buffer: this.#buffer, at };
  }
}
