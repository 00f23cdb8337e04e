import { BufferWriter } from './buffer-writer';
import { compressRecord } from './compressed-record';
import { compressionSettingNumber } from './compression-setting';
import {
  freeSegmentStep,
  bigFileVersion,
  largeSeekVersion,
  firstRecordOffset,
  reproducibleDatime,
  startOfBigFile,
  writtenRootVersion,
} from './format-constants';
import { keyLengthBytes, needsLargeKey, type RootKey, writeKey } from './key';
import type { BlockCompressor } from './native-blocks';
import type { ByteSink } from './sink';
import type { StreamerInfo } from './streamer-info';
import { writeStreamerInfos } from './write-streamer-info';

/** Objects up to this size are not compressed (TKey.cxx). */
const smallObjectBytes = 256;
const freeVersion = 1;
const directoryVersion = 5;
const uuidVersion = 1;
const zeroUuid = new Uint8Array(16);

interface RootFileOptions {
  /** The compression setting that the TFile's own record stores; readers show it. */
  readonly fileName: string;
  readonly compressor: BlockCompressor | null;
  /** The offset at which writing begins: 0, except in tests of large files, which begin after a hole. */
  readonly firstFreeByte?: number;
}

/** The names in the key of an object that is about to be written. */
interface ObjectName {
  readonly className: string;
  readonly name: string;
  readonly title: string;
}

/**
 * Writes a TFile from front to end: records as they come, then the list of keys, the streamer information and the free list, and finally the header again. No record stays in memory.
 * Times and identifiers are those of ROOT's `?reproducible` files.
 */
export class RootFileWriter {
  readonly compressor: BlockCompressor | null;
  readonly #sink: ByteSink;
  readonly #fileKey: ObjectName;
  readonly #keys: { readonly key: RootKey; readonly big: boolean }[] = [];
  readonly #infos = new Map<string, StreamerInfo>();
  /** The size of the TFile's key, name and title, which precede the record of its directory. */
  readonly #nameBytes: number;
  #end: number;

