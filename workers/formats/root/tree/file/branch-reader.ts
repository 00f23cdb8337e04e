import { decompressRecord, requirePossibleSize } from '../../file/compressed-record';
import { malformedRoot, rootFailure } from '../../file/failures';
import type { RootFileReader } from '../../file/file-reader';
import { readRange } from '../../file/source';
import { numericConstructor, type NumericValues } from '../../../../model/column';
import { readBasketKey } from './basket';
import { readBasketValues } from './byte-order';
import { leafTypeInfo } from './leaf-types';
import type { BranchInfo } from './tree-info';

/** The values of a branch: `length` per entry, or offsets (entries + 1) if entries differ in length. The values of texts are bytes. */
interface DecodedBranchValues {
  readonly values: NumericValues;
  readonly offsets: Int32Array | null;
}

/** The maximum decoded size of a branch: more exceeds a dataset's offsets and a browser tab. */
const maxBytes = 0x7fff_ffff;
/** One decompressed basket. */
interface Basket {
  /** Valid until another basket is read. */
  readonly bytes: Uint8Array;
  readonly fileOffset: number;
  /** The size of the values without the table of offsets. */
  readonly valueBytes: number;
  readonly objectBytes: number;
  readonly keyBytes: number;
  readonly entryCount: number;
}

/** Reads a branch basket by basket, and only its own baskets. */
export class BranchReader {
  readonly branch: BranchInfo;
  readonly #file: RootFileReader;

  constructor(file: RootFileReader, branch: BranchInfo) {
    this.#file = file;
    this.branch = branch;
  }

