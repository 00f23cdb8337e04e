import { malformedRoot } from '../../file/failures';

const decoder = new TextDecoder();

/** Reads RNTuple's basic types (little-endian) and frames. @throws `malformedInput` with the offset in the file if a read exceeds the end */
export class LittleEndianReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #what: string;
  /** The offset of `bytes` in the file; for decompressed bytes, the offset of their compressed form. */
  readonly #fileOffset: number;
  readonly #compressed: boolean;
  #position = 0;
  /** The end of the innermost frame. */
  #limit: number;

  constructor(bytes: Uint8Array, what: string, fileOffset: number, compressed: boolean) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#what = what;
    this.#fileOffset = fileOffset;
    this.#compressed = compressed;
    this.#limit = bytes.length;
  }

  /** Whether the innermost frame has been read completely. */
  get isAtEnd(): boolean {
    return this.#position === this.#limit;
  }

  fail(message: string): Error {
    if (!this.#compressed) return malformedRoot(`${this.#what} ${message}`, this.#fileOffset + this.#position);
    return malformedRoot(
      `${this.#what} ${message}, ${this.#position.toLocaleString('en')} bytes into its decompressed content`,
      this.#fileOffset,
    );
  }

  #take(sizeBytes: number): number {
    const at = this.#position;
    if (sizeBytes > this.#limit - at)
      throw this.fail(`ends too early: ${sizeBytes} more bytes are expected, but only ${this.#limit - at} are left`);
    this.#position = at + sizeBytes;
    return at;
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  i32(): number {
    return this.#view.getInt32(this.#take(4), true);
  }

  f64(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }

  bigU64(): bigint {
    return this.#view.getBigUint64(this.#take(8), true);
  }

  /** Reads a 64-bit integer as a number, which is exact up to 53 bits. Larger counts and offsets are invalid anyway. */
  u64(): number {
    return Number(this.bigU64());
  }

  i64(): number {
    return Number(this.#view.getBigInt64(this.#take(8), true));
  }

  text(): string {
    const sizeBytes = this.u32();
    const at = this.#take(sizeBytes);
    return decoder.decode(this.#bytes.subarray(at, at + sizeBytes));
  }

  /** Reads a record frame and moves to its end, because later versions may have more fields. */
  #frame<T>(name: string, isList: boolean, read: () => T): T {
    const start = this.#position;
    const told = this.i64();
    const sizeBytes = Math.abs(told);
    if (told < 0 !== isList)
      throw this.fail(
        `has ${isList ? 'a record' : 'a list'} where ${isList ? 'the list' : 'the record'} of ${name} is expected`,
      );
    if (sizeBytes < 8 || sizeBytes > this.#limit - start)
      throw this.fail(`claims ${sizeBytes} bytes of ${name}, but only ${this.#limit - start} are left`);
    const outer = this.#limit;
    this.#limit = start + sizeBytes;
    const value = read();
    this.#limit = outer;
    this.#position = start + sizeBytes;
    return value;
  }

  record<T>(name: string, read: () => T): T {
    return this.#frame(name, false, read);
  }

  /** Reads the items of a list frame, each of at least `minBytes`; `after` reads the rest of the frame. */
  list<T>(name: string, minBytes: number, read: (index: number) => T, after?: () => void): T[] {
    return this.#frame(name, true, () => {
      const count = this.u32();
      if (count * minBytes > this.#limit - this.#position)
        throw this.fail(
          `claims ${count} ${name}, which don’t fit the ${this.#limit - this.#position} bytes that follow`,
        );
      const items: T[] = [];
      for (let index = 0; index < count; index += 1) items.push(read(index));
      after?.();
      return items;
    });
  }

  /** Reads the items of a list frame, each of which is a record frame. */
  recordList<T>(name: string, read: () => T): T[] {
    return this.list(name, 8, () => this.record(name, read));
  }
}
