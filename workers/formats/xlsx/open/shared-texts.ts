const chunkBytes = 1_048_576;

/**
 * The texts that a workbook's cells refer to by their numbers, as UTF-8: a string for each would take several times as much memory, and a sheet may use
 * few of them.
 */
export class SharedStrings {
  readonly #chunks: Uint8Array[] = [];
  /** Where each text ends, in bytes from the start of the first chunk. */
  #ends = new Uint32Array(1_024);
  #count = 0;
  #bytes = 0;
  readonly #encoder = new TextEncoder();
  /** The byte order mark is a character of the text. */
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #known = new Map<number, string>();

  get length(): number {
    return this.#count;
  }

  add(text: string): void {
    if (!this.#writeAscii(text)) this.#write(this.#encoder.encode(text));
    if (this.#count === this.#ends.length) {
      const ends = new Uint32Array(2 * this.#ends.length);
      ends.set(this.#ends);
      this.#ends = ends;
    }
    this.#ends[this.#count] = this.#bytes;
    this.#count += 1;
  }

  /** The text of this number; undefined if there is none. */
  at(number: number): string | undefined {
    if (!Number.isInteger(number) || number < 0 || number >= this.#count) return undefined;
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    const text = this.#decoder.decode(this.#read(this.#ends[number - 1] ?? 0, this.#ends[number] ?? 0));
    this.#known.set(number, text);
    return text;
  }

  /** Writes a text of ASCII into the last chunk, without an object for each of millions. False if it is none, or does not fit. */
  #writeAscii(text: string): boolean {
    const at = this.#bytes % chunkBytes;
    const chunk = at === 0 ? undefined : this.#chunks.at(-1);
    if (chunk === undefined || text.length > chunkBytes - at) return false;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > 127) return false;
      chunk[at + index] = code;
    }
    this.#bytes += text.length;
    return true;
  }

  #write(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const at = this.#bytes % chunkBytes;
      if (at === 0) this.#chunks.push(new Uint8Array(chunkBytes));
      const part = bytes.subarray(from, from + chunkBytes - at);
      this.#chunks.at(-1)?.set(part, at);
      from += part.length;
      this.#bytes += part.length;
    }
  }

  #read(from: number, to: number): Uint8Array {
    const bytes = new Uint8Array(to - from);
    for (let at = from; at < to; ) {
      const start = at % chunkBytes;
      const chunk = this.#chunks[Math.floor(at / chunkBytes)] as Uint8Array;
      const part = chunk.subarray(start, start + to - at);
      bytes.set(part, at - from);
      at += part.length;
    }
    return bytes;
  }
}
