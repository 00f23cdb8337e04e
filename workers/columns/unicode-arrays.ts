import { DamagedInput } from '../model/damaged-input';
import { unpackTexts } from '../model/canonical';
import { FormatlabError } from '../model/errors';

/**
 * numpy's arrays of texts (`<U`). Every text takes four bytes for each character of the longest text, padded with zeros. Trailing zeros of
 * a text itself are therefore lost.
 */
interface UnicodeArray {
  /** Characters in each text. At least 1, since numpy has no texts of width 0. */
  readonly width: number;
  /** count × width × 4 bytes, little-endian. */
  readonly data: Uint8Array<ArrayBuffer>;
}

const limitBytes = 2 ** 31;

/**
 * Packs texts.
 * @throws `tooLarge` if the padded array would exceed 2 GiB.
 */
export function packUnicode(values: readonly string[], format: string): UnicodeArray {
  let width = 1;
  for (const text of values) if (text.length > width) width = Math.max(width, characters(text));
  const sizeBytes = values.length * width * 4;
  if (sizeBytes > limitBytes) {
    throw new FormatlabError({
      tag: 'tooLarge',
      stage: 'encode',
      format,
      message: `NumPy pads every text to the longest, ${width} characters of 4 bytes. That makes ${sizeBytes} bytes; the limit is 2 GiB.`,
    });
  }
  const codes = new Uint32Array(values.length * width);
  for (let index = 0; index < values.length; index += 1) {
    const text = values[index] as string;
    let to = index * width;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit >= 0xd800 && unit < 0xdc00) {
        codes[to] = text.codePointAt(at) as number;
        at += 1;
      } else codes[to] = unit;
      to += 1;
    }
  }
  return { width, data: new Uint8Array(codes.buffer) };
}

/** The number of code points of a text. */
function characters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit < 0xdc00) {
      count -= 1;
      at += 1;
    }
  }
  return count;
}

const batchTexts = 4_096;

/**
 * Unpacks texts of at most 2³¹ characters in total.
 * @throws `malformedInput` if a value is not a Unicode character.
 */
export function unpackUnicode({ width, data }: UnicodeArray, format: string): string[] {
  const codes =
    data.byteOffset % 4 === 0
      ? new Uint32Array(data.buffer, data.byteOffset, data.length >>> 2)
      : new Uint32Array(data.slice().buffer);
  const count = codes.length / width;
  const texts: string[] = [];
  const offsets = new Int32Array(batchTexts + 1);
  let utf8 = new Uint8Array(16 * batchTexts);
  for (let first = 0; first < count; first += batchTexts) {
    const rows = Math.min(batchTexts, count - first);
    let end = 0;
    for (let row = 0; row < rows; row += 1) {
      const from = (first + row) * width;
      let to = from + width;
      while (to > from && codes[to - 1] === 0) to -= 1;
      if (utf8.length - end < 4 * (to - from)) {
        const larger = new Uint8Array(2 * utf8.length + 4 * (to - from));
        larger.set(utf8.subarray(0, end));
        utf8 = larger;
      }
      for (let at = from; at < to; at += 1) end = putCharacter(utf8, end, codes[at] as number, format, at);
      offsets[row + 1] = end;
    }
    for (const text of unpackTexts({ offsets: offsets.subarray(0, rows + 1), data: utf8.subarray(0, end) }))
      texts.push(text);
  }
  return texts;
}

/** Writes one code point in UTF-8 and returns the position after it. */
function putCharacter(utf8: Uint8Array, at: number, code: number, format: string, index: number): number {
  if (code < 0x80) {
    utf8[at] = code;
    return at + 1;
  }
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
    throw new DamagedInput(`is 0x${code.toString(16)}, which is not a Unicode character`, {
      format,
      subject: `Character ${index} of the texts`,
    });
  }
  let next = at;
  if (code < 0x800) utf8[next++] = 0xc0 | (code >>> 6);
  else {
    if (code < 0x10000) utf8[next++] = 0xe0 | (code >>> 12);
    else {
      utf8[next++] = 0xf0 | (code >>> 18);
      utf8[next++] = 0x80 | ((code >>> 12) & 0x3f);
    }
    utf8[next++] = 0x80 | ((code >>> 6) & 0x3f);
  }
  utf8[next++] = 0x80 | (code & 0x3f);
  return next;
}

/** The text as such an array returns it, without trailing zeros. */
export function withoutTrailingZeros(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}
