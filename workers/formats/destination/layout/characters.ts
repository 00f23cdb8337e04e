import { FormatlabError } from '../../../model/errors';
import { malformed } from './header';

/** CPython's encodings of texts (PEP 393), by the bytes of a character; 0 is ASCII, whose characters have 1 too. */
export const encodings = { ascii: 0, latin1: 1, ucs2: 2, ucs4: 4 } as const;
export type Encoding = (typeof encodings)[keyof typeof encodings];

const isHigh = (unit: number) => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number) => (unit & 0xfc00) === 0xdc00;
const isSurrogate = (code: number) => (code & 0xfffff800) === 0xd800;

function halfPair(index: number): FormatlabError {
  return new FormatlabError({
    tag: 'encodeFailed',
    stage: 'encode',
    format: 'destination',
    message: `A text has half a surrogate pair at its unit ${index}: that is no character.`,
  });
}

/** All bits that the text's UTF-16 units have: below 0x80, it is ASCII. */
export function unitBits(text: string): number {
  let bits = 0;
  for (let index = 0; index < text.length; index += 1) bits |= text.charCodeAt(index);
  return bits;
}

/** The narrowest encoding that holds all characters. Throws `encodeFailed` where half a surrogate pair stands alone. */
export function encodingOf(text: string): Encoding {
  const bits = unitBits(text);
  if (bits < 0x80) return encodings.ascii;
  if (bits < 0x100) return encodings.latin1;
  return bits < 0xd800 || codePoints(text) === text.length ? encodings.ucs2 : encodings.ucs4;
}

/** How many. Throws `encodeFailed` where half a surrogate pair stands alone. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (!isSurrogate(unit)) continue;
    if (!isHigh(unit) || !isLow(text.charCodeAt(index + 1))) throw halfPair(index);
    index += 1;
    count -= 1;
  }
  return count;
}

/** Writes the code points from index `at` on; the index behind them. Throws `encodeFailed` where half a surrogate pair stands alone. */
export function writeUcs4(codes: Uint32Array, at: number, text: string): number {
  let to = at;
  for (let index = 0; index < text.length; index += 1, to += 1) {
    const unit = text.charCodeAt(index);
    if (isSurrogate(unit)) {
      const next = text.charCodeAt(index + 1);
      if (!isHigh(unit) || !isLow(next)) throw halfPair(index);
      codes[to] = 0x10000 + ((unit & 0x3ff) << 10) + (next & 0x3ff);
      index += 1;
    } else codes[to] = unit;
  }
  return to;
}

/** V8's longest string. */
const longestString = 0x1fffffe8;
const batchTexts = 4_096;
const batchUnits = 64 * 1024;

/**
 * Texts gathered some thousand at a time and cut out of one string of all: a call of TextDecoder for each would take longer than everything else. Those of one byte a
 * character and the others are gathered apart, so that the former take no more room in memory than they need.
 */
export class CharacterBatch {
  readonly texts: string[] = [];
  // Windows-1252, which this label means, is Latin-1 but for 0x80 to 0x9f: texts that have those go with the wide ones.
  private readonly narrowDecoder = new TextDecoder('latin1');
  private readonly wideDecoder = new TextDecoder('utf-16le', { ignoreBOM: true });
  private narrow = new Uint8Array(batchUnits);
  private wide = new Uint16Array(batchUnits);
  private narrowEnd = 0;
  private wideEnd = 0;
  private readonly ends = new Int32Array(batchTexts);
  private readonly isWide = new Uint8Array(batchTexts);
  private count = 0;
  private readonly bytes: Uint8Array;
  private readonly units: Uint16Array;
  private readonly codes: Uint32Array;

  /** `file` begins at a multiple of 4 bytes of its buffer. */
  constructor(file: Uint8Array) {
    this.bytes = file;
    this.units = new Uint16Array(file.buffer, file.byteOffset, Math.floor(file.length / 2));
    this.codes = new Uint32Array(file.buffer, file.byteOffset, Math.floor(file.length / 4));
  }

