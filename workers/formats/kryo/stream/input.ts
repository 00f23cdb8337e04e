import { ByteReader } from '../../../libraries/bytes/byte-reader';
import type { DamagedInput } from '../../../model/damaged-input';
import { damagedKryo } from './failures';

/** The maximum length of a text: the reader only expects symbols and keys of properties. */
const maxTextLength = 1_000;

/** Reads what {@link KryoOutput} writes, from untrusted bytes. Errors name the offset. */
export class KryoInput extends ByteReader {
  readonly fixedWidth: boolean;

  constructor(bytes: Uint8Array<ArrayBuffer>, fixedWidth: boolean) {
    super(bytes, damagedKryo);
    this.fixedWidth = fixedWidth;
  }

  reject(problem: string, offset = this.at): never {
    throw damagedKryo(problem, offset);
  }

  protected override endsEarly(): DamagedInput {
    return damagedKryo('the file ends in the middle of a molecule', this.bytes.length);
  }

  /** Reads an integer from 0 to 2³² − 1. */
  varInt(): number {
    const first = this.u8();
    if (first < 0x80) return first;
    const start = this.at - 1;
    let value = first & 0x7f;
    for (let shift = 7; shift <= 28; shift += 7) {
      const next = this.u8();
      value |= (next & 0x7f) << shift;
      if (next < 0x80) {
        if (shift === 28 && next > 0x0f) this.reject('a variable-length number has more than 32 bits', start);
        return value >>> 0;
      }
    }
    return this.reject('a variable-length number has more than five bytes', start);
  }

  int(): number {
    if (!this.fixedWidth) {
      const value = this.varInt();
      return (value >>> 1) ^ -(value & 1);
    }
    return this.view.getInt32(this.skip(4), true);
  }

  /** Reads the size of a map. */
  positiveInt(): number {
    return this.fixedWidth ? this.int() : this.varInt();
  }

  short(): number {
    return this.view.getUint16(this.skip(2), this.fixedWidth);
  }

  double(): number {
    return this.view.getFloat64(this.skip(8), this.fixedWidth);
  }

  /** Consumes the bytes if they come next, and returns whether they did. */
  takes(expected: Uint8Array): boolean {
    if (this.at + expected.length > this.bytes.length) return false;
    for (let index = 0; index < expected.length; index += 1)
      if (this.bytes[this.at + index] !== expected[index]) return false;
    this.at += expected.length;
    return true;
  }

  /** Reads a text as Kryo's writeString writes it. Fails on null and on texts of more than {@link maxTextLength} characters. */
  string(): string {
    const start = this.at;
    const first = this.u8();
    if (first < 0x80) return this.#ascii(start);
    let length = first & 0x3f;
    if ((first & 0x40) !== 0) {
      const more = this.varInt();
      if (more > maxTextLength) this.reject('a string is longer than any in a molecule', start);
      length |= more << 6;
    }
    if (length === 0) this.reject('a string is null', start);
    if (length - 1 > maxTextLength) this.reject('a string is longer than any in a molecule', start);
    let text = '';
    for (let index = 1; index < length; index += 1) text += String.fromCharCode(this.#unit());
    return text;
  }

  #ascii(start: number): string {
    this.at = start;
    let text = '';
    for (;;) {
      const byte = this.u8();
      text += String.fromCharCode(byte & 0x7f);
      if (byte >= 0x80) return text;
      if (text.length >= maxTextLength) this.reject('a string is longer than any in a molecule', start);
    }
  }

  #unit(): number {
    const first = this.u8();
    if (first < 0x80) return first;
    if (first >> 5 === 6) return ((first & 0x1f) << 6) | this.#trail();
    if (first >> 4 === 14) return ((first & 0x0f) << 12) | (this.#trail() << 6) | this.#trail();
    return this.reject('a string is not UTF-8: a byte can’t begin a character', this.at - 1);
  }

  #trail(): number {
    const byte = this.u8();
    if (byte >> 6 !== 2) this.reject('a string is not UTF-8: a byte can’t continue a character', this.at - 1);
    return byte & 0x3f;
  }
}
