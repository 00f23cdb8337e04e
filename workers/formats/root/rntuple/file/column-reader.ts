import { DamagedInput } from '../../../../model/damaged-input';
import { decompressRecord, requirePossibleSize } from '../../file/compressed-record';
import { maxCompressionRatio } from '../../file/compression-setting';
import { malformedRoot, rootFailure } from '../../file/failures';
import type { RootFileReader } from '../../file/file-reader';
import { readRange } from '../../file/source';
import { numericConstructor, type NumericType, type NumericValues } from '../../../../model/column';
import type { Checksum } from './checksum';
import { type ColumnType, packedBytes } from './column-types';
import type { PageUnpacker } from './page-encoding';
import type { NTupleInfo } from './ntuple-info';
import type { PageLocation } from './page-list';
import type { ColumnDescription } from './schema';

const checksumBytes = 8;
/** The maximum size of one column's values: what a buffer of a table can hold. */
const maxColumnBytes = 0x7fff_ffff;
const maxRatio = Math.max(...Object.values(maxCompressionRatio));

interface ClusterPages {
  readonly pages: readonly PageLocation[];
  readonly type: ColumnType;
  /** Elements before the first page that were never written, because the column was added later. */
  readonly zeros: number;
}

/**
 * Reads the elements of a column, which can have several representations of one type. The caller gives the expected number of elements in a cluster: its entries, or the last index of
 * the collection that contains the column.
 */
export class ColumnReader {
  readonly storage: NumericType;
  readonly #file: RootFileReader;
  readonly #ntuple: NTupleInfo;
  readonly #representations: readonly ColumnDescription[];
  readonly #checksum: Checksum;
  readonly #unpacker: PageUnpacker;
  readonly #what: string;

  constructor(
    file: RootFileReader,
    ntuple: NTupleInfo,
    representations: readonly ColumnDescription[],
    checksum: Checksum,
    unpacker: PageUnpacker,
    what: string,
  ) {
    this.#file = file;
    this.#ntuple = ntuple;
    this.#representations = representations;
    this.#checksum = checksum;
    this.#unpacker = unpacker;
    this.#what = what;
    this.storage = representations[0]?.type?.storage ?? 'uint8';
  }

  /** Reads all elements; `counts` is the number in each cluster. @throws `tooLarge`, before allocating memory, if they exceed the limit */
  readAll(counts: readonly number[]): NumericValues {
    const total = counts.reduce((sum, count) => sum + count, 0);
    const Values = numericConstructor(this.storage);
    if (total * Values.BYTES_PER_ELEMENT > maxColumnBytes)
      throw rootFailure(
        'tooLarge',
        'decode',
        `the values of ${this.#what} would be ${(total * Values.BYTES_PER_ELEMENT).toLocaleString('en')} bytes, more than Formatlab can hold`,
      );
    // All pages are checked before any is read, so that wrong counts are found before memory is allocated.
    for (const [cluster, count] of counts.entries()) this.#pagesOf(cluster, count);
    const values = new Values(total);
    let at = 0;
    counts.forEach((count, cluster) => {
      this.#read(cluster, count, 0, count, values, at);
      at += count;
    });
    return values;
  }

  /** Reads elements `from` to `to` of a cluster with `count` elements (null: as many as its pages have). Only the pages with these elements are read. */
  readRange(cluster: number, count: number | null, from: number, to: number): NumericValues {
    const { pages, zeros } = this.#pagesOf(cluster, count);
    const held = pages.reduce((sum, { elements }) => sum + elements, zeros);
    if (to > held)
      throw this.#wrong(
        `has only ${held} elements in cluster ${cluster}, but element ${to - 1} is needed`,
        pages[0]?.locator.offset ?? null,
      );
    const values = new (numericConstructor(this.storage))(to - from);
    this.#read(cluster, count, from, to, values, 0);
    return values;
  }

  #pagesOf(clusterIndex: number, count: number | null): ClusterPages {
    const cluster = this.#ntuple.clusters[clusterIndex];
    for (const { id, type, firstElement } of this.#representations) {
      const found = cluster?.columns[id];
      // A column that was added later is missing in the lists of earlier clusters.
      if (found === undefined && firstElement === 0) continue;
      if (found !== undefined && found.elementOffset === null) continue;
      if (type === null) throw this.#wrong('is of a type that Formatlab does not support', null);
      const pages = found?.pages ?? [];
      let told = 0;
      for (const page of pages) {
        if (packedBytes(type, page.elements) > page.locator.sizeBytes * maxRatio)
          throw this.#wrong(
            `has a page of ${page.locator.sizeBytes} bytes that claims ${page.elements} elements, more than any compression can reach`,
            page.locator.offset,
          );
        told += page.elements;
      }
      const zeros = count === null ? 0 : count - told;
      const deferred = Math.max(0, firstElement - (found?.elementOffset ?? 0));
      if (zeros < 0 || (zeros > 0 && zeros > deferred))
        throw this.#wrong(
          `has ${told} elements in cluster ${clusterIndex}, but ${count} are needed`,
          pages[0]?.locator.offset ?? null,
        );
      return { pages, type, zeros };
    }
    throw this.#wrong(`is not in cluster ${clusterIndex}`, null);
  }

  #wrong(message: string, offset: number | null, cause?: unknown): Error {
    return malformedRoot(`the column of ${this.#what} ${message}`, offset, cause);
  }

  #read(cluster: number, count: number | null, from: number, to: number, target: NumericValues, at: number): void {
    const { pages, type, zeros } = this.#pagesOf(cluster, count);
    let begin = zeros;
    for (const page of pages) {
      const end = begin + page.elements;
      if (end > from && begin < to) {
        if (numericConstructor(type.storage) !== target.constructor)
          throw this.#wrong('has representations of different types', page.locator.offset);
        const first = Math.max(from, begin);
        const last = Math.min(to, end);
        const part = target.subarray(at + first - from, at + last - from);
        this.#readPage(page, type, first - begin, last - begin, part);
      }
      begin = end;
    }
  }

  /** Reads elements `from` to `to` of a page into `target`. */
  #readPage(
    { locator, elements, hasChecksum }: PageLocation,
    type: ColumnType,
    from: number,
    to: number,
    target: NumericValues,
  ): void {
    const { offset, sizeBytes } = locator;
    const stored = readRange(
      this.#file.source,
      offset,
      sizeBytes + (hasChecksum ? checksumBytes : 0),
      `a page of ${this.#what}`,
    );
    const page = stored.subarray(0, sizeBytes);
    if (hasChecksum) {
      const told = new DataView(stored.buffer, stored.byteOffset + sizeBytes, checksumBytes).getBigUint64(0, true);
      if (this.#checksum(page) !== told)
        throw this.#wrong('has a page that does not match its checksum: it was altered', offset);
    }
    const plainBytes = packedBytes(type, elements);
    const plain = requirePossibleSize(page, plainBytes, offset)
      ? decompressRecord(page, plainBytes, this.#file.decompressor, offset)
      : page;
    try {
      if (to - from === elements) this.#unpacker.unpackTo(type, plain, target);
      else
        (target as Float64Array).set(this.#unpacker.unpack(type, plain, elements).subarray(from, to) as Float64Array);
    } catch (thrown) {
      if (thrown instanceof DamagedInput) throw this.#wrong(`has a page that ${thrown.problem}`, offset, thrown);
      throw thrown;
    }
  }
}