  /** `count` characters that begin at byte `offset`, a multiple of 4 unless they have one byte each. Throws `malformedInput` on what is none. */
  add(encoding: Encoding, offset: number, count: number): void {
    // A character of UCS-4 may take two units.
    const longest = encoding === encodings.ucs4 ? 2 * count : count;
    if (longest > longestString)
      throw new FormatlabError({
        tag: 'tooLarge',
        stage: 'decode',
        format: 'destination',
        message: `The text at byte ${offset} has ${count} characters, more than a string in the browser.`,
      });
    this.reserve(longest);
    if (encoding === encodings.ascii) this.addNarrow(offset, count, 0x80);
    else if (encoding === encodings.latin1) this.addNarrow(offset, count, 0x100);
    else if (encoding === encodings.ucs2) this.addUcs2(offset, count);
    else this.addUcs4(offset, count);
  }

  /** All texts, in order. */
  finish(): string[] {
    this.flush();
    return this.texts;
  }

  private close(wide: boolean, end: number): void {
    this.ends[this.count] = end;
    this.isWide[this.count] = wide ? 1 : 0;
    this.count += 1;
    if (wide) this.wideEnd = end;
    else this.narrowEnd = end;
  }

  private addNarrow(offset: number, count: number, limit: number): void {
    const { bytes, narrow, narrowEnd } = this;
    let bits = 0;
    let controls = false;
    for (let index = 0; index < count; index += 1) {
      const byte = bytes[offset + index] as number;
      bits |= byte;
      if (byte >= 0x80 && byte < 0xa0) controls = true;
      narrow[narrowEnd + index] = byte;
    }
    if (bits >= limit)
      throw malformed(
        offset + bytes.subarray(offset, offset + count).findIndex((byte) => byte >= limit),
        'a text that should be ASCII has another character',
      );
    if (controls) {
      for (let index = 0; index < count; index += 1) this.wide[this.wideEnd + index] = bytes[offset + index] as number;
      this.close(true, this.wideEnd + count);
    } else this.close(false, narrowEnd + count);
  }

  private addUcs2(offset: number, count: number): void {
    const { units, wide, wideEnd } = this;
    const from = offset / 2;
    for (let index = 0; index < count; index += 1) {
      const unit = units[from + index] as number;
      if (isSurrogate(unit))
        throw malformed(
          offset + 2 * index,
          `0x${unit.toString(16)} is half a surrogate pair, which UCS-2 has no place for`,
        );
      wide[wideEnd + index] = unit;
    }
    this.close(true, wideEnd + count);
  }

  private addUcs4(offset: number, count: number): void {
    const { codes, narrow, narrowEnd, wide, wideEnd } = this;
    const from = offset / 4;
    let bits = 0;
    for (let index = 0; index < count; index += 1) {
      const code = codes[from + index] as number;
      bits |= code;
      narrow[narrowEnd + index] = code;
    }
    if (bits >>> 0 < 0x80) {
      this.close(false, narrowEnd + count);
      return;
    }
    let to = wideEnd;
    for (let index = 0; index < count; index += 1) {
      const code = codes[from + index] as number;
      if (code > 0x10ffff || isSurrogate(code))
        throw malformed(offset + 4 * index, `0x${code.toString(16)} is no character`);
      if (code < 0x10000) wide[to++] = code;
      else {
        wide[to++] = 0xd7c0 + (code >>> 10);
        wide[to++] = 0xdc00 + (code & 0x3ff);
      }
    }
    this.close(true, to);
  }

  /** Room for so many units in either. */
  private reserve(units: number): void {
    if (
      this.count < batchTexts &&
      this.narrowEnd + units <= this.narrow.length &&
      this.wideEnd + units <= this.wide.length
    )
      return;
    this.flush();
    if (units > this.narrow.length) this.narrow = new Uint8Array(units);
    if (units > this.wide.length) this.wide = new Uint16Array(units);
  }

  private flush(): void {
    const { texts, ends, isWide } = this;
    const narrowText = this.narrowDecoder.decode(this.narrow.subarray(0, this.narrowEnd));
    const wideText = this.wideDecoder.decode(this.wide.subarray(0, this.wideEnd));
    let narrowAt = 0;
    let wideAt = 0;
    for (let index = 0; index < this.count; index += 1) {
      const end = ends[index] as number;
      if (isWide[index] === 1) {
        texts.push(wideText.slice(wideAt, end));
        wideAt = end;
      } else {
        texts.push(narrowText.slice(narrowAt, end));
        narrowAt = end;
      }
    }
    this.count = 0;
    this.narrowEnd = 0;
    this.wideEnd = 0;
  }
}
