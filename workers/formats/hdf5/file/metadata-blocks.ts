import { malformed } from '../../../byte-map/failures';
import type { Hdf5File } from './hdf5-file';
import { lookup3 } from './lookup3';

export const checksumBytes = 4;

/** The blocks of one tree or array. Each begins with a signature and ends with a checksum, which is verified for who reads values. */
export class MetadataBlocks {
  readonly #hdf5: Hdf5File;
  /** What the blocks are, for messages: “The array of chunks at byte 800”. */
  readonly #what: string;
  readonly #opened = new Set<number>();
  /** Blocks do not overlap, so together they are smaller than the file. */
  #leftBytes: number;

  constructor(hdf5: Hdf5File, what: string) {
    this.#hdf5 = hdf5;
    this.#what = what;
    this.#leftBytes = hdf5.file.sizeBytes;
  }

  /** Checks a block whose size, with the checksum, is `bytes`. `signature` is null for pages, which have none. */
  open(at: number, bytes: number, signature: string | null): void {
    const { file, readsValues } = this.#hdf5;
    if (signature !== null) this.#hdf5.expect(at, signature);
    file.check(at, bytes);
    this.#leftBytes -= bytes;
    if (this.#opened.has(at) || this.#leftBytes < 0) throw this.contradiction();
    this.#opened.add(at);
    const end = at + bytes - checksumBytes;
    if (readsValues && file.u32(end) !== lookup3(file.slice(at, end - at)))
      throw malformed(`${this.#what} has a wrong checksum.`);
  }

  contradiction() {
    return malformed(`${this.#what} contradicts itself.`);
  }
}
