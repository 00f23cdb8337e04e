import { malformedRoot } from './failures';

/** Where a file is read: bytes by offset. The result is only looked at, and only before the next call. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** Exactly so many bytes; the caller has checked that they are there. */
  read(offset: number, sizeBytes: number): Uint8Array;
}

/** A file in memory, which counts what is read of it. */
export class MemorySource implements ByteSource {
  readonly #file: Uint8Array;
  bytesRead = 0;

  constructor(file: Uint8Array) {
    this.#file = file;
  }

  get sizeBytes(): number {
    return this.#file.length;
  }

  read(offset: number, sizeBytes: number): Uint8Array {
    this.bytesRead += sizeBytes;
    return this.#file.subarray(offset, offset + sizeBytes);
  }
}

/** Throws `malformedInput` where the file has no such bytes. */
export function readWithin(source: ByteSource, offset: number, sizeBytes: number, what: string): Uint8Array {
  if (
    !Number.isSafeInteger(offset) ||
    !Number.isSafeInteger(sizeBytes) ||
    offset < 0 ||
    sizeBytes < 0 ||
    offset + sizeBytes > source.sizeBytes
  ) {
    throw malformedRoot(
      `${what} should be ${sizeBytes} bytes at ${offset}, but the file has ${source.sizeBytes} bytes: it is cut off or altered`,
      null,
    );
  }
  return source.read(offset, sizeBytes);
}
