import { compressRecord } from '../../file/compressed-record';
import { rootFailure } from '../../file/failures';
import type { BlockCompressor } from '../../file/native-blocks';
import type { RootFileWriter } from '../../file/file-writer';
import type { NumericValues } from '../../../../model/column';
import { basketKeySize, writeBasketKey } from './basket';
import { writeBasketValues } from './byte-order';
import type { BranchDefinition, BranchValues } from './branch-definition';
import { leafTypeInfo } from './leaf-types';

/** The minimum size of a basket (TBranch.cxx), even if the option is smaller. */
const minBasketBytes = 128;
const firstBufferBytes = 65_536;
/** The maximum size of a basket: its lengths are int32. */
const maxBasketBytes = 0x7fff_0000;

/** The lists of baskets that a TBranch record contains. */
interface BasketList {
  readonly bytes: number[];
  /** The first entry of each basket. */
  readonly entry: number[];
  readonly seek: number[];
}

/** A buffer for a compressed basket, shared by the branches of a tree. */
interface BasketBuffer {
  bytes: Uint8Array;
}

/** Writes one branch. Entries collect in a buffer of a basket's size, which is compressed and written when it is full. */
export class BranchWriter {
  readonly definition: BranchDefinition;
  readonly baskets: BasketList = { bytes: [], entry: [], seek: [] };
  readonly basketBytes: number;
  entryCount = 0;
  /** The total size of all baskets with their keys, before and after compression. */
  totalBytes = 0;
  zipBytes = 0;
  /** The largest count, or the longest text, so far. */
  largest = 0;
  /** True if the branch counts the values of another branch. */
  counts = false;
  readonly #file: RootFileWriter;
  readonly #tree: string;
  readonly #keyBytes: number;
  /** The size of an entry; 0 if entries differ in length. */
  readonly #entryBytes: number;
  #buffer: Uint8Array<ArrayBuffer>;
  readonly #scratch: BasketBuffer;
  #used = 0;
  #entries = 0;
  /** The start of each entry, counted from the key's beginning, if entries differ in length. */
  #entryOffsets: Int32Array;

  constructor(
    file: RootFileWriter,
    tree: string,
    definition: BranchDefinition,
    basketBytes: number,
    scratch: BasketBuffer,
  ) {
    this.#file = file;
    this.#tree = tree;
    this.definition = definition;
    this.basketBytes = Math.max(basketBytes, minBasketBytes);
    this.#keyBytes = basketKeySize(definition.name, tree);
    this.#entryBytes = definition.kind === 'fixed' ? leafTypeInfo[definition.type].bytes * (definition.length ?? 1) : 0;
    // The buffer starts small, so that a basket that never fills does not take its full size.
    this.#buffer = new Uint8Array(Math.min(Math.ceil(this.basketBytes / 8) * 8, firstBufferBytes));
    this.#scratch = scratch;
    this.#entryOffsets = new Int32Array(this.#entryBytes > 0 ? 0 : 1_024);
  }

  get hasOffsets(): boolean {
    return this.#entryBytes === 0;
  }

  /** Adds entries `from` to `to` of these values; entries up to `last` follow in later calls. */
  fill(values: BranchValues, from: number, to: number, last: number): void {
    if ('offsets' in values) {
      if (this.definition.kind === 'text') this.#fillText(values.offsets, values.values, from, to);
      else this.#fillArrays(values.offsets, values.values, from, to);
    } else this.#fillFixed(values, from, to, last);
  }

