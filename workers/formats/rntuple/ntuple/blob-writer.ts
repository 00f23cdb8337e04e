import type { RootFileWriter } from '../../../libraries/root-file/file-writer';
import { firstRecordAt } from '../../../libraries/root-file/format-constants';
import { keySize, needsBigKey, writeKey } from '../../../libraries/root-file/key';

/**
 * Pages and envelopes stand in records of the class RBlob, which no directory lists: found by offset alone. As ROOT does, a record holds many pages; its key, which
 * tells its length, is written once that is known.
 */
const blobNames = { className: 'RBlob', name: '', title: '' } as const;
/** A record is ended beyond this size; ROOT itself can't have more than 1 GiB in one. */
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

  /** Bytes at the end of the record that is open: gives where they begin. `plainBytes`: their size when decompressed. */
  append(plainBytes: number, ...parts: readonly Uint8Array[]): number {
    if (this.#open !== null && this.#open.storedBytes > fullBlobBytes) this.end();
    this.#open ??= this.#begin();
    const at = this.#file.append(...parts);
    this.#open.storedBytes = this.#file.end - this.#open.at - this.#open.keyBytes;
    this.#open.plainBytes += plainBytes;
    return at;
  }

  #begin(): OpenBlob {
    const keyBytes = keySize(blobNames, needsBigKey(this.#file.end));
    return { at: this.#file.append(new Uint8Array(keyBytes)), keyBytes, storedBytes: 0, plainBytes: 0 };
  }

  /** Ends the record that is open, where one is: what is written next begins another. */
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
      parentSeek: firstRecordAt,
    };
    this.#file.overwrite(at, writeKey(key, needsBigKey(at)).bytes());
    this.#open = null;
  }
}
