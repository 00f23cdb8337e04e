import type { Stage } from '../../../model/errors';
import { type ByteRange, rangeOf } from '../../../model/remote/network-requests';
import { fillPart, partOfChunk, scatter } from './chunk-blocks';
import type { ChunkFilters } from './chunk-filters';
import { readExtensibleArray, readFixedArray } from './chunk-arrays';
import { readChunkBTree2 } from './chunk-btree2';
import { chunkNodeBytes, type ChunkPlace, readChunkIndex } from './chunk-index';
import type { ChunkedLayout } from './dataset-header';
import { withoutChecksum } from './fletcher32';
import { maxShrinkage } from './filters';

/** Decompressed chunks are kept up to this size, as libhdf5 2.0 keeps them, for look-ups that read neighbouring rows. */
const mostKeptBytes = 8 * 1024 * 1024;
const mostChunkBytes = 0x7fff_ffff;

/** What a reader of chunks needs. `fail` throws. */
export interface ChunkSource {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly filters: ChunkFilters;
  readonly fail: (what: string) => never;
  readonly stage: () => Stage;
}

/** Reads the chunks of one dataset from the file's bytes, past libhdf5. */
export class ChunkReader {
  readonly layout: ChunkedLayout;
  readonly #source: ChunkSource;
  readonly #shape: readonly number[];
  readonly #chunkBytes: number;
  /** The number of chunks in each dimension. */
  readonly #grid: readonly number[];
  #chunks: Map<number, ChunkPlace> | null = null;
  readonly #kept = new Map<number, Uint8Array>();
  #keptBytes = 0;

  constructor(source: ChunkSource, layout: ChunkedLayout, shape: readonly number[]) {
    this.#source = source;
    this.layout = layout;
    this.#shape = shape;
    const { chunkShape, elementBytes, filters } = layout;
    this.#chunkBytes = chunkShape.reduce((left, right) => left * right, elementBytes);
    this.#grid = shape.map((length, axis) => Math.ceil(length / (chunkShape[axis] ?? 1)));
    const most = source.file.length * (filters.compressor === null ? 1 : maxShrinkage[filters.compressor]);
    if (chunkShape.length !== shape.length || this.#chunkBytes > Math.min(most, mostChunkBytes))
      source.fail(`claims chunks of ${this.#chunkBytes} bytes, more than it can hold`);
  }

  /** Reads rows `from` to `to` into `band`. With `keep`, chunks are kept for the next call. */
  readRows(from: number, to: number, band: Uint8Array, keep = false): void {
    const { chunkShape, elementBytes, fillValue } = this.layout;
    const chunks = this.#index();
    const firstRow = chunkShape[0] ?? 1;
    const across = this.#grid.slice(1).reduce((left, right) => left * right, 1);
    for (let row = Math.floor(from / firstRow); row * firstRow < to; row += 1) {
      for (let column = 0; column < across; column += 1) {
        const number = row * across + column;
        const part = partOfChunk(this.#shape, chunkShape, this.#offsetsOf(number), elementBytes, [from, to]);
        const place = chunks.get(number);
        if (place === undefined) fillPart(part, fillValue, band);
        else scatter(part, this.#chunk(number, place, keep), band);
      }
    }
  }

  /**
   * What libhdf5 reads of the file for rows `from` to `to`: the nodes of the tree of chunks, each once, and the chunks. Null if the index of chunks is no
   * tree of version 1, which is the one that our writer makes.
   */
  rangesOfRows(from: number, to: number): ByteRange[] | null {
    const { chunkShape, index } = this.layout;
    if (index === null) return [];
    if (index.kind !== 'tree') return null;
    const { file, fail } = this.#source;
    const chunkRows = chunkShape[0] ?? 1;
    const seen = new Set<number>();
    const nodes: ByteRange[] = [];
    const chunks: ByteRange[] = [];
    const visit = ({ offsets, address, sizeBytes }: ChunkPlace, path: readonly number[]) => {
      const [row = 0] = offsets;
      if (row >= to || row + chunkRows <= from) return;
      for (const node of path)
        if (!seen.has(node)) {
          seen.add(node);
          nodes.push(rangeOf(node, chunkNodeBytes(chunkShape.length)));
        }
      chunks.push(rangeOf(address, sizeBytes));
    };
    readChunkIndex(file, index.address, chunkShape.length, visit, fail);
    return [...nodes, ...chunks];
  }

  #chunk(number: number, { address, sizeBytes, skippedFilters }: ChunkPlace, keep: boolean): Uint8Array {
    const kept = this.#kept.get(number);
    if (kept !== undefined) return kept;
    const { file, filters, stage, fail } = this.#source;
    const { checksum, shuffle, compressor } = this.layout.filters;
    const checksumBit = (shuffle ? 1 : 0) + (compressor === null ? 0 : 1);
    const summed = file.subarray(address, address + sizeBytes);
    const isSummed = checksum && ((skippedFilters >> checksumBit) & 1) === 0;
    const stored = { bytes: isSummed ? withoutChecksum(summed, fail) : summed, skippedFilters };
    const bytes = filters.decompress(this.layout.filters, stored, this.#chunkBytes, stage());
    if (!keep) return bytes;
    const copy = bytes.slice();
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptBytes + copy.length <= mostKeptBytes) break;
      this.#kept.delete(oldest);
      this.#keptBytes -= length;
    }
    this.#kept.set(number, copy);
    this.#keptBytes += copy.length;
    return copy;
  }

  #offsetsOf(number: number): number[] {
    const { chunkShape } = this.layout;
    const offsets = new Array<number>(chunkShape.length);
    let rest = number;
    for (let axis = chunkShape.length - 1; axis >= 0; axis -= 1) {
      const count = this.#grid[axis] ?? 1;
      offsets[axis] = (rest % count) * (chunkShape[axis] ?? 1);
      rest = Math.floor(rest / count);
    }
    return offsets;
  }

