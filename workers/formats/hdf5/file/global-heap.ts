import type { ReadableBytes } from '../../../byte-map/file-bytes';
import type { Hdf5File } from './hdf5-file';
import { setUint64 } from './uint64';

/**
 * The global heap, in which HDF5 keeps variable-length values (HDF5 File Format Specification 3.0, III.E): collections of numbered objects. An element of a dataset is
 * a length of 4 bytes, the address of a collection and the number of an object in it; address 0 is an empty value.
 */
const signature = 0x4c4f4347; // 'GCOL'
const signatureBytes = 4;
const firstSignatureByte = signature & 0xff;
const version = 1;
const headBytes = 16;
const objectHeadBytes = 16;
/** The size of a reference in a dataset. */
export const referenceBytes = 16;
/** libhdf5 writes collections of at least 4 KiB; larger ones hold more strings for each head. */
const wantedCollectionBytes = 65_536;
const smallestCollectionBytes = 4_096;
const mostObjects = 65_000;
const mostCollectionBytes = 0x7fff_ffff;

const padded = (sizeBytes: number) => Math.ceil(sizeBytes / 8) * 8;

/** Appends the strings, and returns the references of a dataset's elements. `append` returns cleared room. */
export function writeStrings(
  { offsets, bytes }: { readonly offsets: Int32Array; readonly bytes: Uint8Array },
  append: (sizeBytes: number) => { readonly bytes: Uint8Array<ArrayBuffer>; readonly address: number },
): Uint8Array<ArrayBuffer> {
  const count = offsets.length - 1;
  const references = new Uint8Array(count * referenceBytes);
  const view = new DataView(references.buffer);
  const sizeOf = (row: number) => (offsets[row + 1] ?? 0) - (offsets[row] ?? 0);
  for (let from = 0; from < count; ) {
    let to = from;
    let sizeBytes = headBytes;
    while (to < count && to - from < mostObjects) {
      const added = sizeOf(to) === 0 ? 0 : objectHeadBytes + padded(sizeOf(to));
      if (to > from && sizeBytes + added > wantedCollectionBytes) break;
      sizeBytes += added;
      to += 1;
    }
    if (sizeBytes > headBytes) {
      // libhdf5 reads no collection below its smallest; the rest is a free object, numbered 0, unless it is too small for one.
      const wholeBytes = Math.max(smallestCollectionBytes, sizeBytes + (sizeBytes % 16 === 0 ? 0 : 8));
      const { bytes: room, address } = append(wholeBytes);
      const heap = new DataView(room.buffer, room.byteOffset, room.byteLength);
      heap.setUint32(0, signature, true);
      heap.setUint8(4, version);
      setUint64(heap, 8, wholeBytes);
      let at = headBytes;
      let number = 0;
      for (let row = from; row < to; row += 1) {
        const size = sizeOf(row);
        if (size === 0) continue;
        number += 1;
        heap.setUint16(at, number, true);
        heap.setUint16(at + 2, 1, true);
        heap.setUint32(at + 8, size, true);
        room.set(bytes.subarray(offsets[row] ?? 0, offsets[row + 1] ?? 0), at + objectHeadBytes);
        at += objectHeadBytes + padded(size);
        view.setUint32(row * referenceBytes, size, true);
        setUint64(view, row * referenceBytes + 4, address);
        view.setUint32(row * referenceBytes + 12, number, true);
      }
      if (wholeBytes - at >= objectHeadBytes) heap.setUint32(at + 8, wholeBytes - at, true);
    }
    from = to;
  }
  return references;
}

