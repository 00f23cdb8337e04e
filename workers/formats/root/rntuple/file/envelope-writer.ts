import { LittleEndianWriter } from '../../../../libraries/bytes/byte-writer';

const encoder = new TextEncoder();

/** Writes the content of an envelope: little-endian numbers, strings and frames. */
export class EnvelopeWriter extends LittleEndianWriter {
  text(text: string): void {
    const bytes = encoder.encode(text);
    this.u32(bytes.length);
    this.raw(bytes);
  }

  #frame(isList: boolean, write: () => void): void {
    const at = this.room(8);
    write();
    const sizeBytes = BigInt(this.length - at);
    this.view.setBigInt64(at, isList ? -sizeBytes : sizeBytes, true);
  }

  /** Writes a record frame: its size, then the output of `content`. */
  record(content: () => void): void {
    this.#frame(false, content);
  }

  /** Writes a list frame: its items by `write`, then the output of `after` within the frame. */
  list<T>(items: readonly T[], write: (item: T) => void, after?: () => void): void {
    this.#frame(true, () => {
      this.u32(items.length);
      for (const item of items) write(item);
      after?.();
    });
  }

  /** Writes a list frame whose items are record frames. */
  recordList<T>(items: readonly T[], write: (item: T) => void): void {
    this.list(items, (item) => this.record(() => write(item)));
  }
}
