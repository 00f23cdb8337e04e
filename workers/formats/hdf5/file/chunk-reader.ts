import { FormatlabError, type Stage } from '../../../model/errors';
import { type ByteRange, rangeOf } from '../../../model/remote/network-requests';
import { fillPart, partOfChunk, scatter } from './chunk-blocks';
import type { ChunkFilters } from './chunk-filters';
import type { Chunk, VisitChunk } from './chunk';
import { chunkNodeBytes, readChunkIndex } from './chunk-index';
import type { ChunkedLayout, ChunkIndex } from './data-layout';
import { withoutChecksum } from './fletcher32';
import { maxShrinkage, type StoredFilters } from './filters';
import type { Hdf5File } from './hdf5-file';

/** Decompressed chunks are kept up to this size, as libhdf5 2.0 keeps them, for look-ups that read neighbouring rows. */
const mostKeptBytes = 8 * 1024 * 1024;
const mostChunkBytes = 0x7fff_ffff;

/** What the header of a dataset says of its chunks. */
export interface StoredChunks extends Pick<ChunkedLayout, 'chunkShape' | 'elementBytes' | 'chunkBytes'> {
  /** Null if no chunk is stored yet. */
  readonly index: ChunkIndex | null;
  readonly filters: StoredFilters;
  /** The value of chunks that are not stored; null for zeros. */
  readonly fillValue: Uint8Array | null;
  /** The limits of the dimensions; null for one without. */
  readonly maxShape: readonly (number | null)[];
  /** True for variable-length strings, which lie in the global heap. */
  readonly variableLength: boolean;
}

/** Whether a dataset with these limits can have such an index: an extensible array is of one dimension without a limit, a fixed array of none. */
export function fitsLimits(index: ChunkIndex | null, maxShape: readonly (number | null)[]): boolean {
  const unlimited = maxShape.filter((limit) => limit === null).length;
  return !((index?.kind === 'extensibleArray' && unlimited !== 1) || (index?.kind === 'fixedArray' && unlimited !== 0));
}

/** What a reader of chunks needs. `fail` throws. */
interface ChunkSource {
  readonly hdf5: Hdf5File;
  readonly filters: ChunkFilters;
  readonly fail: (what: string) => never;
  readonly stage: () => Stage;
}

/** Reads the chunks of one dataset from the file's bytes, past libhdf5. */
export class ChunkReader {
  readonly layout: StoredChunks;
  readonly #source: ChunkSource;
  readonly #shape: readonly number[];
  /** The number of chunks in each dimension. */
  readonly #grid: readonly number[];
  #chunks: Map<number, Chunk> | null = null;
  readonly #kept = new Map<number, Uint8Array>();
  #keptBytes = 0;

  constructor(source: ChunkSource, layout: StoredChunks, shape: readonly number[]) {
    this.#source = source;
    this.layout = layout;
    this.#shape = shape;
    const { chunkShape, chunkBytes, filters } = layout;
    this.#grid = shape.map((length, axis) => Math.ceil(length / (chunkShape[axis] ?? 1)));
    const most = source.hdf5.file.sizeBytes * (filters.compressor === null ? 1 : maxShrinkage[filters.compressor]);
    if (chunkShape.length !== shape.length || chunkBytes > Math.min(most, mostChunkBytes))
      source.fail(`claims chunks of ${chunkBytes} bytes, more than it can hold`);
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
    const { hdf5 } = this.#source;
    const chunkRows = chunkShape[0] ?? 1;
    const seen = new Set<number>();
    const nodes: ByteRange[] = [];
    const chunks: ByteRange[] = [];
    const visit: VisitChunk = ({ offsets, address, sizeBytes }, path) => {
      const [row = 0] = offsets;
      if (row >= to || row + chunkRows <= from) return;
      for (const node of path)
        if (!seen.has(node)) {
          seen.add(node);
          nodes.push(rangeOf(node, chunkNodeBytes(hdf5, chunkShape.length)));
        }
      chunks.push(rangeOf(address, sizeBytes));
    };
    this.#readIndex(index, visit);
    return [...nodes, ...chunks];
  }

  #chunk(number: number, { address, sizeBytes, skippedFilters }: Chunk, keep: boolean): Uint8Array {
    const kept = this.#kept.get(number);
    if (kept !== undefined) return kept;
    const { hdf5, filters, stage, fail } = this.#source;
    const { checksum, shuffle, compressor } = this.layout.filters;
    const checksumBit = (shuffle ? 1 : 0) + (compressor === null ? 0 : 1);
    const summed = hdf5.file.slice(address, sizeBytes);
    const isSummed = checksum && ((skippedFilters >> checksumBit) & 1) === 0;
    const stored = { bytes: isSummed ? withoutChecksum(summed, fail) : summed, skippedFilters };
    const bytes = filters.decompress(this.layout.filters, stored, this.layout.chunkBytes, stage());
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

  #index(): Map<number, Chunk> {
    if (this.#chunks !== null) return this.#chunks;
    const { chunkShape, index } = this.layout;
    const { fail } = this.#source;
    const found: Chunk[] = [];
    if (index !== null) this.#readIndex(index, (chunk) => found.push(chunk));
    const chunks = new Map<number, Chunk>();
    const grid = this.#grid;
    for (const chunk of found) {
      let number = 0;
      for (const [axis, offset] of chunk.offsets.entries()) {
        const length = chunkShape[axis] ?? 1;
        // Chunks beyond the extent may stay after a dataset shrank, but not in a file whose datasets have a fixed size.
        if (offset % length !== 0 || offset / length >= (grid[axis] ?? 0))
          fail('has a chunk that lies outside its dataset');
        number = number * (grid[axis] ?? 1) + offset / length;
      }
      chunks.set(number, chunk);
    }
    this.#chunks = chunks;
    return chunks;
  }

  #readIndex(index: ChunkIndex, visit: VisitChunk): void {
    const { hdf5, fail } = this.#source;
    const { chunkShape, chunkBytes, maxShape, filters } = this.layout;
    const isFiltered = filters.compressor !== null || filters.shuffle || filters.checksum;
    try {
      readChunkIndex(hdf5, index, { chunkShape, chunkBytes, maxShape, isFiltered }, visit);
    } catch (thrown) {
      if (!(thrown instanceof FormatlabError)) throw thrown;
      const { message } = thrown.record;
      fail(`is damaged: ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/u, '')}`);
    }
  }
}
