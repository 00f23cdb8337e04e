import { crcOf, magicChecksum, wordsOf } from '../../../libraries/checksums';
import { damagedTkrzwFile, tkrzwFailure, type TkrzwFormat } from './failures';
import { bucketOf } from './murmur';
import { readFixed, VarnumReader } from './numbers';
import {
  alignPows,
  appendingModeFlag,
  closedFlag,
  crcWidths,
  metadataOffsets,
  fileMagic,
  inPlaceModeFlag,
  keyMaxBytes,
  metadataBytes,
  offsetWidths,
  opaqueBytes,
  paddingMagic,
  recordBase,
  recordKind,
  recordKindMask,
  recordSectionHeaderBytes,
  recordSectionMagic,
} from './store-layout';

/** A record's header and the positions of its parts. One object is reused for all records. */
export interface RecordPositions {
  kind: number;
  /** The offset of the next record in the chain; 0 if there is none. */
  child: number;
  start: number;
  keyStart: number;
  /** The end of the key, which is the start of the value. */
  keyEnd: number;
  valueEnd: number;
  /** The start of the next record. */
  end: number;
}

export const emptyRecordPositions = (): RecordPositions => ({
  kind: 0,
  child: 0,
  start: 0,
  keyStart: 0,
  keyEnd: 0,
  valueEnd: 0,
  end: 0,
});

/** The maximum file size, because offsets are stored in 32 bits. */
const fileMostBytes = 2 ** 32 - 1;

function startsWith(data: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (data[at + index] !== text.charCodeAt(index)) return false;
  return true;
}

/** A store that is open for reading. Its metadata have been checked, its records have not. @throws `decodeFailed` with the offset */
export class StoreReader {
  readonly format: TkrzwFormat;
  readonly data: Uint8Array<ArrayBuffer>;
  readonly inPlace: boolean;
  readonly crcBytes: number;
  readonly compressor: number;
  readonly offsetWidth: number;
  readonly alignPow: number;
  readonly bucketCount: number;
  readonly recordCount: number;
  readonly dataBytes: number;
  /** The range of the records. */
  readonly base: number;
  readonly end: number;
  readonly #alignment: number;
  readonly #words: Uint32Array<ArrayBuffer>;
  readonly #varnums = new VarnumReader();

