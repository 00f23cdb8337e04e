import { malformedRoot } from './failures';

/** A file to read from by offset. Results are read-only and valid until the next call. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** Reads exactly this many bytes; the caller has checked that they exist. */
  read(offset: number, sizeBytes: number): Uint8Array;
}

/** A file in memory that counts the bytes that are read. */
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

/** @throws `malformedInput` if the range is outside the file */
export function readRange(source: ByteSource, offset: number, sizeBytes: number, what: string): Uint8Array {
  if (
    !Number.isSafeInteger(offset) ||
    !Number.isSafeInteger(sizeBytes) ||
    offset < 0 ||
    sizeBytes < 0 ||
    offset + sizeBytes > source.sizeBytes
  ) {
    throw malformedRoot(
      `${what} should be ${sizeBytes} bytes at byte ${offset}, but the file has only ${source.sizeBytes} bytes: it is truncated or damaged`,
      null,
    );
  }
  return source.read(offset, sizeBytes);
}
