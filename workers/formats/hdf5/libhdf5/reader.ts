import { FileBytes } from '../../../byte-map/file-bytes';
import { numericConstructor, type NumericType } from '../../../model/column';
import { FormatlabError } from '../../../model/errors';
import type { ByteRange } from '../../../model/remote/network-requests';
import type { ReusedMemory, Room } from '../../../columns/reused-memory';
import type { ChunkFilters } from '../file/chunk-filters';
import { ChunkReader } from '../file/chunk-reader';
import { maxShrinkage } from '../file/filters';
import { hasEndlessHeap, readStrings } from '../file/global-heap';
import { type ChunkedFile, openChunkedFile, readFilteredChunks } from './filtered-chunks';
import { type Libhdf5Instance, type ReadMetadata, typeClass } from './library';
import { RamFile } from './ram-file';
import { directSlabBytes, headerAddress, rowsPerSlab, slabBytes, withOpenFile } from './writer';

const fileAccessReadOnly = 0;
/** No dataset is read that is larger, whatever its file could hold: compressors without a practical bound would let small files claim terabytes. */
const mostDatasetBytes = 0x7fff_ffff;
const longestAttributeBytes = 256;

/** A dataset that has an extent. `chunkReader` reads its filtered chunks; null if it has none, or they are left to libhdf5. */
export type DatasetMetadata = ReadMetadata & {
  readonly shape: readonly number[];
  readonly chunkReader: ChunkReader | null;
};

/** What reads a file: libhdf5 for what the file says of its objects, and for chunks the filters. */
export interface Hdf5Libraries {
  readonly library: Libhdf5Instance;
  readonly filters: ChunkFilters;
}

export class Hdf5Reader {
  readonly #library: Libhdf5Instance;
  readonly #filters: ChunkFilters;
  readonly #file: bigint;
  readonly #ramFile: RamFile;
  readonly #fileBytes: number;
  /** The file as chunks are read of it; null before the first dataset with chunks. */
  #chunkedFile: { readonly opened: ChunkedFile | null } | null = null;
  readonly #memory: ReusedMemory | null;

  /** Values go into `memory` where it has room, else, and without it, into new buffers. */
  constructor({ library, filters }: Hdf5Libraries, file: bigint, ramFile: RamFile, memory: ReusedMemory | null = null) {
    this.#library = library;
    this.#filters = filters;
    this.#file = file;
    this.#ramFile = ramFile;
    this.#fileBytes = ramFile.sizeBytes;
    this.#memory = memory;
  }

  /** Room for values, whose content is not cleared. */
  room(sizeBytes: number): Room {
    return this.#memory?.take(sizeBytes) ?? { buffer: new ArrayBuffer(sizeBytes), at: 0 };
  }

  /** Reads all elements of a numeric dataset of this type. */
  values<T extends NumericType>(
    name: string,
    metadata: DatasetMetadata,
    type: T,
  ): InstanceType<ReturnType<typeof numericConstructor<T>>> {
    const Values = numericConstructor(type);
    const sizeBytes = metadata.total_size * Values.BYTES_PER_ELEMENT;
    const { buffer, at } = this.room(sizeBytes);
    this.readInto(name, metadata, new Uint8Array(buffer, at, sizeBytes));
    return new Values(buffer, at, metadata.total_size) as InstanceType<ReturnType<typeof numericConstructor<T>>>;
  }

  get library(): Libhdf5Instance {
    return this.#library;
  }

  /** The names in the root group, sorted, or in the order of creation if the file keeps it. */
  names(): string[] {
    return this.#library.call('list the file', (binding) => binding.get_names(this.#file, '/', false));
  }