  constructor(format: TkrzwFormat, data: Uint8Array<ArrayBuffer>) {
    this.format = format;
    this.data = data;
    if (data.length > fileMostBytes)
      throw tkrzwFailure(
        format,
        'tooLarge',
        'decode',
        `The file has ${data.length.toLocaleString('en')} bytes; at most ${fileMostBytes.toLocaleString('en')} can be read.`,
      );
    if (data.length < metadataBytes)
      throw this.damaged(data.length, `the file ends within its ${metadataBytes} bytes of metadata`);
    if (!startsWith(data, 0, fileMagic))
      throw this.damaged(
        0,
        'the file does not begin with “TkrzwHDB”, so it is not a Tkrzw hash or tree database',
        'Choose a file that Tkrzw’s HashDBM or TreeDBM wrote.',
      );
    const byte = (at: number) => data[at] ?? 0;
    const notClosed = 'Let Tkrzw restore it: tkrzw_dbm_util restore old_file new_file.';
    if ((byte(metadataOffsets.closure) & closedFlag) === 0)
      throw this.damaged(
        metadataOffsets.closure,
        'the database was not closed cleanly (its closure flag is unset), so its records may be incomplete',
        notClosed,
      );
    if (
      byte(metadataOffsets.cyclicMagic) !== byte(metadataOffsets.cyclicMagicAgain) ||
      byte(metadataOffsets.cyclicMagic) === 0
    )
      throw this.damaged(
        metadataOffsets.cyclicMagicAgain,
        `the metadata were only partly written: the marks at their start and end are ${byte(metadataOffsets.cyclicMagic)} and ${byte(metadataOffsets.cyclicMagicAgain)}, but must be equal and above 0`,
        notClosed,
      );
    if (byte(metadataOffsets.majorVersion) === 0 && byte(metadataOffsets.minorVersion) === 0)
      throw this.damaged(metadataOffsets.majorVersion, 'the version of Tkrzw is 0.0');
    const flags = byte(metadataOffsets.flags);
    if ((flags & (inPlaceModeFlag | appendingModeFlag)) === 0)
      throw this.damaged(metadataOffsets.flags, 'the flags name neither of the two update modes');
    this.inPlace = (flags & inPlaceModeFlag) !== 0;
    this.crcBytes = crcWidths[((flags >>> 2) & 3) as 0 | 1 | 2 | 3];
    this.compressor = (flags >>> 4) & 7;
    this.offsetWidth = byte(metadataOffsets.offsetWidth);
    if (this.offsetWidth < offsetWidths.min || this.offsetWidth > offsetWidths.max)
      throw this.damaged(
        metadataOffsets.offsetWidth,
        `the offset width is ${this.offsetWidth}, but must be ${offsetWidths.min} to ${offsetWidths.max}`,
      );
    this.alignPow = byte(metadataOffsets.alignPow);
    if (this.alignPow > alignPows.max)
      throw this.damaged(
        metadataOffsets.alignPow,
        `the alignment is 2^${this.alignPow}, but must be at most 2^${alignPows.max}`,
      );
    this.#alignment = 2 ** this.alignPow;
    this.bucketCount = readFixed(data, metadataOffsets.bucketCount, 8);
    this.base = recordBase(this.bucketCount, this.offsetWidth, this.alignPow);
    if (this.bucketCount < 1 || this.base > data.length)
      throw this.damaged(
        metadataOffsets.bucketCount,
        `${this.bucketCount.toLocaleString('en')} buckets do not fit the file’s ${data.length.toLocaleString('en')} bytes`,
      );
    this.recordCount = readFixed(data, metadataOffsets.recordCount, 8);
    this.dataBytes = readFixed(data, metadataOffsets.dataBytes, 8);
    this.end = readFixed(data, metadataOffsets.fileBytes, 8);
    if (this.end > data.length)
      throw this.damaged(
        data.length,
        `the file is truncated: its metadata declare ${this.end.toLocaleString('en')} bytes`,
      );
    if (this.end < this.base)
      throw this.damaged(
        metadataOffsets.fileBytes,
        `the metadata declare a file of ${this.end.toLocaleString('en')} bytes, but records begin at ${this.base.toLocaleString('en')}`,
      );
    // Tkrzw allocates ahead; space that it does not release is zero.
    const beyond = data.subarray(this.end).findIndex((value) => value !== 0);
    if (beyond >= 0)
      throw this.damaged(
        this.end + beyond,
        `data follow after the declared end of the file at ${this.end.toLocaleString('en')}`,
      );
    const section = this.base - recordSectionHeaderBytes;
    if (!startsWith(data, section, recordSectionMagic))
      throw this.damaged(section, 'the record section does not begin with “TkrzwREC”');
    if (byte(section + 10) !== this.offsetWidth || byte(section + 11) !== this.alignPow)
      throw this.damaged(section + 10, 'the offset width and the alignment differ from those in the metadata');
    this.#words = wordsOf(data);
  }

  /** The 64 bytes of metadata that belong to the user of the store. */
  get opaque(): Uint8Array<ArrayBuffer> {
    return this.data.subarray(metadataOffsets.opaque, metadataOffsets.opaque + opaqueBytes);
  }

  damaged(offset: number, what: string, remedy?: string) {
    return damagedTkrzwFile(this.format, offset, what, remedy);
  }

  /** The offset of the first record in a bucket's chain; 0 if the chain is empty. */
  head(bucket: number): number {
    return readFixed(this.data, metadataBytes + bucket * this.offsetWidth, this.offsetWidth) * this.#alignment;
  }

  bucketAt(bucket: number): number {
    return metadataBytes + bucket * this.offsetWidth;
  }

  /** The offset of the next record in the chain. */
  childOf(start: number): number {
    return readFixed(this.data, start + 1, this.offsetWidth) * this.#alignment;
  }

