import { malformedRoot } from './failures';
import { byteCountMask } from './format-constants';

const decoder = new TextDecoder();

export interface ObjectVersion {
  readonly version: number;
  /** The checksum of the class if the version is 0. */
  readonly checksum: number | null;
  /** The end of the object; null if the file does not give its size. */
  readonly end: number | null;
}

/** Reads like ROOT's TBufferFile. @throws `malformedInput` with the offset in the file if a read exceeds the end */
export class BigEndianReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #what: string;
  /** The offset of `bytes` in the file; for decompressed bytes, the offset of their record. */
  readonly #fileOffset: number;
  readonly #compressed: boolean;
  position = 0;

  constructor(bytes: Uint8Array, what: string, fileOffset: number, compressed = false) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#what = what;
    this.#fileOffset = fileOffset;
    this.#compressed = compressed;
  }

  get remainingBytes(): number {
    return this.bytes.length - this.position;
  }

  fail(message: string, cause?: unknown): Error {
    if (!this.#compressed) return malformedRoot(`${this.#what} ${message}`, this.#fileOffset + this.position, cause);
    return malformedRoot(
      `${this.#what} ${message}, ${this.position.toLocaleString('en')} bytes into its decompressed record`,
      this.#fileOffset,
      cause,
    );
  }

  /** Skips this many bytes and returns their start. */
  take(sizeBytes: number): number {
    const at = this.position;
    if (sizeBytes < 0 || sizeBytes > this.bytes.length - at)
      throw this.fail(`ends too early: ${sizeBytes} more bytes are expected, but only ${this.remainingBytes} are left`);
    this.position = at + sizeBytes;
    return at;
  }

  u8(): number {
    return this.#view.getUint8(this.take(1));
  }

  i8(): number {
    return this.#view.getInt8(this.take(1));
  }

  u16(): number {
    return this.#view.getUint16(this.take(2));
  }

  i16(): number {
    return this.#view.getInt16(this.take(2));
  }

  u32(): number {
    return this.#view.getUint32(this.take(4));
  }

  i32(): number {
    return this.#view.getInt32(this.take(4));
  }

  /** Reads a 64-bit integer as a number, which is exact up to 53 bits. Larger counts and offsets are invalid anyway. */
  i64(): number {
    return Number(this.#view.getBigInt64(this.take(8)));
  }

  u64(): number {
    return Number(this.#view.getBigUint64(this.take(8)));
  }

  f32(): number {
    return this.#view.getFloat32(this.take(4));
  }

  f64(): number {
    return this.#view.getFloat64(this.take(8));
  }

  view(sizeBytes: number): Uint8Array {
    const at = this.take(sizeBytes);
    return this.bytes.subarray(at, at + sizeBytes);
  }

  text(): string {
    const short = this.u8();
    return decoder.decode(this.view(short === 255 ? this.u32() : short));
  }

  cString(): string {
    const end = this.bytes.indexOf(0, this.position);
    if (end < 0) throw this.fail('has a name that is not terminated');
    const text = decoder.decode(this.view(end - this.position));
    this.position += 1;
    return text;
  }

  /** Reads an object's version, and its byte count if there is one. */
  version(): ObjectVersion {
    const start = this.position;
    const word = this.remainingBytes >= 4 ? this.u32() : 0;
    if ((word & byteCountMask) === 0 || word >>> 31 === 1) {
      this.position = start;
      return { version: this.u16(), checksum: null, end: null };
    }
    const end = start + 4 + (word & ~byteCountMask);
    if (end > this.bytes.length) {
      this.position = start;
      throw this.fail(`claims an object of ${word & ~byteCountMask} bytes, but only ${this.remainingBytes - 4} follow`);
    }
    const version = this.u16();
    return { version, checksum: version === 0 && end - this.position >= 4 ? this.u32() : null, end };
  }
}
