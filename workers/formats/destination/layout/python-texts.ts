import {
  CharacterBatch,
  codePoints,
  type PythonTextEncoding,
  encodingOf,
  pythonTextEncodings,
  writeUcs4,
} from './characters';
import { malformedDestinationFile } from './header';
import type { ScalarWriter } from './scalar-writer';

/** Texts as Python holds them: encoding, length, characters, padded to a multiple of 4 bytes (“Python texts” in docs/destination-format.md). */
const prefixBytes = 16;
const padded = (bytes: number) => Math.ceil(bytes / 4) * 4;
const characterBytes = (encoding: PythonTextEncoding) => (encoding === pythonTextEncodings.ascii ? 1 : encoding);

export class PythonTextWriter implements ScalarWriter<string> {
  sizeBytes = 0;
  private readonly encodingsOfTexts: Uint8Array;
  private measured = 0;
  private written = 0;
  private at = 0;
  private bytes = new Uint8Array();
  private units = new Uint16Array();
  private codes = new Uint32Array();

  constructor(count: number) {
    this.encodingsOfTexts = new Uint8Array(count);
  }

  measure(text: string): void {
    const encoding = encodingOf(text);
    this.encodingsOfTexts[this.measured++] = encoding;
    const characters = encoding === pythonTextEncodings.ucs4 ? codePoints(text) : text.length;
    this.sizeBytes += prefixBytes + padded(characters * characterBytes(encoding));
  }

  place(file: Uint8Array<ArrayBuffer>, offset: number): void {
    this.at = offset;
    this.bytes = file;
    this.units = new Uint16Array(file.buffer, file.byteOffset, Math.floor(file.length / 2));
    this.codes = new Uint32Array(file.buffer, file.byteOffset, Math.floor(file.length / 4));
  }

  write(text: string): void {
    const { bytes, units, codes, at } = this;
    const encoding = this.encodingsOfTexts[this.written++] as PythonTextEncoding;
    const start = at + prefixBytes;
    let characters = text.length;
    if (encoding === pythonTextEncodings.ucs4) characters = writeUcs4(codes, start / 4, text) - start / 4;
    else if (encoding === pythonTextEncodings.ucs2)
      for (let index = 0, to = start / 2; index < characters; index += 1) units[to + index] = text.charCodeAt(index);
    else for (let index = 0; index < characters; index += 1) bytes[start + index] = text.charCodeAt(index);
    // The high halves are 0, because the file is zero-filled.
    codes[at / 4] = encoding;
    codes[at / 4 + 2] = characters;
    this.at = start + padded(characters * characterBytes(encoding));
  }
}

const isEncoding = (code: number): code is PythonTextEncoding => code === 0 || code === 1 || code === 2 || code === 4;

/** Reads texts from byte `start`, which must end at or before `limit`, and the offset after them. `file` begins at a multiple of 4 bytes in its buffer. @throws `malformedInput` */
export function readPythonTexts(
  file: Uint8Array,
  count: number,
  start: number,
  limit: number,
): { texts: string[]; end: number } {
  if (count * prefixBytes > limit - start)
    throw malformedDestinationFile(start, `${count} texts don’t fit ${limit - start} bytes`);
  const words = new Uint32Array(file.buffer, file.byteOffset, Math.floor(file.length / 4));
  const batch = new CharacterBatch(file);
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (limit - at < prefixBytes)
      throw malformedDestinationFile(at, `text ${index} of ${count} does not fit before byte ${limit}`);
    const encoding = words[at / 4] as number;
    if (!isEncoding(encoding) || words[at / 4 + 1] !== 0)
      throw malformedDestinationFile(at, `${encoding} is not a text encoding: 0 is ASCII, 1 Latin-1, 2 UCS-2, 4 UCS-4`);
    const characters = (words[at / 4 + 2] as number) + (words[at / 4 + 3] as number) * 2 ** 32;
    const body = at + prefixBytes;
    const end = body + characters * characterBytes(encoding);
    if (padded(end) > limit)
      throw malformedDestinationFile(at + 8, `a text of ${characters} characters reaches past byte ${limit}`);
    batch.add(encoding, body, characters);
    for (at = end; at % 4 !== 0; at += 1)
      if (file[at] !== 0) throw malformedDestinationFile(at, 'the padding bytes after a text are not 0');
  }
  return { texts: batch.finish(), end: at };
}
