const encoder = new TextEncoder();

/** Writes RNTuple's basic types (little-endian) and frames. */
export class LittleEndianWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #length = 0;

  constructor(capacityBytes = 1_024) {
    this.#bytes = new Uint8Array(capacityBytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** A view of the written bytes, which is outdated after further writing. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(bytes: number): number {
    const at = this.#length;
    this.#length += bytes;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }

  u16(value: number): void {
    const at = this.#reserve(2);
    this.#view.setUint16(at, value, true);
  }

  /** Writes a signed or unsigned integer. */
  u32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setUint32(at, value, true);
  }

  /** Writes a signed or unsigned integer of at most 53 bits. */
  u64(value: number | bigint): void {
    const at = this.#reserve(8);
    this.#view.setBigInt64(at, BigInt.asIntN(64, BigInt(value)), true);
  }

  text(text: string): void {
    const bytes = encoder.encode(text);
    this.u32(bytes.length);
    const at = this.#reserve(bytes.length);
    this.#bytes.set(bytes, at);
  }

  #frame(isList: boolean, write: () => void): void {
    const at = this.#reserve(8);
    write();
    const sizeBytes = BigInt(this.#length - at);
    this.#view.setBigInt64(at, isList ? -sizeBytes : sizeBytes, true);
  }

  /** Writes a record frame: its size, then the output of `content`. */
  record(content: () => void): void {
    this.#frame(false, content);
  }

  /** Writes a list frame: its items by `write`, then the output of `after` within the frame. */
  list<T>(items: readonly T[], write: (item: T) => void, after?: () => void): void {
    this.#frame(true, () => {
      this.u32(items.length);
      for (const item of items) write(item);
      after?.();
    });
  }

  /** Writes a list frame whose items are record frames. */
  recordList<T>(items: readonly T[], write: (item: T) => void): void {
    this.list(items, (item) => this.record(() => write(item)));
  }
}