  #index(): Map<number, ChunkPlace> {
    if (this.#chunks !== null) return this.#chunks;
    const { chunkShape, index, limits } = this.layout;
    const { file, fail } = this.#source;
    const chunks = new Map<number, ChunkPlace>();
    const grid = this.#grid;
    const visit = (chunk: ChunkPlace) => {
      let number = 0;
      chunk.offsets.forEach((offset, axis) => {
        const length = chunkShape[axis] ?? 1;
        // Chunks beyond the extent may stay after a dataset shrank, but not in a file whose datasets have a fixed size.
        if (offset % length !== 0 || offset / length >= (grid[axis] ?? 0))
          fail('has a chunk that lies outside its dataset');
        number = number * (grid[axis] ?? 1) + offset / length;
      });
      chunks.set(number, chunk);
    };
    const { compressor, shuffle, checksum } = this.layout.filters;
    const isPlain = compressor === null && !shuffle && !checksum;
    const source = { file, visit, fail, plainChunkBytes: isPlain ? this.#chunkBytes : null };
    switch (index?.kind) {
      case 'tree':
        readChunkIndex(file, index.address, chunkShape.length, visit, fail);
        break;
      case 'fixedArray':
        readFixedArray(source, index.address, { chunkShape, limits });
        break;
      case 'extensibleArray':
        readExtensibleArray(source, index.address, { chunkShape, limits });
        break;
      case 'tree2':
        readChunkBTree2(source, index.address, chunkShape);
        break;
      case 'single': {
        const { address, sizeBytes, skippedFilters } = index;
        if (address + sizeBytes > file.length) fail('names a chunk that goes beyond its end');
        visit({ address, sizeBytes, skippedFilters, offsets: chunkShape.map(() => 0) });
      }
    }
    this.#chunks = chunks;
    return chunks;
  }
}
