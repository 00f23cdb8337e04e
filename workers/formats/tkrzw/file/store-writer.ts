import type { FormatlabError } from '../../../model/errors';
import { crcOf, magicChecksum, wordsOf } from '../../../libraries/checksums';
import { tkrzwFailure, type TkrzwFormat } from './failures';
import { bucketOf } from './murmur';
import { varnumBytes, writeFixed, writeVarnum } from './numbers';
import {
  closedFlag,
  type CompressorCode,
  crcWidths,
  metadataOffsets,
  fileMagic,
  inPlaceModeFlag,
  keyMaxBytes,
  metadataBytes,
  opaqueBytes,
  paddingMagic,
  recordBase,
  recordKind,
  recordSectionHeaderBytes,
  recordSectionMagic,
  maxValueBytes,
} from './store-layout';

export interface StoreOptions {
  readonly alignPow: number;
  readonly offsetWidth: number;
  readonly crcBytes: (typeof crcWidths)[number];
  readonly bucketCount: number;
  readonly compressor: CompressorCode;
}

/** 2000-01-01T00:00:00Z in microseconds. Files contain the time of their last change. The true time would give equal data different bytes and hashes. */
const modifiedAt = 946_684_800_000_000;
/** The version of Tkrzw that the files correspond to. */
const packageVersion = [1, 0] as const;

/** Writes a store record by record, like Tkrzw if every key is new: each record becomes the first of its bucket's chain. */
export class StoreWriter {
  readonly #format: TkrzwFormat;
  readonly #options: StoreOptions;
  readonly #base: number;
  readonly #alignment: number;
  /** The first offset that exceeds the offset width. */
  readonly #offsetEnd: number;
  #data: Uint8Array<ArrayBuffer>;
  #words: Uint32Array<ArrayBuffer>;
  #at: number;
  #recordCount = 0;
  #dataBytes = 0;

  /** `recordsBytes` is the expected size of all records, exact or estimated. */
  constructor(format: TkrzwFormat, options: StoreOptions, recordsBytes: number) {
    this.#format = format;
    this.#options = options;
    this.#base = recordBase(options.bucketCount, options.offsetWidth, options.alignPow);
    this.#alignment = 2 ** options.alignPow;
    this.#offsetEnd = 256 ** options.offsetWidth * this.#alignment;
    this.#data = new Uint8Array(this.#base + Math.ceil(recordsBytes));
    this.#words = wordsOf(this.#data);
    this.#at = this.#base;
  }