/** Reads the strings that references name, or the sequences of items of `itemBytes`. Offsets are in bytes. `fail` throws. */
export function readStrings(
  file: ReadableBytes,
  references: Uint8Array,
  fail: (what: string) => never,
  itemBytes = 1,
): { offsets: Int32Array; bytes: Uint8Array } {
  const count = references.length / referenceBytes;
  const view = new DataView(references.buffer, references.byteOffset, references.byteLength);
  const collections = new Collections(file, fail);
  const offsets = new Int32Array(count + 1);
  /** Of each string, its collection, and its place in it. */
  const numbers = new Int32Array(count);
  const places = new Int32Array(count);
  let total = 0;
  for (let row = 0; row < count; row += 1) {
    const at = row * referenceBytes;
    const address = Number(view.getBigUint64(at + 4, true));
    if (address !== 0) {
      const { collection, heap } = collections.at(address);
      const { number, objects } = collection;
      const object = objects[view.getUint32(at + 12, true)] ?? 0;
      if (object === 0) fail('names a string that its heap does not hold');
      const size = itemBytes * view.getUint32(at, true);
      if (size > heap.getUint32(object + 8, true)) fail('names a string that is longer than its heap says');
      numbers[row] = number;
      places[row] = object + objectHeadBytes;
      total += size;
      // References may name one object many times.
      if (total > 0x7fff_ffff) fail('holds strings of more than 2 GiB');
    }
    offsets[row + 1] = total;
  }
  const bytes = new Uint8Array(total);
  for (let row = 0; row < count; row += 1) {
    const start = offsets[row] ?? 0;
    const end = offsets[row + 1] ?? 0;
    if (end === start) continue;
    const source = collections.bytesOf(numbers[row] ?? 0);
    let from = places[row] ?? 0;
    // Most strings are short: a loop is faster than creating a view for each.
    for (let at = start; at < end; at += 1) bytes[at] = source[from++] ?? 0;
  }
  return { offsets, bytes };
}

interface Collection {
  readonly number: number;
  readonly address: number;
  readonly sizeBytes: number;
  /** Where its objects begin in it, by number. */
  readonly objects: Int32Array;
}

interface HeldCollection {
  readonly collection: Collection;
  readonly bytes: Uint8Array;
  readonly heap: DataView;
}

/** The collections that references name. Of a file that is not in memory, one is held at a time. */
class Collections {
  readonly #file: ReadableBytes;
  readonly #fail: (what: string) => never;
  readonly #byAddress = new Map<number, Collection>();
  readonly #all: Collection[] = [];
  /** Collections do not overlap, so together they are smaller than the file. */
  #leftBytes: number;
  #held: HeldCollection | null = null;

  constructor(file: ReadableBytes, fail: (what: string) => never) {
    this.#file = file;
    this.#fail = fail;
    this.#leftBytes = file.sizeBytes;
  }

