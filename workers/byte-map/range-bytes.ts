import { checkInside, type ReadableBytes } from './file-bytes';

/** Reads bytes of a file, from a place up to another, before it returns. */
type ReadRange = (from: number, to: number) => Uint8Array<ArrayBuffer>;

/** Structures are small and lie close to each other, so they are read by pages. */
const defaultPageBytes = 65_536;
const mostPages = 512;

/** Exists in workers alone, so the types of pages and tests do not have it. */
declare class FileReaderSync {
  readAsArrayBuffer(file: Blob): ArrayBuffer;
}

/** Reads ranges of a Blob. A worker alone may wait for them. */
export function rangesOfBlob(file: Blob): ReadRange {
  const reader = new FileReaderSync();
  return (from, to) => new Uint8Array(reader.readAsArrayBuffer(file.slice(from, to)));
}

/** A file of any size that is read where it is wanted. It keeps at most 32 MiB of pages; larger pieces are read each time. */
export class RangeBytes implements ReadableBytes {
  readonly sizeBytes: number;
  readonly #read: ReadRange;
  readonly #pageBytes: number;
  /** By number, the page that was used last at the end. */
  readonly #pages = new Map<number, Uint8Array<ArrayBuffer>>();
  #last: { readonly number: number; readonly bytes: Uint8Array<ArrayBuffer> } = {
    number: -1,
    bytes: new Uint8Array(0),
  };

  constructor(sizeBytes: number, read: ReadRange, pageBytes = defaultPageBytes) {
    this.sizeBytes = sizeBytes;
    this.#read = read;
    this.#pageBytes = pageBytes;
  }

  check(offset: number, bytes: number): number {
    return checkInside(offset, bytes, this.sizeBytes);
  }

  u8(at: number): number {
    this.check(at, 1);
    return this.#page(Math.floor(at / this.#pageBytes))[at % this.#pageBytes] ?? 0;
  }

  u16(at: number): number {
    return this.uint(at, 2);
  }

  u32(at: number): number {
    return this.uint(at, 4);
  }

  uint(at: number, bytes: number): number {
    this.check(at, bytes);
    let value = 0;
    for (let index = bytes - 1; index >= 0; index -= 1) value = value * 256 + this.u8(at + index);
    return value;
  }

  slice(at: number, bytes: number): Uint8Array<ArrayBuffer> {
    this.check(at, bytes);
    const pageBytes = this.#pageBytes;
    if (bytes > pageBytes) return this.#read(at, at + bytes);
    const first = Math.floor(at / pageBytes);
    const inPage = at % pageBytes;
    const head = this.#page(first).subarray(inPage, inPage + bytes);
    if (head.length === bytes) return head;
    const slice = new Uint8Array(bytes);
    slice.set(head);
    slice.set(this.#page(first + 1).subarray(0, bytes - head.length), head.length);
    return slice;
  }

  has(at: number, text: string): boolean {
    if (!(at >= 0) || at + text.length > this.sizeBytes) return false;
    for (let index = 0; index < text.length; index += 1)
      if (this.u8(at + index) !== text.charCodeAt(index)) return false;
    return true;
  }

  from(at: number): RangeBytes {
    if (at === 0) return this;
    return new RangeBytes(this.sizeBytes - at, (from, to) => this.#read(at + from, at + to), this.#pageBytes);
  }

  #page(number: number): Uint8Array<ArrayBuffer> {
    if (this.#last.number === number) return this.#last.bytes;
    const pageBytes = this.#pageBytes;
    const kept = this.#pages.get(number);
    const bytes = kept ?? this.#read(number * pageBytes, Math.min((number + 1) * pageBytes, this.sizeBytes));
    this.#pages.delete(number);
    this.#pages.set(number, bytes);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > mostPages && oldest !== undefined) this.#pages.delete(oldest);
    this.#last = { number, bytes };
    return bytes;
  }
}
