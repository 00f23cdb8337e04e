import { DamagedInput } from '../model/damaged-input';
import { type Allocate, allocateBuffer } from '../model/entry';
import { FormatlabError } from '../model/errors';

const chunkCharacters = 1 << 16;
/** V8's longest string has 2²⁹ − 24 characters. */
const textLimitBytes = 2 ** 29 - 24;

/** Collects text and returns it as one UTF-8 file. It never holds a string as long as the file. */
export class TextSink {
  private readonly encoder = new TextEncoder();
  private readonly chunks: Uint8Array[] = [];
  private text = '';
  private sizeBytes = 0;

  write(text: string): void {
    this.text += text;
    if (this.text.length >= chunkCharacters) this.flush();
  }

  finish(allocate: Allocate = allocateBuffer): Uint8Array<ArrayBuffer> {
    this.flush();
    const file = allocate(this.sizeBytes);
    let at = 0;
    for (const chunk of this.chunks) {
      file.set(chunk, at);
      at += chunk.length;
    }
    return file;
  }

  private flush(): void {
    const chunk = this.encoder.encode(this.text);
    this.chunks.push(chunk);
    this.sizeBytes += chunk.length;
    this.text = '';
  }
}

/**
 * Decodes a text file.
 * @throws `tooLarge` if the file is longer than the longest string; `malformedInput` if it is not UTF-8.
 */
export function textOfFile(file: Uint8Array<ArrayBuffer>, format: string): string {
  if (file.length > textLimitBytes) {
    throw new FormatlabError({
      tag: 'tooLarge',
      stage: 'decode',
      format,
      message: `The file's ${file.length} bytes are more than a JavaScript string can hold (${textLimitBytes}).`,
    });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
  } catch (cause) {
    throw new DamagedInput('is not UTF-8', { format, cause });
  }
}
