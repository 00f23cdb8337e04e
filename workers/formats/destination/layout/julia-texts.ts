import { TextBatch } from '../../../columns/text-batch';
import { codePoints, codeUnitBits } from './characters';
import { malformedDestinationFile } from './header';
import type { ScalarWriter } from './scalar-writer';

/** Texts as Julia holds them: length in bytes, then UTF-8 (“UTF-8 texts” in docs/destination-format.md). */
const prefixBytes = 8;

/** Texts of up to this many UTF-16 units are encoded by a loop, which is faster than a TextEncoder call. */
const longestByHand = 64;

/** Writes a well-formed text at `at` and returns the offset after it. */
function writeUtf8(bytes: Uint8Array, at: number, text: string): number {
  let to = at;
  for (let index = 0; index < text.length; index += 1) {
    let code = text.charCodeAt(index);
    if (code < 0x80) {
      bytes[to++] = code;
      continue;
    }
    if (code < 0x800) bytes[to++] = 0xc0 | (code >>> 6);
    else {
      if ((code & 0xf800) === 0xd800) {
        index += 1;
        code = 0x10000 + ((code & 0x3ff) << 10) + (text.charCodeAt(index) & 0x3ff);
        bytes[to++] = 0xf0 | (code >>> 18);
        bytes[to++] = 0x80 | ((code >>> 12) & 0x3f);
      } else bytes[to++] = 0xe0 | (code >>> 12);
      bytes[to++] = 0x80 | ((code >>> 6) & 0x3f);
    }
    bytes[to++] = 0x80 | (code & 0x3f);
  }
  return to;
}

/** The size of the text in UTF-8, in bytes. @throws `encodeFailed` on a lone surrogate */
function utf8Length(text: string): number {
  const bits = codeUnitBits(text);
  if (bits < 0x80) return text.length;
  // A surrogate pair has two code units. The loop counts 3 bytes for each, but UTF-8 takes 4 bytes for the pair, so 2 are subtracted.
  let bytes = bits < 0xd800 ? 0 : -2 * (text.length - codePoints(text));
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  return bytes;
}

export class JuliaTextWriter implements ScalarWriter<string> {
  sizeBytes = 0;
  private readonly encoder = new TextEncoder();
  private at = 0;
  private bytes = new Uint8Array();
  private view = new DataView(new ArrayBuffer(0));

  measure(text: string): void {
    this.sizeBytes += prefixBytes + utf8Length(text);
  }

  place(file: Uint8Array<ArrayBuffer>, offset: number): void {
    this.at = offset;
    this.bytes = file;
    this.view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  }

  write(text: string): void {
    const { bytes, at } = this;
    const start = at + prefixBytes;
    const size =
      text.length > longestByHand
        ? this.encoder.encodeInto(text, bytes.subarray(start)).written
        : writeUtf8(bytes, start, text) - start;
    // The high half is 0, because the file is zero-filled.
    this.view.setUint32(at, size, true);
    this.at = start + size;
  }
}

/** Reads texts from byte `start`, which must end at or before `limit`, and the offset after them. @throws `malformedInput` */
export function readJuliaTexts(
  file: Uint8Array,
  count: number,
  start: number,
  limit: number,
): { texts: string[]; end: number } {
  if (count * prefixBytes > limit - start)
    throw malformedDestinationFile(start, `${count} texts don’t fit ${limit - start} bytes`);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const batch = new TextBatch(file, 'destination');
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (limit - at < prefixBytes)
      throw malformedDestinationFile(at, `text ${index} of ${count} does not fit before byte ${limit}`);
    const body = at + prefixBytes;
    const end = body + view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
    if (end > limit) throw malformedDestinationFile(at, `a text of ${end - body} bytes reaches past byte ${limit}`);
    batch.add(body, end);
    at = end;
  }
  return { texts: batch.finish(), end: at };
}
