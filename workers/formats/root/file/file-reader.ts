import { BufferReader } from './buffer-reader';
import { decompressRecord, requirePossibleSize } from './compressed-record';
import { malformedRoot, rootFailure } from './failures';
import { largeSeekVersion } from './format-constants';
import { type FileHeader, maxHeaderBytes, readFileHeader } from './header';
import { minKeyBytes, type RootKey, readKey } from './key';
import type { BlockDecompressor } from './native-blocks';
import { StreamedObjectReader, type RootObject } from './object-reader';
import { readStreamerInfos } from './read-streamer-info';
import { type ByteSource, readRange } from './source';
import type { StreamerInfo } from './streamer-info';

/** A key with its path in the file's directories: 'tree', 'folder/tree'. */
export interface RootEntry {
  readonly path: string;
  readonly key: RootKey;
}

const maxFolders = 10_000;
const maxFolderDepth = 32;
/** The maximum size of an object other than a basket, which is ROOT's own limit. */
const maxObjectBytes = 0x3fff_ffff;

/** Reads a TFile. Its directories are read at once, each object only on request. */
export class RootFileReader {
  readonly source: ByteSource;
  readonly decompressor: BlockDecompressor;
  /** All keys, folder by folder in the order of the file, without older cycles of a name. */
  readonly entries: readonly RootEntry[];
  readonly #header: FileHeader;
  #infos: readonly StreamerInfo[] | null = null;

  constructor(source: ByteSource, decompressor: BlockDecompressor) {
    this.source = source;
    this.decompressor = decompressor;
    const start = readRange(source, 0, Math.min(maxHeaderBytes, source.sizeBytes), 'the header');
    this.#header = readFileHeader(new BufferReader(start, 'the header', 0), source.sizeBytes);
    const { begin, nameBytes } = this.#header;
    this.entries = [...this.#folder(begin + nameBytes, '', new Set())];
  }

  *#folder(directoryAt: number, path: string, visited: Set<number>): Generator<RootEntry> {
    if (visited.has(directoryAt))
      throw malformedRoot(`the folder “${path}” contains itself, or is in two folders`, directoryAt);
    visited.add(directoryAt);
    if (visited.size > maxFolders || path.split('/').length > maxFolderDepth)
      throw malformedRoot('the file has more folders than this reader supports', directoryAt);
    const latest = new Map<string, RootKey>();
    for (const key of this.#keysOf(directoryAt, path))
      if ((latest.get(key.name)?.cycle ?? 0) <= key.cycle) latest.set(key.name, key);
    for (const key of latest.values()) {
      const keyPath = path === '' ? key.name : `${path}/${key.name}`;
      yield { path: keyPath, key };
      if (key.className === 'TDirectory' || key.className === 'TDirectoryFile')
        yield* this.#folder(key.seek + key.keyBytes, keyPath, visited);
    }
  }

  #keysOf(directoryAt: number, path: string): RootKey[] {
    const what = path === '' ? 'the file’s directory' : `the folder “${path}”`;
    const reader = new BufferReader(
      readRange(this.source, directoryAt, Math.min(60, this.source.sizeBytes - directoryAt), what),
      what,
      directoryAt,
    );
    const version = reader.u16();
    reader.skip(8);
    const listBytes = reader.i32();
    reader.skip(4);
    const seek = () => (version > largeSeekVersion ? reader.i64() : reader.u32());
    seek();
    seek();
    const listSeek = seek();
    if (listSeek === 0) return [];
    const list = `the list of keys of ${what}`;
    const keys = new BufferReader(readRange(this.source, listSeek, listBytes, list), list, listSeek);
    keys.at = this.#keyBytesAt(keys);
    const count = keys.u32();
    if (count * minKeyBytes > keys.left)
      throw keys.fail(`claims ${count} keys, which don’t fit the ${keys.left} bytes that follow`);
    return Array.from({ length: count }, () => readKey(keys));
  }

  #keyBytesAt(reader: BufferReader): number {
    reader.at = 0;
    const { keyBytes } = readKey(reader);
    if (keyBytes > reader.bytes.length)
      throw reader.fail(`has a key of ${keyBytes} bytes, larger than its record of ${reader.bytes.length}`);
    return keyBytes;
  }

  /** The class descriptions of the file; empty if it has none. */
  get streamerInfos(): readonly StreamerInfo[] {
    if (this.#infos === null) {
      const { infoSeek, infoBytes } = this.#header;
      if (infoBytes === 0) this.#infos = [];
      else {
        const { reader, keyBytes } = this.#record(infoSeek, infoBytes, 'the streamer information');
        this.#infos = readStreamerInfos(reader, keyBytes);
      }
    }
    return this.#infos;
  }

  /** Reads the object of a key by the file's own class descriptions. */
  readObject({ path, key }: RootEntry): RootObject {
    const { reader, keyBytes } = this.#record(key.seek, key.recordBytes, `the ${key.className} “${path}”`);
    return new StreamedObjectReader(reader, keyBytes, this.streamerInfos).readObject(key.className);
  }

  /** The title of the TNamed at `path`; null if there is none. */
  readNamed(path: string): string | null {
    const entry = this.entries.find((one) => one.path === path && one.key.className === 'TNamed');
    const title = entry === undefined ? undefined : this.readObject(entry).members.get('fTitle');
    return typeof title === 'string' ? title : null;
  }

  /** The bytes of an object, for classes that have their own reader. */
  readBytes({ path, key }: RootEntry): { readonly reader: BufferReader; readonly keyBytes: number } {
    return this.#record(key.seek, key.recordBytes, `the ${key.className} “${path}”`);
  }

  #record(
    seek: number,
    recordBytes: number,
    what: string,
  ): { readonly reader: BufferReader; readonly keyBytes: number } {
    const record = readRange(this.source, seek, recordBytes, what);
    const { keyBytes, objectBytes, recordBytes: told } = readKey(new BufferReader(record, what, seek));
    if (told !== recordBytes || keyBytes > recordBytes)
      throw malformedRoot(
        `two keys of ${what} contradict each other: one declares ${recordBytes} bytes, the other ${told}`,
        seek,
      );
    if (objectBytes > maxObjectBytes)
      throw rootFailure(
        'tooLarge',
        'decode',
        `${what} would be ${objectBytes.toLocaleString('en')} bytes when decompressed`,
      );
    const stored = record.subarray(keyBytes);
    if (!requirePossibleSize(stored, objectBytes, seek + keyBytes))
      return { reader: new BufferReader(stored, what, seek + keyBytes), keyBytes };
    const object = decompressRecord(stored, objectBytes, this.decompressor, seek + keyBytes).slice();
    return { reader: new BufferReader(object, what, seek, true), keyBytes };
  }
}
