/**
 * Concatenated byte strings in one growing buffer: the i-th is data[offsets[i], offsets[i + 1]). Appended bytes belong to no string until
 * `end` closes it. It handles bytes, since encoding JavaScript strings would dominate the time.
 */
export class ByteStringBuffer {
  data: Uint8Array<ArrayBuffer>;
  offsets: Int32Array<ArrayBuffer>;
  count = 0;
  /** Position of the next byte. */
  at = 0;

  constructor(bytes = 1_024, strings = 64) {
    this.data = new Uint8Array(bytes);
    this.offsets = new Int32Array(strings + 1);
  }

  static of(strings: readonly string[]): ByteStringBuffer {
    const texts = new ByteStringBuffer(1_024, strings.length);
    for (const string of strings) {
      texts.string(string);
      texts.end();
    }
    return texts;
  }

  clear(): void {
    this.count = 0;
    this.at = 0;
  }

  /**
   * Reserves space for `bytes` more bytes. The other methods do not check: a typed array ignores writes past its end, which `end` detects.
   */
  reserve(bytes: number): void {
    if (this.at + bytes <= this.data.length) return;
    const larger = new Uint8Array(Math.ceil(this.data.length * 1.5) + bytes);
    larger.set(this.data.subarray(0, this.at));
    this.data = larger;
  }

  byte(value: number): void {
    this.data[this.at] = value;
    this.at += 1;
  }

  /** Appends string `index` of `from`. */
  copy(from: ByteStringBuffer, index: number): void {
    const source = from.data;
    const target = this.data;
    const end = from.offsets[index + 1] as number;
    let at = this.at;
    for (let byte = from.offsets[index] as number; byte < end; byte += 1) {
      target[at] = source[byte] as number;
      at += 1;
    }
    this.at = at;
  }

  /** Appends an integer in decimal, padded with zeros to `width` digits. */
  digits(value: number, width: number): void {
    let rest = value;
    for (let at = this.at + width - 1; at >= this.at; at -= 1) {
      const tens = Math.floor(rest / 10);
      this.data[at] = 48 + rest - tens * 10;
      rest = tens;
    }
    this.at += width;
  }

  /** Capitalizes the byte at `at` if it is a letter from a to z. */
  capitalize(at: number): void {
    const letter = this.data[at] as number;
    if (letter >= 0x61 && letter <= 0x7a) this.data[at] = letter - 0x20;
  }

  /** Appends a JavaScript string. It is slow, since it encodes: for set-up only. */
  string(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.reserve(bytes.length);
    this.data.set(bytes, this.at);
    this.at += bytes.length;
  }

  /** Closes the current string, which starts where the previous one ended. */
  end(): void {
    if (this.at > this.data.length)
      throw new RangeError(`${this.at} bytes of text were written into room for ${this.data.length}.`);
    this.count += 1;
    if (this.count === this.offsets.length) {
      const larger = new Int32Array(this.offsets.length * 2);
      larger.set(this.offsets);
      this.offsets = larger;
    }
    this.offsets[this.count] = this.at;
  }

  /** The strings, as views of this buffer. */
  finish(): { readonly offsets: Int32Array<ArrayBuffer>; readonly data: Uint8Array<ArrayBuffer> } {
    return { offsets: this.offsets.subarray(0, this.count + 1), data: this.data.subarray(0, this.at) };
  }
}
