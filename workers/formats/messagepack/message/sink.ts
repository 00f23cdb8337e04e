/** Collects the bytes of a message: values that the library encoded, and the headers of the arrays and maps around them. */
export class MessageSink {
  private bytes: Uint8Array<ArrayBuffer> = new Uint8Array(64 * 1024);
  private used = 0;

  append(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.bytes.set(bytes, this.used);
    this.used += bytes.length;
  }

  nil(): void {
    this.byte(0xc0);
  }

  /** Writes the header of an array; its items come next. */
  array(count: number): void {
    this.counted(count, 0x90, 0xdc);
  }

  /** Writes the header of a map; its keys and values come next. */
  map(count: number): void {
    this.counted(count, 0x80, 0xde);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.used);
  }

  private counted(count: number, few: number, some: number): void {
    if (count < 16) {
      this.byte(few + count);
      return;
    }
    const isSome = count < 0x10000;
    this.byte(isSome ? some : some + 1);
    if (!isSome) {
      this.byte(count >>> 24);
      this.byte((count >>> 16) & 0xff);
    }
    this.byte((count >>> 8) & 0xff);
    this.byte(count & 0xff);
  }

  private byte(value: number): void {
    this.room(1);
    this.bytes[this.used] = value;
    this.used += 1;
  }

  private room(bytes: number): void {
    if (this.used + bytes <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.used + bytes, 2 * this.bytes.length));
    larger.set(this.bytes.subarray(0, this.used));
    this.bytes = larger;
  }
}
