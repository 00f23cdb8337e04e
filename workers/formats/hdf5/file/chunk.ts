import { malformed } from '../../../byte-map/failures';
import type { Hdf5File } from './hdf5-file';

/** A stored chunk, as the index of a dataset's chunks has it. */
export interface Chunk {
  readonly address: number;
  readonly sizeBytes: number;
  /** The filter mask: a bit is set if the filter of its number was skipped. */
  readonly skippedFilters: number;
  /** The chunk's first element in each dimension. Empty if the dataset's shape is not known. */
  readonly offsets: readonly number[];
}

/** What a dataset says of all of its chunks. */
export interface ChunkGrid {
  readonly chunkShape: readonly number[];
  /** The bytes of a chunk without filters. */
  readonly chunkBytes: number;
  /** The limits of the dataset's dimensions; null for a dimension without one. Null if its shape is not known. */
  readonly maxShape: readonly (number | null)[] | null;
  /** Null if its filters are not known. */
  readonly isFiltered: boolean | null;
}

/** `path` has the addresses of the nodes of a version 1 B-tree on the way to the chunk. */
export type VisitChunk = (chunk: Chunk, path: readonly number[]) => void;

const filterMaskBytes = 4;

/** @throws `malformedInput` if the elements of an index have an impossible size, or contradict the filters of the dataset */
export function checkElements(
  { addressBytes }: Hdf5File,
  at: number,
  { elementBytes, isFiltered }: { readonly elementBytes: number; readonly isFiltered: boolean },
  grid: ChunkGrid,
): void {
  const sizeFieldBytes = elementBytes - addressBytes - filterMaskBytes;
  const isPossible = isFiltered ? sizeFieldBytes >= 1 && sizeFieldBytes <= 8 : elementBytes === addressBytes;
  if (!isPossible) throw malformed(`The index of chunks at byte ${at} has elements of an impossible size.`);
  if (grid.isFiltered !== null && grid.isFiltered !== isFiltered)
    throw malformed(`The index of chunks at byte ${at} contradicts the filters of its dataset.`);
}

/** Visits the chunk of an element of an index, unless it is not stored: an address and, with filters, a size and a filter mask. */
export function visitElement(
  hdf5: Hdf5File,
  element: { readonly at: number; readonly bytes: number },
  { chunkBytes }: ChunkGrid,
  visit: VisitChunk,
  offsetsOf: () => readonly number[],
): void {
  const { file, addressBytes } = hdf5;
  const { at, bytes } = element;
  const address = hdf5.address(at);
  if (address === null) return;
  const maskAt = at + bytes - filterMaskBytes;
  const isFiltered = bytes !== addressBytes;
  const sizeBytes = isFiltered ? file.uint(at + addressBytes, maskAt - at - addressBytes) : chunkBytes;
  const skippedFilters = isFiltered ? file.u32(maskAt) : 0;
  visit({ address, sizeBytes, skippedFilters, offsets: offsetsOf() }, noPath);
}

const noPath: readonly number[] = [];