  get #isFixed(): boolean {
    return this.branch.type !== null && this.branch.countBranch === null;
  }

  #basket(index: number): Basket {
    const { name, basketSeek, basketBytes, basketEntry } = this.branch;
    const seek = basketSeek[index] ?? 0;
    const record = readRange(
      this.#file.source,
      seek,
      basketBytes[index] ?? 0,
      `basket ${index} of the branch “${name}”`,
    );
    const { key, entryCount, last } = readBasketKey(record, name, seek);
    const expected = (basketEntry[index + 1] ?? 0) - (basketEntry[index] ?? 0);
    if (entryCount !== expected)
      throw malformedRoot(
        `basket ${index} of the branch “${name}” holds ${entryCount} entries, but the tree declares ${expected}`,
        seek,
      );
    const stored = record.subarray(key.keyBytes);
    const bytes = requirePossibleSize(stored, key.objectBytes, seek + key.keyBytes)
      ? decompressRecord(stored, key.objectBytes, this.#file.decompressor, seek + key.keyBytes)
      : stored;
    return {
      bytes,
      fileOffset: seek,
      valueBytes: last - key.keyBytes,
      objectBytes: key.objectBytes,
      keyBytes: key.keyBytes,
      entryCount,
    };
  }

  /** Reads all entries. @throws `tooLarge`, before allocating memory, if they exceed the limit */
  readAll(): DecodedBranchValues {
    return this.#isFixed ? this.#readFixed() : this.#readVariable();
  }

  #readFixed(): DecodedBranchValues {
    const { type, length, entryCount, basketEntry, name } = this.branch;
    const { bytes: width, storage } = leafTypeInfo[type ?? 'uint8'];
    const entryBytes = width * length;
    if (entryCount * entryBytes > maxBytes) throw tooLarge(name, entryCount * entryBytes);
    this.#requireStored(entryCount * entryBytes);
    const values = new (numericConstructor(storage))(entryCount * length);
    for (let index = 0; index < basketEntry.length - 1; index += 1) {
      const basket = this.#fixedBasket(index, entryBytes);
      readBasketValues(basket.bytes, basket.entryCount * length, values, (basketEntry[index] ?? 0) * length);
    }
    return { values, offsets: null };
  }

  #fixedBasket(index: number, entryBytes: number): Basket {
    const basket = this.#basket(index);
    if (basket.valueBytes !== basket.entryCount * entryBytes)
      throw malformedRoot(
        `basket ${index} of the branch “${this.branch.name}” has ${basket.valueBytes} bytes, which don’t fit ${basket.entryCount} entries of ${entryBytes} bytes`,
        basket.fileOffset,
      );
    return basket;
  }

  /** Rejects a decoded size above 65,536 times the stored size, a ratio that no codec reaches, so that a hostile file gets no memory for entries that it only claims. */
  #requireStored(sizeBytes: number): void {
    const stored = this.branch.basketBytes.reduce((sum, bytes) => sum + bytes, 0);
    if (stored > this.#file.source.sizeBytes || sizeBytes > stored * 65_536)
      throw malformedRoot(
        `the branch “${this.branch.name}” claims ${sizeBytes.toLocaleString('en')} bytes of values in baskets of ${stored.toLocaleString('en')}, in a file of ${this.#file.source.sizeBytes.toLocaleString('en')}`,
      );
  }

  #readVariable(): DecodedBranchValues {
    const { entryCount, basketEntry, name, type } = this.branch;
    const { bytes: width, storage } = leafTypeInfo[type ?? 'uint8'];
    this.#requireStored(entryCount);
    if (entryCount > maxBytes / 4) throw tooLarge(name, entryCount * 4);
    const offsets = new Int32Array(entryCount + 1);
    const parts: NumericValues[] = [];
    let total = 0;
    for (let index = 0; index < basketEntry.length - 1; index += 1) {
      const basket = this.#basket(index);
      const ends = new Int32Array(basket.entryCount + 1);
      const part = this.#entriesOf(basket, ends, index);
      if ((total + part.length) * width > maxBytes) throw tooLarge(name, (total + part.length) * width);
      const first = basketEntry[index] ?? 0;
      for (let entry = 1; entry <= basket.entryCount; entry += 1) offsets[first + entry] = total + (ends[entry] ?? 0);
      parts.push(part);
      total += part.length;
    }
    const values = new (numericConstructor(storage))(total);
    let at = 0;
    for (const part of parts) {
      // All baskets of a branch have the same type.
      (values as { set(values: NumericValues, offset: number): void }).set(part, at);
      at += part.length;
    }
    return { values, offsets };
  }

  /** Reads the values of a basket whose entries differ in length; `ends` receives their offsets in elements. */
  #entriesOf(basket: Basket, ends: Int32Array, index: number): NumericValues {
    const { bytes, keyBytes, valueBytes, objectBytes, entryCount, fileOffset } = basket;
    const { type, name } = this.branch;
    const fail = (message: string) => malformedRoot(`basket ${index} of the branch “${name}” ${message}`, fileOffset);
    const view = new DataView(bytes.buffer, bytes.byteOffset, objectBytes);
    // The number of offsets, then the offsets; the last one may be missing or unused.
    if (objectBytes - valueBytes < 4 + entryCount * 4)
      throw fail(`has ${objectBytes - valueBytes} bytes of offsets, which don’t fit ${entryCount} entries`);
    const table = valueBytes + 4;
    const begin = (entry: number) => (entry < entryCount ? view.getInt32(table + entry * 4) - keyBytes : valueBytes);
    const { bytes: width, storage } = leafTypeInfo[type ?? 'uint8'];
    const values = new (numericConstructor(storage))(type === null ? valueBytes : Math.floor(valueBytes / width));
    let written = 0;
    for (let entry = 0; entry < entryCount; entry += 1) {
      let from = begin(entry);
      const to = begin(entry + 1);
      if (from < 0 || to < from || to > valueBytes)
        throw fail(
          `has an entry with impossible bounds: entry ${entry} goes from byte ${from} to ${to}, of ${valueBytes}`,
        );
      if (type === null) {
        const short = bytes[from] ?? 0;
        const length = to === from ? 0 : short < 255 ? short : to - from >= 5 ? view.getUint32(from + 1) : -1;
        from += to === from ? 0 : short < 255 ? 1 : 5;
        if (length !== to - from)
          throw fail(`has a text that declares ${length} bytes but has ${to - from}, in its entry ${entry}`);
        if (length > 32) (values as Uint8Array).set(bytes.subarray(from, to), written);
        else for (let at = 0; at < length; at += 1) values[written + at] = bytes[from + at] ?? 0;
        written += length;
      } else {
        if ((to - from) % width !== 0)
          throw fail(
            `has an entry ${entry} of ${to - from} bytes, which is no multiple of the ${width} bytes of a value`,
          );
        // If the values are contiguous, they are copied at once below.
        if (from !== written * width) throw fail(`has bytes that belong to no entry, before entry ${entry}`);
        written += (to - from) / width;
      }
      ends[entry + 1] = written;
    }
    if (type === null) return values.subarray(0, written);
    readBasketValues(bytes, written, values, 0);
    return values.subarray(0, written);
  }

  /** Reads the values of one entry; only the basket with the entry is read. */
  readEntry(entry: number): NumericValues {
    const { basketEntry, type, length } = this.branch;
    let low = 0;
    let high = basketEntry.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((basketEntry[middle] ?? 0) <= entry) low = middle;
      else high = middle - 1;
    }
    const { bytes: width, storage } = leafTypeInfo[type ?? 'uint8'];
    const within = entry - (basketEntry[low] ?? 0);
    if (this.#isFixed) {
      const basket = this.#fixedBasket(low, width * length);
      const values = new (numericConstructor(storage))(length);
      readBasketValues(basket.bytes.subarray(within * width * length), length, values, 0);
      return values;
    }
    const basket = this.#basket(low);
    const ends = new Int32Array(basket.entryCount + 1);
    return this.#entriesOf(basket, ends, low).slice(ends[within] ?? 0, ends[within + 1] ?? 0);
  }
}

function tooLarge(name: string, sizeBytes: number): Error {
  return rootFailure(
    'tooLarge',
    'decode',
    `the values of the branch “${name}” would be ${sizeBytes.toLocaleString('en')} bytes, more than Formatlab can hold`,
  );
}
