import { FormatlabError } from '../../../model/errors';
import { malformedDestinationFile } from './header';

/** CPython's encodings of texts (PEP 393) by the bytes of a character; 0 stands for ASCII, which also has 1 byte per character. */
export const pythonTextEncodings = { ascii: 0, latin1: 1, ucs2: 2, ucs4: 4 } as const;
export type PythonTextEncoding = (typeof pythonTextEncodings)[keyof typeof pythonTextEncodings];

const isHigh = (unit: number) => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number) => (unit & 0xfc00) === 0xdc00;
const isSurrogate = (code: number) => (code & 0xfffff800) === 0xd800;

function halfPair(index: number): FormatlabError {
  return new FormatlabError({
    tag: 'encodeFailed',
    stage: 'encode',
    format: 'destination',
    message: `A text has half a surrogate pair at UTF-16 unit ${index}, which is not a character.`,
  });
}

/** The bitwise OR of the text's UTF-16 units: the text is ASCII if it is below 0x80. */
export function codeUnitBits(text: string): number {
  let bits = 0;
  for (let index = 0; index < text.length; index += 1) bits |= text.charCodeAt(index);
  return bits;
}

/** The narrowest encoding that can hold all characters. @throws `encodeFailed` on a lone surrogate */
export function encodingOf(text: string): PythonTextEncoding {
  const bits = codeUnitBits(text);
  if (bits < 0x80) return pythonTextEncodings.ascii;
  if (bits < 0x100) return pythonTextEncodings.latin1;
  return bits < 0xd800 || codePoints(text) === text.length ? pythonTextEncodings.ucs2 : pythonTextEncodings.ucs4;
}

/** The number of code points. @throws `encodeFailed` on a lone surrogate */
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

/** Writes the code points from index `at` on and returns the index after them. @throws `encodeFailed` on a lone surrogate */
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

/** The maximum length of a string in V8. */
const longestString = 0x1fffffe8;
const batchTexts = 4_096;
const batchUnits = 64 * 1024;

/**
 * Decodes texts in batches of some thousands: all texts of a batch are decoded to one string and sliced from it, because one TextDecoder call per text would dominate the time.
 * Texts with one byte per character have their own batch, so that V8 stores them with one byte per character.
 */
export class CharacterBatch {
  readonly texts: string[] = [];
  // The label “latin1” means Windows-1252, which is Latin-1 except for 0x80 to 0x9f: texts with such characters join the wide batch.
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

  /** `file` begins at a multiple of 4 bytes in its buffer. */
  constructor(file: Uint8Array) {
    this.bytes = file;
    this.units = new Uint16Array(file.buffer, file.byteOffset, Math.floor(file.length / 2));
    this.codes = new Uint32Array(file.buffer, file.byteOffset, Math.floor(file.length / 4));
  }

  /** Adds a text of `count` characters at byte `offset`, which is a multiple of 4 unless characters have one byte. @throws `malformedInput` on an invalid character */
  add(encoding: PythonTextEncoding, offset: number, count: number): void {
    // A UCS-4 character can take two UTF-16 units.
    const longest = encoding === pythonTextEncodings.ucs4 ? 2 * count : count;
    if (longest > longestString)
      throw new FormatlabError({
        tag: 'tooLarge',
        stage: 'decode',
        format: 'destination',
        message: `The text at byte ${offset} has ${count} characters, more than a string in the browser.`,
      });
    this.reserve(longest);
    if (encoding === pythonTextEncodings.ascii) this.addNarrow(offset, count, 0x80);
    else if (encoding === pythonTextEncodings.latin1) this.addNarrow(offset, count, 0x100);
    else if (encoding === pythonTextEncodings.ucs2) this.addUcs2(offset, count);
    else this.addUcs4(offset, count);
  }

  /** All texts in the order in which they were added. */
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
      throw malformedDestinationFile(
        offset + bytes.subarray(offset, offset + count).findIndex((byte) => byte >= limit),
        'a text that should be ASCII has a character beyond ASCII',
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
        throw malformedDestinationFile(
          offset + 2 * index,
          `0x${unit.toString(16)} is half a surrogate pair, which UCS-2 can’t contain`,
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
        throw malformedDestinationFile(offset + 4 * index, `0x${code.toString(16)} is not a character`);
      if (code < 0x10000) wide[to++] = code;
      else {
        wide[to++] = 0xd7c0 + (code >>> 10);
        wide[to++] = 0xdc00 + (code & 0x3ff);
      }
    }
    this.close(true, to);
  }

  /** Makes room for this many UTF-16 units in the narrow or the wide batch. */
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
