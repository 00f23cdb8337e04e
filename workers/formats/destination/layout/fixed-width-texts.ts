import { FormatlabError } from '../../../model/errors';
import { CharacterBatch, codePoints, pythonTextEncodings, writeUcs4 } from './characters';
import { malformedDestinationFile } from './header';

/** Texts as NumPy arrays hold them: the size of an item in bytes, then every item in UCS-4 padded with zeros (“Fixed-width texts” in docs/destination-format.md). */
const prefixBytes = 8;
const maxBytes = 2 ** 31;

const refused = (tag: 'unsupported' | 'tooLarge', message: string) =>
  new FormatlabError({ tag, stage: 'encode', format: 'destination', message });

interface FixedWidth {
  /** The number of characters of an item; at least 1, because NumPy has no items without characters. */
  readonly width: number;
  readonly sizeBytes: number;
}

/** @throws `unsupported` if a text ends in U+0000, `tooLarge` if the padded texts exceed 2 GiB */
export function fixedWidthOf(texts: readonly string[]): FixedWidth {
  let width = 1;
  for (const text of texts) {
    // A text has at most as many characters as UTF-16 units. Lone surrogates are found when the text is written.
    if (text.length > width) width = Math.max(width, codePoints(text));
    if (text.charCodeAt(text.length - 1) === 0)
      throw refused(
        'unsupported',
        'A text ends in U+0000, which NumPy’s arrays of texts treat as padding, so it would be lost.',
      );
  }
  const sizeBytes = prefixBytes + 4 * width * texts.length;
  if (sizeBytes > maxBytes)
    throw refused(
      'tooLarge',
      `NumPy stores every text as wide as the longest, ${width} characters of 4 bytes. That needs ${sizeBytes} bytes, more than the limit of 2 GiB.`,
    );
  return { width, sizeBytes };
}

export function writeFixedWidth(
  texts: readonly string[],
  { width }: FixedWidth,
  file: Uint8Array<ArrayBuffer>,
  offset: number,
): void {
  const codes = new Uint32Array(file.buffer, file.byteOffset, file.length / 4);
  codes[offset / 4] = 4 * width;
  let at = (offset + prefixBytes) / 4;
  for (const text of texts) {
    writeUcs4(codes, at, text);
    at += width;
  }
}

/** Reads `count` texts from `start` to the end of the file, which begins at a multiple of 4 bytes in its buffer. @throws `malformedInput` */
export function readFixedWidth(file: Uint8Array, count: number, start: number): string[] {
  if (file.length - start < prefixBytes) throw malformedDestinationFile(start, 'the size of an item is missing');
  const words = new Uint32Array(file.buffer, file.byteOffset, Math.floor(file.length / 4));
  const itemBytes = (words[start / 4] as number) + (words[start / 4 + 1] as number) * 2 ** 32;
  const first = start + prefixBytes;
  if (itemBytes === 0 || itemBytes % 4 !== 0 || count * itemBytes !== file.length - first)
    throw malformedDestinationFile(
      start,
      `${count} items of ${itemBytes} bytes don’t fit the ${file.length - first} bytes that follow`,
    );
  const batch = new CharacterBatch(file);
  for (let at = first; at < file.length; at += itemBytes) {
    let end = (at + itemBytes) / 4;
    while (end > at / 4 && words[end - 1] === 0) end -= 1;
    batch.add(pythonTextEncodings.ucs4, at, end - at / 4);
  }
  return batch.finish();
}
