import { gather, partOfChunk } from '../file/chunk-blocks';
import type { ChunkFilters } from '../file/chunk-filters';
import type { Chunk } from '../file/chunk';
import { writeChunkIndex } from '../file/write-chunk-btree';
import type { FilterPipeline } from '../file/filters';
import { referenceBytes, writeStrings } from '../file/global-heap';
import type { RamFile } from './ram-file';
import type { DatasetSpec } from './dataset-spec';

/** Runs the filters itself and lays chunks and their index at the file's end: libhdf5 created the dataset, and only the address of the index is missing. */
export class ChunkWriter {
  readonly #file: RamFile;
  readonly #filters: ChunkFilters;
  readonly #pipeline: FilterPipeline;
  /** Rows of the dataset that chunks cut across. */
  #band = new Uint8Array(0);

  constructor(file: RamFile, filters: ChunkFilters, pipeline: FilterPipeline) {
    this.#file = file;
    this.#filters = filters;
    this.#pipeline = pipeline;
  }

  /** Writes all chunks of a dataset, and returns the address of their index. */
  write(source: DatasetSpec, chunkShape: readonly number[]): number {
    const append = (sizeBytes: number) => this.#file.append(sizeBytes);
    if (!('offsets' in source)) return this.#write(source, source.elementType.size, chunkShape);
    const references = writeStrings(source, append);
    const fill = (band: Uint8Array, from: number, to: number) =>
      band.set(references.subarray(from * referenceBytes, to * referenceBytes));
    return this.#write({ shape: source.shape, fill }, null, chunkShape);
  }

  #write(
    {
      shape,
      fill,
    }: {
      readonly shape: readonly number[];
      readonly fill: (band: Uint8Array<ArrayBuffer>, from: number, to: number) => void;
    },
    filteredElementBytes: number | null,
    chunkShape: readonly number[],
  ): number {
    const elementBytes = filteredElementBytes ?? referenceBytes;
    const [rows = 1, ...inner] = shape;
    const [chunkRows = 1] = chunkShape;
    const rowBytes = inner.reduce((left, right) => left * right, elementBytes);
    const chunkBytes = chunkShape.reduce((left, right) => left * right, elementBytes);
    const isWholeRows = inner.every((length, axis) => length === chunkShape[axis + 1]);
    const places: Chunk[] = [];
    for (let from = 0; from < rows; from += chunkRows) {
      const to = Math.min(from + chunkRows, rows);
      const band = isWholeRows ? null : this.#bandOf((to - from) * rowBytes);
      if (band !== null) fill(band, from, to);
      for (const offsets of chunksAcross(shape, chunkShape, from)) {
        const room = this.#filters.room(chunkBytes);
        // Where an edge chunk reaches beyond the dataset, it holds zeros.
        const isEdge = offsets.some((offset, axis) => offset + (chunkShape[axis] ?? 0) > (shape[axis] ?? 0));
        if (isEdge) room.fill(0);
        if (band === null) fill(room.subarray(0, (to - from) * rowBytes), from, to);
        else gather(partOfChunk(shape, chunkShape, offsets, elementBytes, [from, to]), band, room);
        const { bytes, skippedFilters } = this.#filters.compress(this.#pipeline, filteredElementBytes, chunkBytes);
        places.push({ sizeBytes: bytes.length, skippedFilters, offsets, address: this.#file.appendBytes(bytes) });
      }
    }
    return writeChunkIndex(places, chunkShape, (sizeBytes) => this.#file.append(sizeBytes));
  }

  #bandOf(sizeBytes: number): Uint8Array<ArrayBuffer> {
    if (this.#band.length < sizeBytes) this.#band = new Uint8Array(sizeBytes);
    return this.#band.subarray(0, sizeBytes);
  }
}

/** The offsets of the chunks that begin in a row, in the order of the index. */
function* chunksAcross(shape: readonly number[], chunkShape: readonly number[], row: number): Generator<number[]> {
  const offsets = shape.map((_, axis) => (axis === 0 ? row : 0));
  for (;;) {
    yield offsets.slice();
    let axis = shape.length - 1;
    for (; axis > 0; axis -= 1) {
      offsets[axis] = (offsets[axis] ?? 0) + (chunkShape[axis] ?? 1);
      if ((offsets[axis] ?? 0) < (shape[axis] ?? 0)) break;
      offsets[axis] = 0;
    }
    if (axis <= 0) return;
  }
}