  /** A text attribute of the root group; null if there is none with this name. */
  textAttribute(name: string): string | null {
    const names = this.#library.call('list the attributes', (binding) => binding.get_attribute_names(this.#file, '/'));
    if (!names.includes(name)) return null;
    const { type, vlen, size, total_size } = this.#library.call(`read the attribute “${name}”`, (binding) =>
      binding.get_attribute_metadata(this.#file, '/', name),
    );
    if (type !== typeClass.string || vlen || total_size !== 1 || size > longestAttributeBytes) return null;
    return this.#library.withMemory(size, (data) => {
      this.#library.call(`read the attribute “${name}”`, (binding) =>
        binding.get_attribute_data(this.#file, '/', name, BigInt(data)),
      );
      const bytes = this.#library.heap(data, size);
      const end = bytes.indexOf(0);
      return new TextDecoder().decode(bytes.slice(0, end < 0 ? size : end));
    });
  }

  /** The description of a dataset in the root group. Rejects objects that are no datasets, have no extent or claim more than the file can hold. */
  metadata(name: string): DatasetMetadata {
    const metadata = this.#library.call(`open the dataset “${name}”`, (binding) =>
      binding.get_dataset_metadata(this.#file, name),
    );
    const { shape, size, total_size, chunks } = metadata;
    if (shape === null) throw this.malformed(`holds “${name}” without an extent`);
    const chunkReader = chunks === null ? null : this.#chunkReader(name, shape);
    const compressor = chunkReader?.layout.filters.compressor ?? 'gzip';
    const most = chunks === null ? this.#fileBytes : this.#fileBytes * maxShrinkage[compressor];
    if (size * total_size > Math.min(most * (metadata.vlen ? 4 : 1), mostDatasetBytes))
      throw this.malformed(
        `claims ${size * total_size} bytes in “${name}”, more than a file of ${this.#fileBytes} bytes can hold`,
      );
    return { ...metadata, shape, chunkReader };
  }

  #chunkReader(name: string, shape: readonly number[]): ChunkReader | null {
    this.#chunkedFile ??= { opened: openChunkedFile(this.#ramFile.bytes) };
    const { opened } = this.#chunkedFile;
    const found = opened === null ? null : readFilteredChunks(opened, headerAddress(this.#library, this.#file, name));
    if (found === null) return null;
    const fail = (what: string) => {
      throw this.malformed(what);
    };
    const source = { hdf5: found.hdf5, filters: this.#filters, fail, stage: () => this.#library.stage };
    return new ChunkReader(source, found.chunks, shape);
  }

  /** Reads all elements of a numeric dataset into `target`, slab by slab. */
  readInto(name: string, metadata: DatasetMetadata, target: Uint8Array): void {
    this.#readSlabs(name, metadata, (bytes, at) => target.subarray(at, at + bytes));
  }

  /**
   * Reads all elements slab by slab, and calls `visit` with where a slab's elements lie, its first row and its number of rows. Without memory to reuse, each
   * slab has its own buffer: Chromium allocates and collects many buffers of half a megabyte faster than one of a hundred megabytes.
   */
  readBuffers(name: string, metadata: DatasetMetadata, visit: (room: Room, from: number, rows: number) => void): void {
    this.#readSlabs(name, metadata, (bytes, _, from, rows) => {
      const room = this.room(bytes);
      visit(room, from, rows);
      return new Uint8Array(room.buffer, room.at, bytes);
    });
  }

  /** `targetOf` returns the place of a slab: its bytes, its first byte in the dataset, its first row and its number of rows. */
  #readSlabs(
    name: string,
    metadata: DatasetMetadata,
    targetOf: (bytes: number, at: number, from: number, rows: number) => Uint8Array,
  ): void {
    const { shape, size, chunks, total_size } = metadata;
    if (total_size === 0) return;
    const rows = shape[0] ?? 1;
    const rowBytes = (total_size / rows) * size;
    const isDirect = isStoredAsRead(metadata);
    const slabRows = rowsPerSlab(rows, rowBytes, chunks?.[0] ?? 1, isDirect ? directSlabBytes : slabBytes);
    const { chunkReader } = metadata;
    if (chunkReader !== null) {
      for (let from = 0; from < rows; from += slabRows) {
        const to = Math.min(from + slabRows, rows);
        chunkReader.readRows(from, to, targetOf((to - from) * rowBytes, from * rowBytes, from, to - from));
      }
      return;
    }
    this.#library.withMemory(slabRows * rowBytes, (slab) => {
      if (slabRows >= rows) {
        this.#readTo(targetOf(total_size * size, 0, 0, rows), metadata, slab, () => this.#read(name, null, null, slab));
        return;
      }
      const inner = shape.slice(1).map(BigInt);
      const origin = inner.map(() => 0n);
      for (let from = 0; from < rows; from += slabRows) {
        const count = Math.min(slabRows, rows - from);
        this.#readTo(targetOf(count * rowBytes, from * rowBytes, from, count), metadata, slab, () =>
          this.#read(name, [BigInt(count), ...inner], [BigInt(from), ...origin], slab),
        );
      }
    });
  }

  /** Runs a read to the heap at `slab`, and puts what it read into `target`: directly from the file if libhdf5 reads the bytes as they are. */
  #readTo(target: Uint8Array, metadata: DatasetMetadata, slab: number, read: () => void): void {
    if (isStoredAsRead(metadata)) {
      const direct = this.#ramFile.transferDirectly(
        slab,
        target.length,
        (inFile, at) => {
          target.set(inFile, at);
          return true;
        },
        read,
      );
      if (direct === target.length) return;
      // Some bytes came from a buffer of libhdf5, so all are read again.
      if (direct > 0) read();
    } else read();
    target.set(this.#library.heap(slab, target.length));
  }

  /** Reads row `row` of a numeric dataset of `rowBytes` each into the heap at `data`, which belongs to the caller. */
  readRow(name: string, metadata: DatasetMetadata, row: number, data: number): void {
    const inner = metadata.shape.slice(1).map(BigInt);
    if (this.#readSome(metadata, row, row + 1, data)) return;
    this.#read(name, [1n, ...inner], [BigInt(row), ...inner.map(() => 0n)], data);
  }

  /** Reads bytes `from` to `to` of a one-dimensional uint8 dataset. */
  readRange(name: string, metadata: DatasetMetadata, from: number, to: number): Uint8Array {
    if (metadata.type !== typeClass.integer || metadata.size !== 1)
      throw this.malformed(`has no bytes ${from} to ${to} in “${name}”`);
    return this.readElements(name, metadata, from, to);
  }

  /** Reads elements `from` to `to` of a one-dimensional fixed-width dataset, as bytes. */
  readElements(name: string, metadata: DatasetMetadata, from: number, to: number): Uint8Array {
    const { size, shape } = metadata;
    if (shape.length !== 1 || to < from || to > (shape[0] ?? 0))
      throw this.malformed(`has no elements ${from} to ${to} in “${name}”`);
    if (to === from) return new Uint8Array(0);
    return this.#library.withMemory((to - from) * size, (data) => {
      if (!this.#readSome(metadata, from, to, data)) this.#read(name, [BigInt(to - from)], [BigInt(from)], data);
      return this.#library.heap(data, (to - from) * size).slice();
    });
  }

  /** Reads a whole dataset, whose size the caller knows, into the heap at `data`. */
  readAll(name: string, metadata: DatasetMetadata, data: number): void {
    if (!this.#readSome(metadata, 0, metadata.shape[0] ?? 1, data)) this.#read(name, null, null, data);
  }

  /** Reads rows into the heap past libhdf5, if libhdf5 does not have the filters; it keeps chunks from call to call. */
  #readSome(
    { chunkReader, total_size, shape, size }: DatasetMetadata,
    from: number,
    to: number,
    data: number,
  ): boolean {
    if (chunkReader === null || chunkReader.layout.filters.builtIn) return false;
    const bytes = ((total_size * size) / (shape[0] ?? 1)) * (to - from);
    chunkReader.readRows(from, to, this.#library.heap(data, bytes), true);
    return true;
  }

  /** Reads variable-length strings: their bytes one after the other, and the start of each. With `row`, reads only that one. */
  readStrings(
    name: string,
    metadata: DatasetMetadata,
    row: number | null = null,
  ): { offsets: Int32Array; bytes: Uint8Array } {
    if (metadata.type !== typeClass.string || metadata.shape.length !== 1)
      throw this.malformed(`holds “${name}”, which is not a list of strings`);
    const count = row === null ? metadata.total_size : 1;
    if (count === 0) return { offsets: new Int32Array(1), bytes: new Uint8Array(0) };
    const { chunkReader } = metadata;
    if (chunkReader !== null && (row === null || !chunkReader.layout.filters.builtIn)) {
      const elements = new Uint8Array(count * chunkReader.layout.elementBytes);
      chunkReader.readRows(row ?? 0, (row ?? 0) + count, elements, row !== null);
      if (!chunkReader.layout.variableLength) return fixedStrings(elements, metadata.size);
      return readStrings(new FileBytes(this.#ramFile.bytes), elements, (what) => {
        throw this.malformed(what);
      });
    }
    const selection = row === null ? null : { count: [1n], offset: [BigInt(row)] };
    return this.#library.withMemory(count * metadata.size, (data) => {
      this.#read(name, selection?.count ?? null, selection?.offset ?? null, data);
      if (!metadata.vlen) return fixedStrings(this.#library.heap(data, count * metadata.size), metadata.size);
      try {
        return this.#gather(data, count);
      } finally {
        this.#library.call(`give back the strings of “${name}”`, (binding) =>
          binding.reclaim_vlen_memory_count(this.#file, name, '', BigInt(data), [BigInt(count)]),
        );
      }
    });
  }

  #gather(data: number, count: number): { offsets: Int32Array; bytes: Uint8Array } {
    const heap = this.#library.binding.HEAPU8;
    const pointers = new Uint32Array(heap.buffer, data, count);
    const offsets = new Int32Array(count + 1);
    for (let row = 0; row < count; row += 1) {
      const pointer = pointers[row] ?? 0;
      // A null pointer is an empty string.
      let end = pointer;
      if (pointer !== 0) while (heap[end] !== 0 && end < heap.length) end += 1;
      offsets[row + 1] = (offsets[row] ?? 0) + end - pointer;
    }
    const bytes = new Uint8Array(offsets[count] ?? 0);
    for (let row = 0; row < count; row += 1) {
      const start = offsets[row] ?? 0;
      const length = (offsets[row + 1] ?? 0) - start;
      let from = pointers[row] ?? 0;
      // Most strings are short: a loop is faster than creating a view for each.
      for (let at = start; at < start + length; at += 1) bytes[at] = heap[from++] ?? 0;
    }
    return { offsets, bytes };
  }

  #read(name: string, count: bigint[] | null, offset: bigint[] | null, data: number): void {
    this.#library.call(`read the dataset “${name}”`, (binding) =>
      binding.get_dataset_data(
        this.#file,
        name,
        count,
        offset,
        count === null ? null : count.map(() => 1n),
        BigInt(data),
      ),
    );
  }

  malformed(what: string): FormatlabError {
    return new FormatlabError({
      tag: 'malformedInput',
      stage: this.#library.stage,
      format: 'hdf5',
      message: `The HDF5 file ${what}.`,
    });
  }
}