  #fillFixed(values: NumericValues, from: number, to: number, last: number): void {
    const { definition } = this;
    const length = definition.kind === 'fixed' ? (definition.length ?? 1) : 1;
    // TBranch::FillImpl writes a basket when another entry would not fit.
    const capacity = Math.max(1, Math.ceil((this.basketBytes - this.#keyBytes) / this.#entryBytes) - 1);
    this.#ensure(Math.min(capacity, this.#entries + last - from) * this.#entryBytes);
    for (let row = from; row < to; ) {
      const count = Math.min(to - row, capacity - this.#entries);
      writeBasketValues(values, row * length, (row + count) * length, this.#buffer, this.#used);
      this.#used += count * this.#entryBytes;
      this.#entries += count;
      row += count;
      if (this.#entries === capacity) this.flush();
    }
  }

  #fillArrays(offsets: Int32Array, values: NumericValues, from: number, to: number): void {
    const width = values.BYTES_PER_ELEMENT;
    let begin = from;
    while (begin < to) {
      // Adds as many entries as fit, whose values are contiguous.
      let end = begin;
      const first = offsets[begin] ?? 0;
      do {
        this.#beginEntry(((offsets[end] ?? 0) - first) * width);
        end += 1;
      } while (
        end < to &&
        !this.#isFull(((offsets[end] ?? 0) - first) * width, ((offsets[end + 1] ?? 0) - (offsets[end] ?? 0)) * width)
      );
      const last = offsets[end] ?? 0;
      this.#ensure(this.#used + (last - first) * width);
      writeBasketValues(values, first, last, this.#buffer, this.#used);
      this.#used += (last - first) * width;
      begin = end;
      if (begin < to || this.#isFull(0, 0)) this.flush();
    }
  }

  #fillText(offsets: Int32Array, bytes: NumericValues, from: number, to: number): void {
    if (!(bytes instanceof Uint8Array))
      throw rootFailure(
        'internal',
        'encode',
        `the branch “${this.definition.name}” stores texts, but received numbers`,
      );
    for (let row = from; row < to; row += 1) {
      const begin = offsets[row] ?? 0;
      const length = (offsets[row + 1] ?? 0) - begin;
      const prefixBytes = length < 255 ? 1 : 5;
      if (this.#entries > 0 && this.#isFull(0, length + prefixBytes)) this.flush();
      this.#beginEntry(0);
      this.#ensure(this.#used + length + prefixBytes);
      const buffer = this.#buffer;
      let at = this.#used;
      buffer[at] = Math.min(length, 255);
      at += 1;
      if (length >= 255) {
        new DataView(buffer.buffer).setUint32(at, length);
        at += 4;
      }
      if (length > 32) buffer.set(bytes.subarray(begin, begin + length), at);
      else for (let index = 0; index < length; index += 1) buffer[at + index] = bytes[begin + index] ?? 0;
      this.#used = at + length;
      // ROOT counts the terminating zero of a C string.
      if (length >= this.largest) this.largest = length + 1;
    }
    if (this.#entries > 0 && this.#isFull(0, 0)) this.flush();
  }

  /** Whether an entry of `nextBytes`, after `pendingBytes` in addition to the buffer, would exceed the basket with its table of offsets. */
  #isFull(pendingBytes: number, nextBytes: number): boolean {
    return this.#keyBytes + this.#used + pendingBytes + nextBytes + 4 * (this.#entries + 2) >= this.basketBytes;
  }

  #beginEntry(pendingBytes: number): void {
    if (this.#entries === this.#entryOffsets.length) {
      const larger = new Int32Array(this.#entryOffsets.length * 2);
      larger.set(this.#entryOffsets);
      this.#entryOffsets = larger;
    }
    this.#entryOffsets[this.#entries] = this.#keyBytes + this.#used + pendingBytes;
    this.#entries += 1;
  }

  #ensure(sizeBytes: number): void {
    if (sizeBytes <= this.#buffer.length) return;
    if (sizeBytes > maxBasketBytes)
      throw rootFailure(
        'unsupported',
        'encode',
        `an entry of the branch “${this.definition.name}” has ${sizeBytes.toLocaleString('en')} bytes, more than a basket can hold`,
      );
    const larger = new Uint8Array(
      Math.min(maxBasketBytes, Math.ceil(Math.max(sizeBytes, this.#buffer.length * 1.5) / 8) * 8),
    );
    larger.set(this.#buffer.subarray(0, this.#used));
    this.#buffer = larger;
  }

  /** Writes the collected entries as a basket, if there are any. */
  flush(): void {
    if (this.#entries === 0) return;
    const valueBytes = this.#used;
    if (this.hasOffsets) this.#appendOffsets();
    const object = this.#buffer.subarray(0, this.#used);
    const { compressor } = this.#file;
    const stored = compressor === null ? object : this.#compressed(object, compressor);
    const seek = this.#file.end;
    const key = writeBasketKey({
      branch: this.definition.name,
      tree: this.#tree,
      seek,
      keyBytes: this.#keyBytes,
      storedBytes: stored.length,
      objectBytes: object.length,
      basketBytes: this.basketBytes,
      entryBytes: this.hasOffsets ? this.#entries + 1 : this.#entryBytes,
      entryCount: this.#entries,
      valueBytes,
    });
    this.#file.append(key, stored);
    this.baskets.bytes.push(key.length + stored.length);
    this.baskets.entry.push(this.entryCount);
    this.baskets.seek.push(seek);
    this.entryCount += this.#entries;
    this.totalBytes += key.length + object.length;
    this.zipBytes += key.length + stored.length;
    this.#entries = 0;
    this.#used = 0;
  }

  /** The compressed basket, or the uncompressed one if compression does not make it shorter. */
  #compressed(object: Uint8Array, compressor: BlockCompressor): Uint8Array {
    const scratch = this.#scratch;
    if (scratch.bytes.length < object.length) scratch.bytes = new Uint8Array(object.length);
    const sizeBytes = compressRecord(object, compressor, scratch.bytes);
    return sizeBytes === 0 ? object : scratch.bytes.subarray(0, sizeBytes);
  }

  /** TBasket::WriteBuffer: the number of offsets, the offsets, and an unused last offset. */
  #appendOffsets(): void {
    const count = this.#entries + 1;
    const at = this.#used;
    this.#ensure(at + 4 + count * 4);
    const view = new DataView(this.#buffer.buffer);
    view.setUint32(at, count);
    for (let index = 0; index < this.#entries; index += 1)
      view.setInt32(at + 4 + index * 4, this.#entryOffsets[index] ?? 0);
    view.setInt32(at + count * 4, 0);
    this.#used = at + 4 + count * 4;
  }
}
