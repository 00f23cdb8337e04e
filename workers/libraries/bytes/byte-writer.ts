/** Appends bytes to a buffer that grows. The classes below add numbers of more than a byte. A format's own encodings extend one of them. */
export class ByteWriter {
  /** The buffer, which is longer than what is written. It is another one after it has grown. */
  bytes: Uint8Array<ArrayBuffer>;
  /** How many bytes are written. */
  length = 0;
  protected view: DataView<ArrayBuffer>;

  constructor(capacityBytes = 1_024) {
    this.bytes = new Uint8Array(capacityBytes);
    this.view = new DataView(this.bytes.buffer);
  }

  /** The length of the buffer that is to hold `neededBytes`. */
  protected capacityFor(neededBytes: number): number {
    return Math.max(neededBytes, 2 * this.bytes.length);
  }

  /** Makes room for this many more bytes, so that the caller may write into `bytes` itself. */
  reserve(sizeBytes: number): void {
    const needed = this.length + sizeBytes;
    if (needed > this.bytes.length) this.#grow(needed);
  }

  #grow(neededBytes: number): void {
    const larger = new Uint8Array(this.capacityFor(neededBytes));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  /** Makes room for bytes, and counts them as written. Returns the offset of the first. */
  protected room(sizeBytes: number): number {
    const at = this.length;
    const end = at + sizeBytes;
    if (end > this.bytes.length) this.#grow(end);
    this.length = end;
    return at;
  }

  u8(value: number): void {
    const at = this.length;
    if (at === this.bytes.length) this.#grow(at + 1);
    this.bytes[at] = value;
    this.length = at + 1;
  }

  raw(bytes: Uint8Array): void {
    const at = this.room(bytes.length);
    this.bytes.set(bytes, at);
  }

  /** A view of what is written, valid until the next call. */
  written(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length);
  }

  /** What is written, in a buffer of its own. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.length === this.bytes.length ? this.bytes : this.bytes.slice(0, this.length);
  }
}

export class LittleEndianWriter extends ByteWriter {
  u16(value: number): void {
    const at = this.room(2);
    this.view.setUint16(at, value, true);
  }

  /** A signed or unsigned integer. */
  u32(value: number): void {
    const at = this.room(4);
    this.view.setUint32(at, value, true);
  }

  /** A signed or unsigned integer; a number has at most 53 bits. */
  u64(value: number | bigint): void {
    const at = this.room(8);
    this.view.setBigInt64(at, BigInt.asIntN(64, BigInt(value)), true);
  }

  f32(value: number): void {
    const at = this.room(4);
    this.view.setFloat32(at, value, true);
  }

  f64(value: number): void {
    const at = this.room(8);
    this.view.setFloat64(at, value, true);
  }

  /** Replaces four bytes that were written before, such as those of a size. */
  setU32(at: number, value: number): void {
    this.view.setUint32(at, value, true);
  }
}

export class BigEndianWriter extends ByteWriter {
  u16(value: number): void {
    const at = this.room(2);
    this.view.setUint16(at, value);
  }

  /** A signed or unsigned integer. */
  u32(value: number): void {
    const at = this.room(4);
    this.view.setUint32(at, value);
  }

  /** A signed or unsigned integer; a number has at most 53 bits. */
  u64(value: number | bigint): void {
    const at = this.room(8);
    this.view.setBigInt64(at, BigInt.asIntN(64, BigInt(value)));
  }

  f32(value: number): void {
    const at = this.room(4);
    this.view.setFloat32(at, value);
  }

  f64(value: number): void {
    const at = this.room(8);
    this.view.setFloat64(at, value);
  }

  /** Replaces four bytes that were written before, such as those of a size. */
  setU32(at: number, value: number): void {
    this.view.setUint32(at, value);
  }
}
