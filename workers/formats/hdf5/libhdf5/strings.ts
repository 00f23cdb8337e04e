const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Strings as consecutive UTF-8 bytes, and the start of each. */
export function encodeStrings(strings: readonly string[]): { offsets: Int32Array; bytes: Uint8Array } {
  const offsets = new Int32Array(strings.length + 1);
  const bytes = encoder.encode(strings.join(''));
  let end = 0;
  for (let index = 0; index < strings.length; index += 1) {
    end += utf8Length(strings[index] ?? '');
    offsets[index + 1] = end;
  }
  return { offsets, bytes };
}

function utf8Length(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // A surrogate pair takes four bytes: one per unit is already counted, and one more per unit is added here. A lone surrogate becomes U+FFFD, three bytes.
    if (unit >= 0xd800 && unit < 0xe000) {
      const next = text.charCodeAt(index + 1);
      if (unit < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
        length += 2;
        index += 1;
      } else length += 2;
    } else length += unit < 0x800 ? 1 : 2;
  }
  return length;
}

/** Decodes the strings. If all are ASCII, they are decoded at once and each is a slice. */
export function decodeStrings({ offsets, bytes }: { offsets: Int32Array; bytes: Uint8Array }): string[] {
  const count = offsets.length - 1;
  const strings = new Array<string>(count);
  const text = decoder.decode(bytes);
  const ascii = text.length === bytes.length && isAscii(bytes);
  for (let index = 0; index < count; index += 1) {
    const from = offsets[index] ?? 0;
    const to = offsets[index + 1] ?? 0;
    strings[index] = ascii ? text.slice(from, to) : decoder.decode(bytes.subarray(from, to));
  }
  return strings;
}

function isAscii(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index += 1) if ((bytes[index] ?? 0) >= 0x80) return false;
  return true;
}
