import { DamagedInput } from '../model/damaged-input';
import type { ByteStrings } from '../model/byte-strings';
import { FormatlabError } from '../model/errors';

const batchBytes = 64 * 1024;
const batchTexts = 4_096;

/**
 * Decodes texts scattered over a file in batches of some thousand, since a call of TextDecoder for each would dominate the time.
 * @throws `malformedInput` if a text is not UTF-8.
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
  /** Where each text of the batch starts in the file. */
  private readonly starts = new Float64Array(batchTexts);

  constructor(file: Uint8Array, format: string) {
    this.file = file;
    this.format = format;
  }

  /** Adds the text at `start` (inclusive) to `end` (exclusive) of the file. */
  add(start: number, end: number): void {
    const length = end - start;
    if (this.count === batchTexts || this.used + length > batchBytes) this.flush();
    if (length > batchBytes) {
      this.texts.push(this.decodeOne(this.file.subarray(start, end), start));
      return;
    }
    const { bytes, file, used } = this;
    if (length > 48) bytes.set(file.subarray(start, end), used);
    else for (let index = 0; index < length; index += 1) bytes[used + index] = file[start + index] as number;
    this.used = used + length;
    this.starts[this.count] = start;
    this.ends[this.count] = this.used;
    this.count += 1;
  }

  /** Decodes all added texts, in order. */
  finish(): string[] {
    this.flush();
    return this.texts;
  }

  private flush(): void {
    const { bytes, ends } = this;
    const whole = this.decodeAll();
    // If every byte is one character, byte positions are character positions.
    const ascii = whole.length === this.used;
    let from = 0;
    let unit = 0;
    for (let index = 0; index < this.count; index += 1) {
      const to = ends[index] as number;
      const first = unit;
      // A text that starts with a continuation byte completes the previous text's last character. Neither text is UTF-8, although both
      // together are.
      if (from < to && ((bytes[from] as number) & 0xc0) === 0x80) this.decodeEach();
      if (ascii) unit = to;
      else
        for (let at = from; at < to; at += 1) {
          const byte = bytes[at] as number;
          if ((byte & 0xc0) !== 0x80) unit += byte >= 0xf0 ? 2 : 1;
        }
      this.texts.push(whole.slice(first, unit));
      from = to;
    }
    this.count = 0;
    this.used = 0;
  }

  private decodeAll(): string {
    try {
      return this.decoder.decode(this.bytes.subarray(0, this.used));
    } catch {
      this.decodeEach();
      throw new FormatlabError({
        tag: 'internal',
        stage: 'decode',
        format: this.format,
        message: 'Texts that are UTF-8 each are none together.',
      });
    }
  }

  /** Decodes one text at a time, to throw for the one that is not UTF-8. */
  private decodeEach(): void {
    for (let index = 0, from = 0; index < this.count; index += 1) {
      const to = this.ends[index] as number;
      this.decodeOne(this.bytes.subarray(from, to), this.starts[index] as number);
      from = to;
    }
  }

  private decodeOne(bytes: Uint8Array, start: number): string {
    try {
      return this.decoder.decode(bytes);
    } catch (cause) {
      throw new DamagedInput('is not UTF-8', {
        subject: 'A text',
        message: `The text at byte ${start} is not UTF-8.`,
        place: { byte: start },
        format: this.format,
        cause,
      });
    }
  }
}

const checkedBytes = 1 << 20;

/** True if each byte string is UTF-8. No strings are made. */
export function areUtf8({ offsets, data }: ByteStrings): boolean {
  const end = offsets.at(-1) ?? 0;
  for (let index = 1; index < offsets.length - 1; index += 1) {
    const start = offsets[index] as number;
    // A text that starts with a continuation byte completes the previous text's last character.
    if (start < end && ((data[start] as number) & 0xc0) === 0x80) return false;
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < end; at += checkedBytes)
      decoder.decode(data.subarray(at, Math.min(end, at + checkedBytes)), { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}
