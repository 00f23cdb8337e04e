import type { Allocate } from '../../../model/entry';

/** The output is a list of chunks, so that every byte is copied only once. */
const chunkBytes = 1 << 20;

/**
 * Writes bytes like Kryo's Output (`fixedWidth` false) or its UnsafeOutput (true). UnsafeOutput writes int fields and map sizes with four bytes, and multi-byte values in the byte order of
 * a little-endian machine. In both, the numbers of classes and references, the lengths of arrays, collections and texts, and enums have variable length. The methods do not check for
 * room: call `reserve` first.
 */
export class KryoOutput {
  bytes: Uint8Array<ArrayBuffer>;
  at = 0;
  readonly fixedWidth: boolean;
  #view: DataView;
  readonly #full: Uint8Array[] = [];
  #fullBytes = 0;

  constructor(fixedWidth: boolean, firstBytes = chunkBytes) {
    this.fixedWidth = fixedWidth;
    this.bytes = new Uint8Array(firstBytes);
    this.#view = new DataView(this.bytes.buffer);
  }

  /** Makes room for this many bytes. */
  reserve(sizeBytes: number): void {
    if (this.at + sizeBytes <= this.bytes.length) return;
    this.#full.push(this.bytes.subarray(0, this.at));
    this.#fullBytes += this.at;
    this.bytes = new Uint8Array(Math.max(chunkBytes, sizeBytes));
    this.#view = new DataView(this.bytes.buffer);
    this.at = 0;
  }

  byte(value: number): void {
    this.bytes[this.at] = value;
    this.at += 1;
  }

  raw(values: Uint8Array): void {
    for (let index = 0; index < values.length; index += 1) this.bytes[this.at + index] = values[index] as number;
    this.at += values.length;
  }

  /** Writes a varint: seven bits per byte, the lowest first; the highest bit is set if more follow. */
  varInt(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** Writes an int field or a boxed Integer in zigzag form, so that small negative numbers are short. */
  int(value: number): void {
    if (this.fixedWidth) {
      this.#view.setInt32(this.at, value, true);
      this.at += 4;
    } else this.varInt(((value << 1) ^ (value >> 31)) >>> 0);
  }

  /** Writes an int that is never negative, such as the size of a map. */
  positiveInt(value: number): void {
    if (this.fixedWidth) this.int(value);
    else this.varInt(value);
  }

  short(value: number): void {
    this.#view.setInt16(this.at, value, this.fixedWidth);
    this.at += 2;
  }

  double(value: number): void {
    this.#view.setFloat64(this.at, value, this.fixedWidth);
    this.at += 8;
  }

  /** Writes a text like Kryo's writeString: ASCII of 2 to 63 characters has the highest bit of its last byte set. Other texts have their number of UTF-16 units plus one, then each unit as UTF-8. */
  string(text: string): void {
    let isAscii = text.length > 1 && text.length < 64;
    for (let index = 0; isAscii && index < text.length; index += 1) isAscii = text.charCodeAt(index) < 0x80;
    if (isAscii) {
      for (let index = 0; index < text.length; index += 1) this.byte(text.charCodeAt(index));
      this.bytes[this.at - 1] = (this.bytes[this.at - 1] as number) | 0x80;
      return;
    }
    const length = text.length + 1;
    if (length < 0x40) this.byte(length | 0x80);
    else {
      this.byte((length & 0x3f) | 0xc0);
      this.varInt(length >>> 6);
    }
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit < 0x80) this.byte(unit);
      else if (unit < 0x800) {
        this.byte(0xc0 | (unit >> 6));
        this.byte(0x80 | (unit & 0x3f));
      } else {
        this.byte(0xe0 | (unit >> 12));
        this.byte(0x80 | ((unit >> 6) & 0x3f));
        this.byte(0x80 | (unit & 0x3f));
      }
    }
  }

  /** The bytes since the last full chunk. */
  written(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.at);
  }

  /** All written bytes as one file. */
  finish(allocate: Allocate): Uint8Array<ArrayBuffer> {
    const file = allocate(this.#fullBytes + this.at);
    let at = 0;
    for (const chunk of this.#full) {
      file.set(chunk, at);
      at += chunk.length;
    }
    file.set(this.bytes.subarray(0, this.at), at);
    return file;
  }
}
