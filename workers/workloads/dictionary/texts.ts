/**
 * Byte strings one behind the other in one growing buffer: the i-th is data[offsets[i], offsets[i + 1]). What is copied to the end belongs to no string until
 * `end` closes it. Bytes, not JavaScript strings, are put together here: encoding those would take longer than everything else.
 */
export class Texts {
  data: Uint8Array<ArrayBuffer>;
  offsets: Int32Array<ArrayBuffer>;
  count = 0;
  /** Where the next byte goes. */
  at = 0;

  constructor(bytes = 1_024, strings = 64) {
    this.data = new Uint8Array(bytes);
    this.offsets = new Int32Array(strings + 1);
  }

  static of(strings: readonly string[]): Texts {
    const texts = new Texts(1_024, strings.length);
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

  /** Room for so many bytes more. The methods below don't look: a typed array drops what lies behind its end, which `end` would tell. */
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

  /** Appends string number `index` of `from`. */
  copy(from: Texts, index: number): void {
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

  /** Decimal digits of a whole number, padded with zeros to `width`. */
  digits(value: number, width: number): void {
    let rest = value;
    for (let at = this.at + width - 1; at >= this.at; at -= 1) {
      const tens = Math.floor(rest / 10);
      this.data[at] = 48 + rest - tens * 10;
      rest = tens;
    }
    this.at += width;
  }

  /** Makes the letter at byte `at` a capital one, where it is one of a to z. */
  capitalize(at: number): void {
    const letter = this.data[at] as number;
    if (letter >= 0x61 && letter <= 0x7a) this.data[at] = letter - 0x20;
  }

  /** For set-up only: it encodes. */
  string(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.reserve(bytes.length);
    this.data.set(bytes, this.at);
    this.at += bytes.length;
  }

  /** Closes the string that began where the last one ended. */
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
}
