import type { Allocate } from '../../../model/entry';
import type { UncopiedBytes } from '../../../columns/uncopied-vectors';
import type { BufferCodec } from './buffer-codec';

/** Compressed buffers, which stay in the codec's memory until the file is put together. */
export class UncopiedCompressedBuffers implements UncopiedBytes {
  readonly #codec: BufferCodec;
  /** What the parts are views of. Their offset is the frame's place among all frames. The system gives these buffers no pages. */
  readonly #rooms = new Set<ArrayBufferLike>();
  #room = new ArrayBuffer(0);
  #endBytes = 0;

  constructor(codec: BufferCodec) {
    this.#codec = codec;
    codec.beginFrames();
  }

  /** Compresses the bytes that `fill` writes. Returns what stands for the frame; null, without a frame, if it would not be smaller. */
  compress(sizeBytes: number, fill: (target: Uint8Array) => void): Uint8Array | null {
    const frameBytes = this.#codec.compress(sizeBytes, fill);
    if (frameBytes >= sizeBytes) return null;
    this.#codec.keepFrame(frameBytes);
    const start = this.#endBytes;
    this.#endBytes += frameBytes;
    if (this.#endBytes > this.#room.byteLength) {
      this.#room = new ArrayBuffer(Math.max(minRoomBytes, 2 * this.#endBytes));
      this.#rooms.add(this.#room);
    }
    return new Uint8Array(this.#room, start, frameBytes);
  }

  has(part: Uint8Array): boolean {
    return this.#rooms.has(part.buffer);
  }

  copy({ byteOffset, length }: Uint8Array, target: Uint8Array): void {
    target.set(this.#codec.frames().subarray(byteOffset, byteOffset + length));
  }
}

const minRoomBytes = 1_048_576;

/** The parts of a file, in order. They are copied once, when all are known. */
export class IpcFileChunks {
  readonly #parts: Uint8Array[] = [];
  #sizeBytes = 0;

  /** Returns the number of bytes. */
  add(part: Uint8Array): number {
    if (part.length > 0) this.#parts.push(part);
    this.#sizeBytes += part.length;
    return part.length;
  }

  join(allocate: Allocate, uncopied: readonly UncopiedBytes[]): Uint8Array<ArrayBuffer> {
    const file = allocate(this.#sizeBytes);
    let at = 0;
    for (const part of this.#parts) {
      const source = uncopied.find((bytes) => bytes.has(part));
      if (source === undefined) file.set(part, at);
      else source.copy(part, file.subarray(at, at + part.length));
      at += part.length;
    }
    return file;
  }
}
