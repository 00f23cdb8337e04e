import type { ByteStrings } from './dataset';
import { FormatlabError } from './errors';

const batchBytes = 64 * 1024;
const batchTexts = 4_096;

/**
 * Texts that lie here and there in a file, decoded some thousand at a time: a call of TextDecoder for each would take longer than everything else.
 * Throws `malformedInput` where one is not UTF-8.
 */
export class TextBatch {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  private readonly bytes = new Uint8Array(batchBytes);
  private readonly ends = new Int32Array(batchTexts);
  private readonly texts: string[] = [];
  private readonly file: Uint8Array;
  private readonly format: string;
  private count = 0;
  private used = 0;
  /** Where the batch's first text lies. */
  private firstStart = 0;

  constructor(file: Uint8Array, format: string) {
    this.file = file;
    this.format = format;
  }

  /** The text at `start` (inclusive) to `end` (exclusive) of the file. */
  add(start: number, end: number): void {
    const length = end - start;
    if (this.count === batchTexts || this.used + length > batchBytes) this.flush();
    if (length > batchBytes) {
      this.texts.push(this.decode(this.file.subarray(start, end), start));
      return;
    }
    if (this.count === 0) this.firstStart = start;
    const { bytes, file, used } = this;
    if (length > 48) bytes.set(file.subarray(start, end), used);
    else for (let index = 0; index < length; index += 1) bytes[used + index] = file[start + index] as number;
    this.used = used + length;
    this.ends[this.count] = this.used;
    this.count += 1;
  }

  /** All that were added, in order. */
  finish(): string[] {
    this.flush();
    return this.texts;
  }

  private flush(): void {
    const whole = this.decode(this.bytes.subarray(0, this.used), this.firstStart);
    // Where every byte is a character, the places of the bytes are those of the characters.
    const ascii = whole.length === this.used;
    let from = 0;
    for (let index = 0; index < this.count; index += 1) {
      const to = this.ends[index] as number;
      this.texts.push(ascii ? whole.slice(from, to) : this.decode(this.bytes.subarray(from, to), this.firstStart));
      from = to;
    }
    this.count = 0;
    this.used = 0;
  }

  private decode(bytes: Uint8Array, start: number): string {
    try {
      return this.decoder.decode(bytes);
    } catch (cause) {
      throw new FormatlabError(
        { tag: 'malformedInput', stage: 'decode', format: this.format, message: `A text at byte ${start}, or soon after it, is not UTF-8.` },
        { cause },
      );
    }
  }
}

const checkedBytes = 1 << 20;

/** Whether each of the byte strings is UTF-8, without making a string of all. */
export function areUtf8({ offsets, data }: ByteStrings): boolean {
  const end = offsets.at(-1) ?? 0;
  for (let index = 1; index < offsets.length - 1; index += 1) {
    const start = offsets[index] as number;
    // What begins with the rest of a character took it from the text before.
    if (start < end && ((data[start] as number) & 0xc0) === 0x80) return false;
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < end; at += checkedBytes) decoder.decode(data.subarray(at, Math.min(end, at + checkedBytes)), { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}