  at(address: number): HeldCollection {
    if (this.#held?.collection.address === address) return this.#held;
    return this.#hold(this.#byAddress.get(address) ?? this.#open(address));
  }

  bytesOf(number: number): Uint8Array {
    if (this.#held?.collection.number === number) return this.#held.bytes;
    const collection = this.#all[number];
    if (collection === undefined) throw new Error('A string is of no collection.');
    return this.#hold(collection).bytes;
  }

  #open(address: number): Collection {
    const sizeBytes = collectionSize(this.#file, address, this.#fail);
    this.#leftBytes -= sizeBytes;
    if (this.#leftBytes < 0) this.#fail('has heaps that overlap');
    const objects = objectsOf(viewOf(this.#file.slice(address, sizeBytes)), this.#fail);
    const collection = { number: this.#all.length, address, sizeBytes, objects };
    this.#all.push(collection);
    this.#byAddress.set(address, collection);
    return collection;
  }

  #hold(collection: Collection): HeldCollection {
    const bytes = this.#file.slice(collection.address, collection.sizeBytes);
    const held = { collection, heap: viewOf(bytes), bytes };
    this.#held = held;
    return held;
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function collectionSize(file: ReadableBytes, address: number, fail: (what: string) => never): number {
  if (address + headBytes > file.sizeBytes || file.u32(address) !== signature)
    fail('has no heap where a string names one');
  const sizeBytes = file.uint(address + 8, 8);
  if (sizeBytes < smallestCollectionBytes || sizeBytes > mostCollectionBytes || address + sizeBytes > file.sizeBytes)
    fail('has a heap whose size is too small or goes beyond its end');
  return sizeBytes;
}

/** Where the objects of a collection begin in it, by number. */
function objectsOf(heap: DataView, fail: (what: string) => never): Int32Array {
  let objects = new Int32Array(256);
  const end = heap.byteLength;
  for (let at = headBytes; at + objectHeadBytes <= end; ) {
    const number = heap.getUint16(at, true);
    const sizeBytes = Number(heap.getBigUint64(at + 8, true));
    if (number === 0) break;
    if (at + objectHeadBytes + sizeBytes > end) fail('has a heap whose object goes beyond its end');
    if (number >= objects.length) {
      const grown = new Int32Array(Math.max(2 * objects.length, number + 1));
      grown.set(objects);
      objects = grown;
    }
    objects[number] = at;
    at += objectHeadBytes + padded(sizeBytes);
  }
  return objects;
}

/** The place of the next collection's signature from `from` on. Null if there is none before `end`. */
export function nextCollection(file: Uint8Array, from: number, end: number): number | null {
  const searched = file.subarray(0, Math.max(from, end));
  for (let at = searched.indexOf(firstSignatureByte, from); at >= 0; at = searched.indexOf(firstSignatureByte, at + 1))
    if (searched[at + 1] === 0x43 && searched[at + 2] === 0x4f && searched[at + 3] === 0x4c) return at;
  return null;
}

/** The size of a collection that begins at a place. Null if it is another structure, or goes beyond `end`. */
export function collectionBytes({ file, lengthBytes }: Hdf5File, at: number, end: number): number | null {
  const head = 8 + lengthBytes;
  if (at + head > end || file.u8(at + 4) !== version) return null;
  const bytes = file.uint(at + 8, lengthBytes);
  return bytes >= head && at + bytes <= end ? bytes : null;
}

/** Visits the objects of a collection, each with its head. Number 0 is free space, which ends with the collection. */
export function visitHeapObjects(
  { file, lengthBytes }: Hdf5File,
  at: number,
  bytes: number,
  visit: (number: number, at: number, bytes: number) => void,
): void {
  const head = 8 + lengthBytes;
  const end = at + bytes;
  for (let object = at + head; object + head <= end; ) {
    const number = file.u16(object);
    const dataBytes = file.uint(object + 8, lengthBytes);
    // The size of free space includes its head.
    const wholeBytes = number === 0 ? Math.min(end - object, Math.max(head, dataBytes)) : head + padded(dataBytes);
    visit(number, object, wholeBytes);
    object += wholeBytes;
  }
}

/**
 * Whether libhdf5 would never finish reading a collection that begins in these bytes of the file: it goes from object to object by their sizes without checking that it
 * moves on. Collections whose head is damaged are none, which libhdf5 reports.
 */
export function hasEndlessHeap(file: Uint8Array<ArrayBuffer>, from: number, to: number): boolean {
  const heap = new DataView(file.buffer, file.byteOffset, file.byteLength);
  // A collection that begins at `to` is not part of it; one that begins in the last bytes of the file has no room for its head.
  const end = Math.min(to, file.length - headBytes) + signatureBytes - 1;
  for (let at = nextCollection(file, from, end); at !== null; at = nextCollection(file, at + 1, end))
    if (isEndless(heap, at)) return true;
  return false;
}

function isEndless(heap: DataView, address: number): boolean {
  const end = address + Number(heap.getBigUint64(address + 8, true));
  if (end > heap.byteLength) return false;
  for (let at = address + headBytes; at + objectHeadBytes <= end; ) {
    const sizeBytes = Number(heap.getBigUint64(at + 8, true));
    // The size of free room, which has the number 0, includes its head.
    const step = heap.getUint16(at, true) === 0 ? sizeBytes : objectHeadBytes + padded(sizeBytes);
    if (step === 0 || step > end - at) return true;
    at += step;
  }
  return false;
}
