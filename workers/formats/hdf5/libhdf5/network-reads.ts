import type { DatasetSchema } from '../../../model/dataset';
import type { FileCounts } from '../../../model/entry';
import {
  type ByteRange,
  bytesOf,
  mergedRanges,
  type NetworkReads,
  rangeOf,
} from '../../../model/remote/network-requests';
import { referenceBytes } from '../file/global-heap';
import { hasBulkLayout, idsName, vectorsName } from './keyed-vectors';
import { type DatasetMetadata, type Hdf5Libraries, type Hdf5Reader, openFile } from './reader';
import { categoryCodesName, type ColumnPlace, partPlace, readTableDescription } from './table-places';

/**
 * What h5py requests of a file that it does not cache: each read of libhdf5 is one request. libhdf5 itself runs here, and its reads are counted.
 * Our reader decodes chunks with filters without libhdf5, so their ranges come from the chunk index.
 * @param path where the file may be mounted
 */
export function hdf5NetworkReads(
  libraries: Hdf5Libraries,
  path: string,
  file: Uint8Array<ArrayBuffer>,
  { schema, columnIndex }: { readonly schema: DatasetSchema; readonly columnIndex: number },
): NetworkReads {
  const opened = <R>(reads: ByteRange[], use: (reader: Hdf5Reader) => R): R => {
    const { reader, close } = openFile(libraries, path, file, reads);
    try {
      return use(reader);
    } finally {
      close();
    }
  };
  const readsOf = (work: (log: ReadLog) => void): ByteRange[] | null => {
    const reads: ByteRange[] = [];
    return opened(reads, (reader) => {
      const log = new ReadLog(reader, file, reads);
      work(log);
      return log.isComplete ? reads : null;
    });
  };
  if (schema.kind === 'table') {
    const { places, rowCount } = opened([], readTableDescription);
    const wanted = places[columnIndex];
    const row = Math.floor(rowCount / 2);
    return {
      column: wanted === undefined ? null : readsOf((log) => log.readColumn(wanted, 0, rowCount)),
      row:
        rowCount === 0
          ? null
          : readsOf((log) => {
              for (const place of places) log.readColumn(place, row, row + 1);
            }),
    };
  }
  if (schema.kind !== 'keyedVectors') return { column: null, row: null };
  const { names, isBulk } = opened([], (reader) => {
    const found = reader.names();
    return { names: found, isBulk: hasBulkLayout(reader, found) };
  });
  const name = isBulk ? vectorsName : names[Math.floor(names.length / 2)];
  if (name === undefined) return { column: null, row: null };
  return {
    column: null,
    row: readsOf((log) => {
      if (isBulk) log.readAll(idsName);
      const count = log.reader.metadata(name).shape[0] ?? 0;
      if (!isBulk) log.readRows(name, 0, count);
      else if (count > 0) log.readRows(name, Math.floor(count / 2), Math.floor(count / 2) + 1);
    }),
  };
}

/** What libhdf5 reads to open a file. */
function openingReads(libraries: Hdf5Libraries, path: string, file: Uint8Array<ArrayBuffer>): ByteRange[] {
  const reads: ByteRange[] = [];
  openFile(libraries, path, file, reads).close();
  return reads;
}

/**
 * The bytes of the file that are read, each once: to open it and, beyond these, for a whole column and for the middle row or a vector. A
 * count is absent if the data has no such part, or if it is not known what libhdf5 would read.
 */
export function hdf5ReadCounts(
  libraries: Hdf5Libraries,
  path: string,
  file: Uint8Array<ArrayBuffer>,
  wanted: { readonly schema: DatasetSchema; readonly columnIndex: number },
): FileCounts {
  const opening = openingReads(libraries, path, file);
  const { column, row } = hdf5NetworkReads(libraries, path, file, wanted);
  const distinctBytes = (reads: readonly ByteRange[]) => bytesOf(mergedRanges(reads, 0));
  const toOpen = distinctBytes(opening);
  const beyond = (reads: readonly ByteRange[]) => distinctBytes([...opening, ...reads]) - toOpen;
  return {
    bytesReadToOpen: toOpen,
    ...(column === null ? {} : { bytesReadForOneColumn: beyond(column) }),
    ...(row === null ? {} : { bytesReadForOneRow: beyond(row) }),
  };
}

/** libhdf5 reads so much of a heap of strings first, and then the rest. */
const heapFirstBytes = 4_096;
const heapSizeAt = 8;

