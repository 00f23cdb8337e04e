import type { RootFileWriter } from '../../file/file-writer';
import { firstRecordOffset } from '../../file/format-constants';
import { keyLengthBytes, needsLargeKey, writeKey } from '../../file/key';

/**
 * Writes pages and envelopes to records of the class RBlob. No directory lists them; they are found by offset. As in ROOT, a record holds many pages. Its key, which contains the
 * length, is written when the length is known.
 */
const blobNames = { className: 'RBlob', name: '', title: '' } as const;
/** The size at which a record is ended. ROOT allows at most 1 GiB per record. */
const fullBlobBytes = 256 * 1_024 * 1_024;

interface OpenBlob {
  readonly at: number;
  readonly keyBytes: number;
  storedBytes: number;
  plainBytes: number;
}

export class BlobWriter {
  readonly #file: RootFileWriter;
  #open: OpenBlob | null = null;

  constructor(file: RootFileWriter) {
    this.#file = file;
  }

  /** Appends bytes to the open record and returns their offset. `plainBytes` is their size when decompressed. */
  append(plainBytes: number, ...parts: readonly Uint8Array[]): number {
    if (this.#open !== null && this.#open.storedBytes > fullBlobBytes) this.end();
    this.#open ??= this.#begin();
    const at = this.#file.append(...parts);
    this.#open.storedBytes = this.#file.end - this.#open.at - this.#open.keyBytes;
    this.#open.plainBytes += plainBytes;
    return at;
  }

  #begin(): OpenBlob {
    const keyBytes = keyLengthBytes(blobNames, needsLargeKey(this.#file.end));
    return { at: this.#file.append(new Uint8Array(keyBytes)), keyBytes, storedBytes: 0, plainBytes: 0 };
  }

  /** Ends the open record, if there is one. The next bytes begin a new record. */
  end(): void {
    if (this.#open === null) return;
    const { at, keyBytes, storedBytes, plainBytes } = this.#open;
    const key = {
      ...blobNames,
      recordBytes: keyBytes + storedBytes,
      objectBytes: plainBytes,
      keyBytes,
      cycle: 1,
      seek: at,
      parentSeek: firstRecordOffset,
    };
    this.#file.overwrite(at, writeKey(key, needsLargeKey(at)).written());
    this.#open = null;
  }
}
