import type { Allocate } from '../../../model/entry';

/** Bytes in chunks, so that nothing is copied but once. */
const chunkBytes = 1 << 20;

/**
 * What Kryo's Output writes (`fixedWidth` false) and its UnsafeOutput (true): there ints of fields and maps have four bytes, and everything of several bytes lies as in the memory of
 * a machine that is little-endian. Numbers of classes and references, lengths of arrays, collections and texts, and enums have variable length in both. No method checks for room:
 * `reserve` comes first.
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

  /** Makes room for so many bytes. */
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

  /** Seven bits a byte, the lowest first; the highest bit says that more follow. */
  varInt(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** An int of a field, or boxed: zigzag, so that small negative numbers are short. */
  int(value: number): void {
    if (this.fixedWidth) {
      this.#view.setInt32(this.at, value, true);
      this.at += 4;
    } else this.varInt(((value << 1) ^ (value >> 31)) >>> 0);
  }

  /** An int that is never negative, as maps have their size. */
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

  /** As Kryo's writeString: ASCII of 2 to 63 characters marks its last, everything else has the number of its UTF-16 units and one more before it, each unit by itself as UTF-8. */
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

  /** What was written since the last chunk was full. */
  written(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.at);
  }

  /** All that was written, as one file. */
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
