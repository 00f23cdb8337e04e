import type { ChunkPlace } from './chunk-index';
import { lookup3 } from './lookup3';

/** What a reader of a chunk index needs. `fail` throws. */
export interface IndexSource {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly visit: (chunk: ChunkPlace) => void;
  readonly fail: (what: string) => never;
  /** The bytes of every chunk if the dataset has no filters, whose index then names no sizes; null if it has filters. */
  readonly plainChunkBytes: number | null;
}

export const checksumBytes = 4;
const undefinedAddress = 0xffff_ffff_ffff_ffffn;
export const addressBytes = 8;

/** Reads the blocks of an index, each of which begins with a signature and ends with a checksum. All reads are checked against the file's length. */
export class IndexBlocks {
  readonly #source: IndexSource;
  readonly #view: DataView;
  /** Blocks do not overlap, so together they are smaller than the file. */
  #leftBytes: number;

  constructor(source: IndexSource) {
    this.#source = source;
    this.#view = new DataView(source.file.buffer, source.file.byteOffset, source.file.byteLength);
    this.#leftBytes = source.file.length;
  }

  /** The start of the content of a block whose size, with the checksum, is `sizeBytes`. `signature` is null for pages, which have none. */
  open(address: number, sizeBytes: number, signature: string | null): number {
    const { file, fail } = this.#source;
    this.#leftBytes -= sizeBytes;
    if (address + sizeBytes > file.length || this.#leftBytes < 0)
      fail('has a chunk index that goes beyond its end or contradicts itself');
    const end = address + sizeBytes - checksumBytes;
    if (signature !== null)
      for (let at = 0; at < signature.length; at += 1)
        if (file[address + at] !== signature.charCodeAt(at)) fail('has no chunk index where a dataset names one');
    if (this.#view.getUint32(end, true) !== lookup3(file.subarray(address, end)))
      fail('has a chunk index with a wrong checksum');
    return address + (signature?.length ?? 0);
  }

  byte(at: number): number {
    return this.#view.getUint8(at);
  }

  /** A little-endian number of up to 8 bytes. */
  number(at: number, sizeBytes: number): number {
    let value = 0;
    for (let index = sizeBytes - 1; index >= 0; index -= 1) value = value * 256 + this.byte(at + index);
    return Number.isSafeInteger(value) ? value : this.#source.fail('has a number in its chunk index that is too large');
  }

  /** An address; null if it is undefined. */
  address(at: number): number | null {
    if (this.#view.getBigUint64(at, true) === undefinedAddress) return null;
    return this.number(at, addressBytes);
  }

  /** Whether the index is of chunks without filters. Its elements are then addresses alone. */
  get isPlain(): boolean {
    return this.#source.plainChunkBytes !== null;
  }

  /** Visits a chunk whose address lies at `at`, with its size and skipped filters if it has filters, unless it is not stored. */
  visitChunk(at: number, sizeFieldBytes: number, offsetsOf: () => readonly number[]): void {
    const address = this.address(at);
    if (address === null) return;
    const { file, fail, visit, plainChunkBytes } = this.#source;
    const sizeBytes = plainChunkBytes ?? this.number(at + addressBytes, sizeFieldBytes);
    const skippedFilters =
      plainChunkBytes === null ? this.#view.getUint32(at + addressBytes + sizeFieldBytes, true) : 0;
    if (address + sizeBytes > file.length) fail('names a chunk that goes beyond its end');
    visit({ address, sizeBytes, skippedFilters, offsets: offsetsOf() });
  }

  fail(what: string): never {
    return this.#source.fail(what);
  }
}

/** The bytes of an element of a filtered index, besides the chunk's size: its address and its skipped filters. */
export const fixedElementBytes = addressBytes + 4;
