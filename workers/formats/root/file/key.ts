import type { BufferReader } from './buffer-reader';
import { BufferWriter } from './buffer-writer';
import { largeSeekVersion, reproducibleDatime, startOfBigFile } from './format-constants';

/** A TKey, the header of every record in a file. */
export interface RootKey {
  /** The stored size of the whole record: key and object. */
  readonly recordBytes: number;
  /** The size of the decompressed object. */
  readonly objectBytes: number;
  readonly keyBytes: number;
  readonly cycle: number;
  /** The offset of the record. */
  readonly seek: number;
  /** The offset of the directory that contains the record. */
  readonly parentSeek: number;
  readonly className: string;
  readonly name: string;
  readonly title: string;
}

/** The size of a key without names. */
export const minKeyBytes = 26;
const keyVersion = 4;
const encoder = new TextEncoder();

const textBytes = (text: string) => {
  const { length } = encoder.encode(text);
  return length + (length < 255 ? 1 : 5);
};

/** The size of the key itself in bytes. `big`: its seek pointers have 64 bits. */
export function keyLengthBytes(
  { className, name, title }: Pick<RootKey, 'className' | 'name' | 'title'>,
  big: boolean,
): number {
  return minKeyBytes + (big ? 8 : 0) + textBytes(className) + textBytes(name) + textBytes(title);
}

export const needsLargeKey = (seek: number): boolean => seek > startOfBigFile;

export function writeKey(key: RootKey, big: boolean, writer = new BufferWriter()): BufferWriter {
  writer.u32(key.recordBytes);
  writer.u16(big ? keyVersion + largeSeekVersion : keyVersion);
  writer.u32(key.objectBytes);
  writer.u32(reproducibleDatime);
  writer.u16(key.keyBytes);
  writer.u16(key.cycle);
  if (big) {
    writer.u64(key.seek);
    writer.u64(key.parentSeek);
  } else {
    writer.u32(key.seek);
    writer.u32(key.parentSeek);
  }
  writer.text(key.className);
  writer.text(key.name);
  writer.text(key.title);
  return writer;
}

/** Reads a key at the reader's position. @throws `malformedInput` if its lengths contradict each other */
export function readKey(reader: BufferReader): RootKey {
  const start = reader.at;
  const recordBytes = reader.i32();
  const version = reader.u16();
  const objectBytes = reader.i32();
  reader.u32();
  const keyBytes = reader.u16();
  const cycle = reader.u16();
  const big = version > largeSeekVersion;
  const seek = big ? reader.i64() : reader.u32();
  const parentSeek = big ? reader.i64() : reader.u32();
  const className = reader.text();
  const name = reader.text();
  const title = reader.text();
  // A key in a list may be longer than its stated size, which ROOT computes from the names that the object had when it was written.
  if (recordBytes < keyBytes || objectBytes < 0) {
    reader.at = start;
    throw reader.fail(
      `has a key with impossible sizes: ${recordBytes} bytes in all, ${keyBytes} of the key and ${objectBytes} of the object`,
    );
  }
  return { recordBytes, objectBytes, keyBytes, cycle, seek, parentSeek, className, name, title };
}
