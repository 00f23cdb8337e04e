import { FormatlabError } from '../../workers/model/errors';

/** The building blocks of links: base64url, CRC-32, and integers of variable length. */

export function damagedLink(message: string): FormatlabError {
  return new FormatlabError({ tag: 'malformedInput', stage: 'parse', message });
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const sextets = new Map([...alphabet].map((character, value) => [character, value]));

/** Base64url (RFC 4648 §5) without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  const text: string[] = [];
  for (let index = 0; index < bytes.length; index += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(index, index + 3);
    const block = (a << 16) | (b << 8) | c;
    const characters = Math.min(4, bytes.length - index + 1);
    for (let place = 0; place < characters; place += 1) text.push(alphabet.charAt((block >> (18 - 6 * place)) & 63));
  }
  return text.join('');
}

/**
 * Decodes base64url. Any other character and non-zero leftover bits are errors, so that exactly one text encodes the
 * bytes.
 *
 * @throws {FormatlabError} with the tag `malformedInput`
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (text.length % 4 === 1) throw damagedLink('The link is cut off.');
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let bitCount = 0;
  let end = 0;
  for (const character of text) {
    const value = sextets.get(character);
    if (value === undefined) throw damagedLink('The link contains an invalid character.');
    bits = ((bits << 6) | value) & 0xffff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      bytes[end] = (bits >> bitCount) & 0xff;
      end += 1;
    }
  }
  if ((bits & ((1 << bitCount) - 1)) !== 0) throw damagedLink('The link ends in an invalid character.');
  return bytes;
}

const crcTable = Int32Array.from({ length: 256 }, (_, index) => {
  let remainder = index;
  for (let bit = 0; bit < 8; bit += 1) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
  return remainder;
});

/** CRC-32 as in zip and gzip, unsigned. */
export function crc32(bytes: Uint8Array): number {
  let remainder = -1;
  for (const byte of bytes) remainder = (crcTable[(remainder ^ byte) & 0xff] ?? 0) ^ (remainder >>> 8);
  return ~remainder >>> 0;
}

/** A growing buffer of bytes. */
export class ByteWriter {
  private bytes = new Uint8Array(1_024);
  private length = 0;

  byte(value: number): void {
    if (this.length === this.bytes.length) this.grow(1);
    this.bytes[this.length] = value;
    this.length += 1;
  }

  raw(values: Uint8Array): void {
    if (this.length + values.length > this.bytes.length) this.grow(values.length);
    this.bytes.set(values, this.length);
    this.length += values.length;
  }

  /** Writes a whole number from 0 to 2^53 − 1 with seven bits per byte, least significant first (LEB128). */
  unsigned(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`${value} is not a whole number of at least 0.`);
    let rest = value;
    while (rest > 127) {
      this.byte((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  /** Writes a signed whole number in zigzag encoding, so that small numbers take one byte. */
  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }

  private grow(by: number): void {
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + by));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/**
 * Reads the output of a {@link ByteWriter}. Every read past the end throws a FormatlabError with the tag
 * `malformedInput`.
 */
export class ByteReader {
  private offset = 0;

  private readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }

  get remaining(): number {
    return this.bytes.length - this.offset;
  }

  byte(): number {
    const value = this.bytes[this.offset];
    if (value === undefined) throw damagedLink('The link is incomplete: figures are missing at its end.');
    this.offset += 1;
    return value;
  }

  raw(length: number): Uint8Array<ArrayBuffer> {
    if (length > this.remaining) throw damagedLink('The link is incomplete: parts are missing at its end.');
    this.offset += length;
    return this.bytes.subarray(this.offset - length, this.offset);
  }

  unsigned(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (!Number.isSafeInteger(value)) throw damagedLink('The link contains a number that is too large.');
      if (byte < 128) return value;
      factor *= 128;
    }
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