  /** Reads the header of the record at `start`, which must be in the record section. */
  read(start: number, place: RecordPositions): void {
    const { data, end } = this;
    const varnums = this.#varnums;
    const kind = data[start] ?? 0;
    if ((kind & ~recordKindMask) < 3) throw this.damaged(start, 'no record begins here');
    varnums.at = start + 1 + this.offsetWidth;
    const keyBytes = varnums.read(data, end);
    const valueBytes = keyBytes < 0 ? -1 : varnums.read(data, end);
    const paddingAt = varnums.at;
    const padding = valueBytes < 0 ? -1 : varnums.read(data, end);
    if (padding < 0 || keyBytes > keyMaxBytes) throw this.damaged(start, 'the lengths of the record are damaged');
    const keyStart = varnums.at + this.crcBytes;
    const keyEnd = keyStart + keyBytes;
    const valueEnd = keyEnd + valueBytes;
    // Like the writer, this assumes that the padding's varnum takes one byte.
    const recordEnd = valueEnd + padding - (varnums.at - paddingAt - 1);
    if (recordEnd > end)
      throw this.damaged(
        start,
        `the record would end at ${recordEnd.toLocaleString('en')}, after the end of the records at ${end.toLocaleString('en')}`,
      );
    if ((recordEnd & (this.#alignment - 1)) !== 0)
      throw this.damaged(
        start,
        `the record would end at ${recordEnd.toLocaleString('en')}, which is not a multiple of ${this.#alignment}`,
      );
    if (padding > 0 && data[valueEnd] !== paddingMagic)
      throw this.damaged(valueEnd, 'the padding of the record is damaged');
    place.kind = kind & recordKindMask;
    place.child = this.childOf(start);
    place.start = start;
    place.keyStart = keyStart;
    place.keyEnd = keyEnd;
    place.valueEnd = valueEnd;
    place.end = recordEnd;
  }

  /** Verifies the checksums of the record's content. */
  check({ start, keyStart, valueEnd }: RecordPositions): void {
    if (((this.data[start] ?? 0) & ~recordKindMask) !== magicChecksum(this.data, this.#words, keyStart, valueEnd))
      throw this.damaged(start, 'the record is damaged: its checksum differs');
    const { crcBytes } = this;
    if (
      crcBytes > 0 &&
      readFixed(this.data, keyStart - crcBytes, crcBytes) !== crcOf(crcBytes, this.data, keyStart, valueEnd)
    )
      throw this.damaged(start, 'the record is damaged: its CRC differs');
  }

  /** Whether an offset is a possible start of a record. */
  canBegin(offset: number): boolean {
    return offset >= this.base && offset < this.end;
  }

  /** Finds the live record of a key and verifies its checksums; false if there is none. A cycle in the chain is an error, which bounds the work. */
  find(key: Uint8Array, place: RecordPositions): boolean {
    const bucket = bucketOf(key, 0, key.length, this.bucketCount);
    let from = this.bucketAt(bucket);
    let offset = this.head(bucket);
    // Brent's cycle detection: an earlier position of the chain is remembered and moved at each power of two; every cycle reaches it again.
    let earlier = 0;
    let steps = 0;
    let nextMove = 1;
    while (offset !== 0) {
      if (!this.canBegin(offset))
        throw this.damaged(
          from,
          `an offset in the chain of bucket ${bucket} leads to ${offset.toLocaleString('en')}, where no record can begin`,
        );
      if (offset === earlier)
        throw this.damaged(offset, `the chain of bucket ${bucket} is a cycle through this record`);
      steps += 1;
      if (steps === nextMove) {
        earlier = offset;
        nextMove *= 2;
      }
      this.read(offset, place);
      if (
        place.keyEnd - place.keyStart === key.length &&
        place.kind !== recordKind.void &&
        this.#sameBytes(place.keyStart, key)
      ) {
        if (place.kind === recordKind.remove) return false;
        this.check(place);
        return true;
      }
      from = offset + 1;
      offset = place.child;
    }
    return false;
  }

  #sameBytes(at: number, key: Uint8Array): boolean {
    for (let index = 0; index < key.length; index += 1) if (this.data[at + index] !== key[index]) return false;
    return true;
  }
}
