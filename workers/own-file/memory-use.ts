import { checkDecodedSize } from './limits';

/** What a value without bytes counts as, so that a claimed count of them ends in seconds. */
const emptyValueBytes = 64;

/** Counts the bytes of all columns of a file, so that a small file cannot fill the memory. */
export class MemoryUse {
  readonly #format: string;
  #bytes = 0;

  constructor(format: string) {
    this.#format = format;
  }

  /** @throws `tooLarge` beyond the limit for the content of a file */
  add(sizeBytes: number): void {
    this.#bytes += sizeBytes;
    checkDecodedSize(this.#bytes, this.#format);
  }

  /** Counts an item of a list, or a row, that takes no bytes of the file. */
  addEmpty(): void {
    this.add(emptyValueBytes);
  }
}
