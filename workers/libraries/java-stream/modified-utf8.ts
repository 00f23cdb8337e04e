import { malformedStream } from './protocol';

/** Encodes Java's modified UTF-8: each UTF-16 unit is encoded separately (a character outside the BMP takes six bytes), and U+0000 takes two bytes. */

export function modifiedUtf8Length(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    length += unit > 0 && unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  return length;
}

/** Writes the text at `offset`, which must have room for it, and returns the end. */
export function writeModifiedUtf8(text: string, bytes: Uint8Array, offset: number): number {
  let at = offset;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0 && unit < 0x80) bytes[at++] = unit;
    else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6);
      bytes[at++] = 0x80 | (unit & 0x3f);
    } else {
      bytes[at++] = 0xe0 | (unit >> 12);
      bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[at++] = 0x80 | (unit & 0x3f);
    }
  }
  return at;
}

/** The text of bytes [offset, end). @throws `malformedInput`, like Java, if the bytes are not modified UTF-8 */
export function readModifiedUtf8(bytes: Uint8Array, offset: number, end: number): string {
  let text = '';
  let units: number[] = [];
  const continuation = (at: number): number => {
    const byte = at < end ? (bytes[at] ?? 0) : 0;
    if ((byte & 0xc0) !== 0x80) throw malformedStream(at, 'a string is not in Java’s modified UTF-8');
    return byte & 0x3f;
  };
  for (let at = offset; at < end; ) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      units.push(byte);
      at += 1;
    } else if (byte >> 5 === 0b110) {
      units.push(((byte & 0x1f) << 6) | continuation(at + 1));
      at += 2;
    } else if (byte >> 4 === 0b1110) {
      units.push(((byte & 0x0f) << 12) | (continuation(at + 1) << 6) | continuation(at + 2));
      at += 3;
    } else throw malformedStream(at, 'a string is not in Java’s modified UTF-8');
    if (units.length === 4_096) {
      text += String.fromCharCode(...units);
      units = [];
    }
  }
  return text + String.fromCharCode(...units);
}