  constructor(sink: ByteSink, { fileName, compressor, firstFreeByte = 0 }: RootFileOptions) {
    this.compressor = compressor;
    this.#sink = sink;
    this.#fileKey = { className: 'TFile', name: fileName, title: '' };
    const names = new BufferWriter();
    names.text(fileName);
    names.text('');
    const keyBytes = keyLengthBytes(this.#fileKey, false);
    this.#nameBytes = keyBytes + names.length;
    const directory = this.#directoryRecord(0, 0);
    const objectBytes = names.length + directory.length;
    const key = {
      ...this.#fileKey,
      recordBytes: keyBytes + objectBytes,
      objectBytes,
      keyBytes,
      cycle: 1,
      seek: firstRecordOffset,
      parentSeek: 0,
    };
    const record = writeKey(key, false);
    record.raw(names.written());
    record.raw(directory);
    sink.write(0, new Uint8Array(firstRecordOffset));
    sink.write(firstRecordOffset, record.written());
    this.#end = Math.max(firstRecordOffset + record.length, firstFreeByte);
  }

  /** The offset of the next record. */
  get end(): number {
    return this.#end;
  }

  /** Appends bytes that are not in the directory (baskets) and returns their offset. */
  append(...parts: readonly Uint8Array[]): number {
    const at = this.#end;
    for (const part of parts) {
      this.#sink.write(this.#end, part);
      this.#end += part.length;
    }
    return at;
  }

  /** Overwrites appended bytes: the key of a record whose length is known only after writing it. */
  overwrite(offset: number, bytes: Uint8Array): void {
    this.#sink.write(offset, bytes);
  }

  /** Adds classes that the file describes; each is written once. */
  describe(infos: readonly StreamerInfo[]): void {
    for (const info of infos) this.#infos.set(`${info.className};${info.version}`, info);
  }

  /**
   * Writes an object into the file's directory and returns its key. `content` returns the object's bytes; it gets the size of the key, because pointers inside count from the key's start. A
   * repeated name gets the next cycle.
   */
  writeObject(object: ObjectName, content: (keyBytes: number) => Uint8Array): RootKey {
    const cycle = this.#keys.filter(({ key }) => key.name === object.name).length + 1;
    const written = this.#record(object, cycle, content);
    this.#keys.push(written);
    return written.key;
  }

  /** Writes a TNamed: a text under a name. */
  writeNamed(name: string, title: string): RootKey {
    // The key repeats name and title, so a long text is only in the object.
    return this.writeObject({ className: 'TNamed', name, title: '' }, () => {
      const writer = new BufferWriter();
      writer.tNamed(name, title);
      return writer.written();
    });
  }

  #record(
    object: ObjectName,
    cycle: number,
    content: (keyBytes: number) => Uint8Array,
  ): { readonly key: RootKey; readonly big: boolean } {
    const big = needsLargeKey(this.#end);
    const keyBytes = keyLengthBytes(object, big);
    const plain = content(keyBytes);
    let stored = plain;
    if (this.compressor !== null && plain.length > smallObjectBytes) {
      const target = new Uint8Array(plain.length);
      const sizeBytes = compressRecord(plain, this.compressor, target);
      if (sizeBytes > 0) stored = target.subarray(0, sizeBytes);
    }
    const key: RootKey = {
      ...object,
      recordBytes: keyBytes + stored.length,
      objectBytes: plain.length,
      keyBytes,
      cycle,
      seek: this.#end,
      parentSeek: firstRecordOffset,
    };
    this.append(writeKey(key, big).written(), stored);
    return { key, big };
  }

  /** Writes an uncompressed record of the file itself, outside the directory. */
  #ownRecord(contentBytes: Uint8Array): RootKey {
    const big = needsLargeKey(this.#end);
    const keyBytes = keyLengthBytes(this.#fileKey, big);
    const key: RootKey = {
      ...this.#fileKey,
      recordBytes: keyBytes + contentBytes.length,
      objectBytes: contentBytes.length,
      keyBytes,
      cycle: 1,
      seek: this.#end,
      parentSeek: firstRecordOffset,
    };
    this.append(writeKey(key, big).written(), contentBytes);
    return key;
  }

  /** Completes the file; nothing can be written afterwards. */
  close(): void {
    const list = new BufferWriter();
    list.u32(this.#keys.length);
    for (const { key, big } of this.#keys) writeKey(key, big, list);
    const keyList = this.#ownRecord(list.written());
    const infos = [...this.#infos.values()];
    const { key: info } = this.#record(
      { className: 'TList', name: 'StreamerInfo', title: 'Doubly linked list' },
      1,
      (keyBytes) => writeStreamerInfos(infos, keyBytes),
    );
    const free = this.#ownRecord(this.#freeList());
    const directory = this.#directoryRecord(keyList.seek, keyList.recordBytes);
    this.#sink.write(firstRecordOffset + this.#nameBytes, directory);
    this.#sink.write(0, this.#header(free, info));
  }

  /** Writes the free list: one segment that begins at the end of the file, which is the end of this record. */
  #freeList(): Uint8Array {
    const bigKey = needsLargeKey(this.#end);
    const recordBytes = (big: boolean) => keyLengthBytes(this.#fileKey, bigKey) + (big ? 18 : 10);
    const big = this.#end + recordBytes(true) > startOfBigFile;
    const first = this.#end + recordBytes(big);
    const writer = new BufferWriter();
    if (!big) {
      writer.u16(freeVersion);
      writer.u32(first);
      writer.u32(startOfBigFile);
      return writer.written();
    }
    let last = startOfBigFile;
    while (last <= first) last += freeSegmentStep;
    writer.u16(freeVersion + largeSeekVersion);
    writer.u64(first);
    writer.u64(last);
    return writer.written();
  }

  /** The directory's record (TDirectoryFile::FillBuffer); 60 bytes in both forms. */
  #directoryRecord(keyListSeek: number, keyListBytes: number): Uint8Array {
    const writer = new BufferWriter();
    const big = keyListSeek > startOfBigFile;
    writer.u16(directoryVersion + (big ? largeSeekVersion : 0));
    writer.u32(reproducibleDatime);
    writer.u32(reproducibleDatime);
    writer.u32(keyListBytes);
    writer.u32(this.#nameBytes);
    for (const seek of [firstRecordOffset, 0, keyListSeek]) {
      if (big) writer.u64(seek);
      else writer.u32(seek);
    }
    writer.u16(uuidVersion);
    writer.raw(zeroUuid);
    if (!big) writer.raw(new Uint8Array(12));
    return writer.written();
  }

  /** The file's header (TFile::WriteHeader). */
  #header(free: RootKey, info: RootKey): Uint8Array {
    const writer = new BufferWriter();
    const big = this.#end > startOfBigFile;
    writer.raw(Uint8Array.of(0x72, 0x6f, 0x6f, 0x74));
    writer.u32(big ? writtenRootVersion + bigFileVersion : writtenRootVersion);
    writer.u32(firstRecordOffset);
    const seek = (value: number) => (big ? writer.u64(value) : writer.u32(value));
    seek(this.#end);
    seek(free.seek);
    writer.u32(free.recordBytes);
    writer.u32(1);
    writer.u32(this.#nameBytes);
    writer.u8(big ? 8 : 4);
    writer.u32(compressionSettingNumber(this.compressor?.compression ?? null));
    seek(info.seek);
    writer.u32(info.recordBytes);
    writer.u16(uuidVersion);
    writer.raw(zeroUuid);
    return writer.written();
  }
}