/** Gathers fixed-length strings, which end at their zero padding, as in numpy. */
function fixedStrings(elements: Uint8Array, size: number): { offsets: Int32Array; bytes: Uint8Array } {
  const count = elements.length / size;
  const offsets = new Int32Array(count + 1);
  const bytes = new Uint8Array(count * size);
  let at = 0;
  for (let row = 0; row < count; row += 1) {
    let length = size;
    while (length > 0 && elements[row * size + length - 1] === 0) length -= 1;
    bytes.set(elements.subarray(row * size, row * size + length), at);
    at += length;
    offsets[row + 1] = at;
  }
  return { offsets, bytes: bytes.slice(0, at) };
}

/** True if libhdf5 may read the dataset's bytes as they are: h5wasm reads numbers in the type of the file, so that none is converted. */
const isStoredAsRead = ({ chunks, type }: DatasetMetadata) =>
  chunks === null && (type === typeClass.integer || type === typeClass.float);

/** Opens bytes as a file, without copying them. */
function mountAndOpen(library: Libhdf5Instance, path: string, file: RamFile): bigint {
  const { FS, open } = library.binding;
  file.mount(FS, path, (from, to) => {
    if (!hasEndlessHeap(file.bytes, from, to)) return true;
    library.refusal = 'a heap of strings in the file has an object without a size, or one that goes beyond its end';
    return false;
  });
  try {
    return library.call('open the file', () => open(path, fileAccessReadOnly, false, -1, -1));
  } catch (thrown) {
    if (library.alive) FS.unlink(path);
    throw thrown;
  }
}

/** Reads from bytes as a file, and closes it. Values go into `memory` where it has room. */
export function readFile<R>(
  libraries: Hdf5Libraries,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  use: (reader: Hdf5Reader) => R,
  memory: ReusedMemory | null = null,
): R {
  const { library } = libraries;
  const file = RamFile.of(bytes);
  const id = mountAndOpen(library, path, file);
  try {
    return withOpenFile(library, id, () => use(new Hdf5Reader(libraries, id, file, memory)));
  } finally {
    if (library.alive) library.binding.FS.unlink(path);
  }
}

interface OpenFile {
  readonly reader: Hdf5Reader;
  close(): void;
}

/** Opens bytes as a file for look-ups; the caller closes it. The reads of libhdf5 are added to `reads`. */
export function openFile(
  libraries: Hdf5Libraries,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  reads: ByteRange[] | null = null,
): OpenFile {
  const { library } = libraries;
  const file = RamFile.of(bytes);
  file.reads = reads;
  const id = mountAndOpen(library, path, file);
  return {
    reader: new Hdf5Reader(libraries, id, file),
    close: () => {
      if (!library.alive) return;
      library.binding.close_file(id);
      library.binding.FS.unlink(path);
    },
  };
}
