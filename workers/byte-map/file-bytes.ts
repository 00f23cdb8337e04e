import { failure, malformed } from './failures';
import type { ByteSource } from './source';

/** Formats whose parts refer to each other in any order are read whole. */
const maxFileBytes = 1_073_741_824;

/** Bytes that are read at any place. Numbers are little-endian. */
export interface ReadableBytes {
  readonly sizeBytes: number;
  /** @throws `malformedInput` if the bytes are not all inside the file. */
  check(offset: number, bytes: number): number;
  u8(at: number): number;
  u16(at: number): number;
  u32(at: number): number;
  /** A number of up to 8 bytes: exact below 2^53, and larger numbers exceed every valid size. */
  uint(at: number, bytes: number): number;
  slice(at: number, bytes: number): Uint8Array<ArrayBuffer>;
  /** Whether these Latin-1 characters stand at a place, which may be outside the file. */
  has(at: number, text: string): boolean;
  /** The bytes from a place on. */
  from(at: number): ReadableBytes;
}

/** The error if `offset` and `bytes` are not inside of a file. */
export function checkInside(offset: number, bytes: number, sizeBytes: number): number {
  if (!(offset >= 0 && bytes >= 0 && offset + bytes <= sizeBytes))
    throw malformed(
      `It refers to ${bytes} bytes at byte ${offset}, but has only ${sizeBytes}: it is truncated or damaged.`,
    );
  return offset;
}

/** A whole file in memory. Numbers are little-endian, unless their name ends with BE. */
export class FileBytes implements ReadableBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get sizeBytes(): number {
    return this.bytes.length;
  }

  /** @throws `malformedInput` if the bytes are not all inside the file. */
  check(offset: number, bytes: number): number {
    return checkInside(offset, bytes, this.bytes.length);
  }

  u8(at: number): number {
    return this.#view.getUint8(this.check(at, 1));
  }

  u16(at: number): number {
    return this.#view.getUint16(this.check(at, 2), true);
  }

  u32(at: number): number {
    return this.#view.getUint32(this.check(at, 4), true);
  }

  u16BE(at: number): number {
    return this.#view.getUint16(this.check(at, 2));
  }

  u32BE(at: number): number {
    return this.#view.getUint32(this.check(at, 4));
  }

  i32BE(at: number): number {
    return this.#view.getInt32(this.check(at, 4));
  }

  /** Exact below 2^53. Larger numbers exceed every valid size. */
  u64BE(at: number): number {
    return Number(this.#view.getBigUint64(this.check(at, 8)));
  }

  /** A number of up to 8 bytes: exact below 2^53, and larger numbers exceed every valid size. */
  uint(at: number, bytes: number): number {
    this.check(at, bytes);
    let value = 0;
    for (let index = bytes - 1; index >= 0; index -= 1) value = value * 256 + (this.bytes[at + index] ?? 0);
    return value;
  }

  slice(at: number, bytes: number): Uint8Array<ArrayBuffer> {
    this.check(at, bytes);
    return this.bytes.subarray(at, at + bytes);
  }

  from(at: number): FileBytes {
    return new FileBytes(this.bytes.subarray(at));
  }

  /** Bytes as Latin-1, for magic bytes. */
  latin1(at: number, bytes: number): string {
    return String.fromCharCode(...this.slice(at, bytes));
  }

  /** Whether these Latin-1 characters stand at a place, which may be outside the file. */
  has(at: number, text: string): boolean {
    if (!(at >= 0) || at + text.length > this.bytes.length) return false;
    for (let index = 0; index < text.length; index += 1)
      if (this.bytes[at + index] !== text.charCodeAt(index)) return false;
    return true;
  }
}

/** @throws `tooLarge` if the file has more than 1 GiB. */
export async function wholeFile(source: ByteSource, format: string): Promise<FileBytes> {
  if (source.sizeBytes > maxFileBytes)
    throw failure('tooLarge', `It has more than 1 GiB: only smaller ${format} files have a map of their bytes.`);
  return new FileBytes(await source.read(0, source.sizeBytes));
}

const maxNameLength = 200;
/** The bytes of a name that are looked at: a character has at most 4. */
export const shownNameBytes = 4 * maxNameLength;

/** A name of the file, shortened for the map. */
export function nameOf(bytes: Uint8Array, encoding = 'utf-8'): string {
  return shortName(new TextDecoder(encoding).decode(bytes.subarray(0, shownNameBytes)));
}

export const shortName = (text: string) => (text.length > maxNameLength ? `${text.slice(0, maxNameLength)}…` : text);