  /** Makes room for this many bytes; the bytes after the records are always zero. */
  #reserve(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#data.length) return;
    const larger = new Uint8Array(Math.max(needed, Math.ceil(this.#data.length * 1.5)));
    larger.set(this.#data.subarray(0, this.#at));
    this.#data = larger;
    this.#words = wordsOf(larger);
  }

  /** Appends a record that look-ups find by its key. `value` is already compressed. */
  add(keyData: Uint8Array, keyStart: number, keyEnd: number, value: Uint8Array): void {
    const keyBytes = keyEnd - keyStart;
    if (keyBytes > keyMaxBytes) throw this.#tooLarge('key', keyBytes, keyMaxBytes);
    const { offsetWidth } = this.#options;
    const bucketAt = metadataBytes + bucketOf(keyData, keyStart, keyEnd, this.#options.bucketCount) * offsetWidth;
    const offset = this.#at;
    if (offset >= this.#offsetEnd) throw this.#beyondOffsets();
    this.#write(recordKind.add, bucketAt, keyData, keyStart, keyEnd, value);
    writeFixed(this.#data, bucketAt, offsetWidth, offset / this.#alignment);
    this.#recordCount += 1;
    this.#dataBytes += keyBytes + value.length;
  }

  /** Appends a void record, which is in no chain and which readers skip. */
  addVoid(value: Uint8Array): void {
    this.#write(recordKind.void, -1, value, 0, 0, value);
  }

  #write(
    kind: number,
    bucketAt: number,
    keyData: Uint8Array,
    keyStart: number,
    keyEnd: number,
    value: Uint8Array,
  ): void {
    const { offsetWidth, crcBytes } = this.#options;
    const keyBytes = keyEnd - keyStart;
    const valueBytes = value.length;
    if (valueBytes > maxValueBytes) throw this.#tooLarge('value', valueBytes, maxValueBytes);
    // Like Tkrzw, this assumes that the padding's varnum takes one byte. If it takes more, there is less padding.
    const unpaddedBytes =
      1 + offsetWidth + varnumBytes(keyBytes) + varnumBytes(valueBytes) + 1 + crcBytes + keyBytes + valueBytes;
    const recordBytes = Math.ceil(unpaddedBytes / this.#alignment) * this.#alignment;
    const padding = recordBytes - unpaddedBytes;
    this.#reserve(recordBytes);
    const data = this.#data;
    const start = this.#at;
    let at = start + 1;
    // The previous first record of the chain.
    if (bucketAt >= 0)
      for (let index = 0; index < offsetWidth; index += 1) data[at + index] = data[bucketAt + index] ?? 0;
    at = writeVarnum(data, at + offsetWidth, keyBytes);
    at = writeVarnum(data, at, valueBytes);
    at = writeVarnum(data, at, padding) + crcBytes;
    const bodyStart = at;
    if (keyBytes < 64) for (let from = keyStart; from < keyEnd; from += 1) data[at++] = keyData[from] ?? 0;
    else {
      data.set(keyData.subarray(keyStart, keyEnd), at);
      at += keyBytes;
    }
    data.set(value, at);
    at += valueBytes;
    if (crcBytes > 0) writeFixed(data, bodyStart - crcBytes, crcBytes, crcOf(crcBytes, data, bodyStart, at));
    data[start] = kind | magicChecksum(data, this.#words, bodyStart, at);
    if (padding > 0) data[at] = paddingMagic;
    this.#at = start + recordBytes;
  }

  /** Returns the whole file. The writer must not be used afterwards. */
  finish(opaque: Uint8Array | null): Uint8Array<ArrayBuffer> {
    const { alignPow, offsetWidth, crcBytes, bucketCount, compressor } = this.#options;
    const data = this.#data;
    const flags = inPlaceModeFlag | (crcWidths.indexOf(crcBytes) << 2) | (compressor << 4);
    const text = new TextEncoder();
    text.encodeInto(fileMagic, data);
    data[metadataOffsets.cyclicMagic] = 1;
    data[metadataOffsets.cyclicMagicAgain] = 1;
    data[metadataOffsets.majorVersion] = packageVersion[0];
    data[metadataOffsets.minorVersion] = packageVersion[1];
    data[metadataOffsets.flags] = flags;
    data[metadataOffsets.offsetWidth] = offsetWidth;
    data[metadataOffsets.alignPow] = alignPow;
    data[metadataOffsets.closure] = closedFlag;
    writeFixed(data, metadataOffsets.bucketCount, 8, bucketCount);
    writeFixed(data, metadataOffsets.recordCount, 8, this.#recordCount);
    writeFixed(data, metadataOffsets.dataBytes, 8, this.#dataBytes);
    writeFixed(data, metadataOffsets.fileBytes, 8, this.#at);
    writeFixed(data, metadataOffsets.modified, 8, modifiedAt);
    if (opaque !== null) data.set(opaque.subarray(0, opaqueBytes), metadataOffsets.opaque);
    const section = this.#base - recordSectionHeaderBytes;
    text.encodeInto(recordSectionMagic, data.subarray(section));
    data[section + 9] = flags;
    data[section + 10] = offsetWidth;
    data[section + 11] = alignPow;
    return data.length === this.#at ? data : data.slice(0, this.#at);
  }

  #tooLarge(what: 'key' | 'value', bytes: number, maxBytes: number): FormatlabError {
    const message = `Record ${(this.#recordCount + 1).toLocaleString('en')} has a ${what} of ${bytes.toLocaleString('en')} bytes; Tkrzw takes at most ${maxBytes.toLocaleString('en')}.`;
    return tkrzwFailure(this.#format, 'tooLarge', 'encode', message, `Shorten the ${what}, or leave the record out.`);
  }

  #beyondOffsets(): FormatlabError {
    const { offsetWidth, alignPow } = this.#options;
    const message = `Record ${(this.#recordCount + 1).toLocaleString('en')} would begin at byte ${this.#at.toLocaleString('en')}, but offsets of ${offsetWidth} bytes at an alignment of 2^${alignPow} reach only to ${this.#offsetEnd.toLocaleString('en')}.`;
    return tkrzwFailure(
      this.#format,
      'tooLarge',
      'encode',
      message,
      'Choose a larger offset width or a larger alignment.',
    );
  }
}

/** The size in bytes of a record that is added with these options. */
export function recordBytesOf(
  { alignPow, offsetWidth, crcBytes }: StoreOptions,
  keyBytes: number,
  valueBytes: number,
): number {
  const alignment = 2 ** alignPow;
  return (
    Math.ceil(
      (1 + offsetWidth + varnumBytes(keyBytes) + varnumBytes(valueBytes) + 1 + crcBytes + keyBytes + valueBytes) /
        alignment,
    ) * alignment
  );
}