/** A file that is read in parts, and what libhdf5 reads of it. */
class ReadLog {
  readonly reader: Hdf5Reader;
  /** False if it is not known what libhdf5 would read. */
  isComplete = true;
  readonly #file: DataView;
  readonly #reads: ByteRange[];

  constructor(reader: Hdf5Reader, file: Uint8Array<ArrayBuffer>, reads: ByteRange[]) {
    this.reader = reader;
    this.#file = new DataView(file.buffer, file.byteOffset, file.byteLength);
    this.#reads = reads;
  }

  readAll(name: string): void {
    this.readRows(name, 0, this.reader.metadata(name).shape[0] ?? 0);
  }

  readRows(name: string, from: number, to: number): void {
    const { reader } = this;
    const metadata = reader.metadata(name);
    const { chunkReader, vlen, chunks, shape, size, total_size } = metadata;
    if (to <= from || total_size === 0) return;
    const isWhole = from === 0 && to === shape[0];
    const rowBytes = (total_size / (shape[0] ?? 1)) * size;
    if (chunkReader !== null) {
      const ranges = chunkReader.rangesOfRows(from, to);
      if (ranges === null) this.isComplete = false;
      this.#reads.push(...(ranges ?? []));
      if (chunkReader.layout.variableLength) this.#readHeaps(metadata, from, to);
    } else if (vlen) {
      const before = this.#reads.length;
      reader.readStrings(name, metadata, isWhole ? null : from);
      const [references] = this.#reads.slice(before);
      // As below: libhdf5 reads references ahead here.
      if (chunks === null && !isWhole && references !== undefined)
        this.#reads[before] = rangeOf(references.start, (to - from) * referenceBytes);
    } else if (chunks !== null && isWhole) reader.readBuffers(name, metadata, () => undefined);
    else {
      const before = this.#reads.length;
      reader.library.withMemory(rowBytes, (data) => reader.readRow(name, metadata, from, data));
      const [place] = this.#reads.slice(before);
      // Values in one piece are read as far as they are wanted; in this file system, libhdf5 reads ahead.
      if (chunks === null && place !== undefined)
        this.#reads.splice(before, Infinity, rangeOf(place.start, (to - from) * rowBytes));
    }
  }

  /** The heaps of strings whose references lie in chunks. */
  #readHeaps({ chunkReader }: DatasetMetadata, from: number, to: number): void {
    const references = new Uint8Array((to - from) * referenceBytes);
    chunkReader?.readRows(from, to, references);
    const view = new DataView(references.buffer);
    const heaps = new Set<number>();
    for (let at = 0; at < references.length; at += referenceBytes) {
      const address = Number(view.getBigUint64(at + 4, true));
      if (address > 0) heaps.add(address);
    }
    for (const address of heaps) {
      const bytes = Number(this.#file.getBigUint64(address + heapSizeAt, true));
      this.#reads.push(rangeOf(address, Math.min(bytes, heapFirstBytes)));
      if (bytes > heapFirstBytes) this.#reads.push({ start: address + heapFirstBytes, end: address + bytes });
    }
  }

  readColumn(place: ColumnPlace, from: number, to: number): void {
    const { schema, values, validity, offsets } = place;
    if (schema.nullable) this.readRows(validity, from, to);
    switch (schema.type) {
      case 'struct':
        for (const part of place.parts) this.readColumn(part, from, to);
        return;
      case 'category': {
        const codes = categoryCodesName(place);
        this.readRows(codes, from, to);
        const [code = 0] = to - from === 1 ? this.#numbersOf(codes, from, to) : [];
        const [first, last] = to - from === 1 ? [code, code + 1] : [0, schema.categories];
        this.readColumn(partPlace(this.reader, place, 0), first, Math.min(last, schema.categories));
        return;
      }
      case 'list':
      case 'binary': {
        this.readRows(offsets, from, to + 1);
        const [first = 0, last = 0] = [from, to].map((row) => this.#numbersOf(offsets, row, row + 1)[0]);
        if (schema.type === 'binary') this.readRows(values, first, last);
        else this.readColumn(partPlace(this.reader, place, 0), first, last);
        return;
      }
      default:
        this.readRows(values, from, to);
    }
  }

  /** 32-bit numbers of a dataset, which are not read again for the log. */
  #numbersOf(name: string, from: number, to: number): Int32Array {
    const before = this.#reads.length;
    const bytes = this.reader.readElements(name, this.reader.metadata(name), from, to);
    this.#reads.length = before;
    return new Int32Array(bytes.slice().buffer);
  }
}
