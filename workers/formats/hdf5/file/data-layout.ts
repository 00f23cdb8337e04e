import { failure, malformed } from '../../../byte-map/failures';
import { maxDimensions } from './dataspace';
import type { Hdf5File } from './hdf5-file';

/** How the chunks of a dataset are found. */
export interface ChunkIndex {
  readonly kind: 'single' | 'tree' | 'tree2' | 'fixedArray' | 'extensibleArray';
  readonly address: number;
  /** Of a single chunk that filters change. */
  readonly filtered?: { readonly sizeBytes: number; readonly skippedFilters: number };
}

export interface ChunkedLayout {
  readonly kind: 'chunked';
  readonly chunkShape: readonly number[];
  readonly elementBytes: number;
  /** The bytes of a chunk without filters. */
  readonly chunkBytes: number;
  /** Null if no chunk is stored yet. Chunks of an implicit index, which have no filters, follow each other. */
  readonly index: ChunkIndex | { readonly kind: 'implicit'; readonly address: number } | null;
  /** Whether chunks that the dataset's extent cuts are stored without filters. */
  readonly hasUnfilteredEdges: boolean;
}

type DataLayout =
  /** The values are part of the message. */
  | { readonly kind: 'compact'; readonly at: number; readonly bytes: number }
  | { readonly kind: 'virtual' }
  /** Versions 1 and 2 do not say how many bytes there are. */
  | { readonly kind: 'contiguous'; readonly at: number | null; readonly bytes: number | null }
  | ChunkedLayout;

const layoutClasses = { compact: 0, contiguous: 1, chunked: 2, virtual: 3 } as const;

/** Reads a data layout message of any version (HDF5 File Format Specification 3.0, IV.A.2.i). */
export function readLayout(hdf5: Hdf5File, { at }: { readonly at: number }): DataLayout {
  const { file, addressBytes } = hdf5;
  const version = file.u8(at);
  if (version < 3) return readOldLayout(hdf5, at);
  if (version > 5) throw failure('unsupported', `A dataset has a layout of version ${version}.`);
  const layoutClass = file.u8(at + 1);
  switch (layoutClass) {
    case layoutClasses.compact:
      return { kind: 'compact', at: at + 4, bytes: file.u16(at + 2) };
    case layoutClasses.contiguous:
      return { kind: 'contiguous', at: hdf5.address(at + 2), bytes: hdf5.length(at + 2 + addressBytes) };
    case layoutClasses.virtual:
      return { kind: 'virtual' };
    case layoutClasses.chunked:
      return version === 3
        ? chunkedByTree(hdf5, at + 3, { at: at + 3 + addressBytes, dimensions: file.u8(at + 2) })
        : readChunked4(hdf5, at);
    default:
      throw malformed(`A dataset’s data layout message names the layout class ${layoutClass}, which does not exist.`);
  }
}

/** The last dimension is the size of an element. */
function chunkSizes(hdf5: Hdf5File, at: number, dimensions: number, bytes: number) {
  if (dimensions < 2 || dimensions > maxDimensions || bytes < 1 || bytes > 8)
    throw malformed(`A chunk has ${dimensions} dimensions of ${bytes} bytes.`);
  const sizes = Array.from({ length: dimensions }, (_, index) => hdf5.file.uint(at + index * bytes, bytes));
  if (sizes.includes(0)) throw malformed(`A dataset has chunks of ${sizes.join(' × ')}, which hold nothing.`);
  return {
    kind: 'chunked' as const,
    chunkShape: sizes.slice(0, -1),
    elementBytes: sizes.at(-1) ?? 0,
    chunkBytes: sizes.reduce((product, length) => product * length, 1),
  };
}

/** Before version 4, a version 1 B-tree is the only index. */
function chunkedByTree(
  hdf5: Hdf5File,
  addressAt: number,
  sizes: { readonly at: number; readonly dimensions: number },
): ChunkedLayout {
  const address = hdf5.address(addressAt);
  const index = address === null ? null : ({ kind: 'tree', address } as const);
  return { ...chunkSizes(hdf5, sizes.at, sizes.dimensions, 4), index, hasUnfilteredEdges: false };
}

const flag = { unfilteredEdges: 1, filteredSingle: 2 } as const;
/** The kinds of indexes by their number, with the bytes of their parameters. */
const indexKinds = [
  undefined,
  { kind: 'single', bytes: 0 },
  { kind: 'implicit', bytes: 0 },
  { kind: 'fixedArray', bytes: 1 },
  { kind: 'extensibleArray', bytes: 5 },
  { kind: 'tree2', bytes: 6 },
] as const;

function readChunked4(hdf5: Hdf5File, at: number): ChunkedLayout {
  const { file, lengthBytes } = hdf5;
  const flags = file.u8(at + 2);
  const [dimensions, bytes] = [file.u8(at + 3), file.u8(at + 4)];
  const sizes = chunkSizes(hdf5, at + 5, dimensions, bytes);
  const hasUnfilteredEdges = (flags & flag.unfilteredEdges) !== 0;
  const kindAt = at + 5 + dimensions * bytes;
  const found = indexKinds[file.u8(kindAt)];
  if (found === undefined)
    throw malformed(`A dataset has an index of chunks of kind ${file.u8(kindAt)}, which does not exist.`);
  const { kind } = found;
  // The size and the filter mask of a filtered single chunk precede its address.
  const filtered =
    kind === 'single' && (flags & flag.filteredSingle) !== 0
      ? { sizeBytes: hdf5.length(kindAt + 1), skippedFilters: file.u32(kindAt + 1 + lengthBytes) }
      : undefined;
  const address = hdf5.address(kindAt + 1 + (filtered === undefined ? found.bytes : lengthBytes + 4));
  const index = address === null ? null : { kind, address, ...(filtered === undefined ? {} : { filtered }) };
  return { ...sizes, index, hasUnfilteredEdges };
}

/** Layouts of versions 1 and 2, before HDF5 1.6.3. */
function readOldLayout(hdf5: Hdf5File, at: number): DataLayout {
  const { file, addressBytes } = hdf5;
  const dimensions = file.u8(at + 1);
  const layoutClass = file.u8(at + 2);
  if (layoutClass === layoutClasses.compact) {
    const sizeAt = at + 8 + 4 * dimensions;
    return { kind: 'compact', at: sizeAt + 4, bytes: file.u32(sizeAt) };
  }
  if (layoutClass === layoutClasses.contiguous) return { kind: 'contiguous', at: hdf5.address(at + 8), bytes: null };
  if (layoutClass !== layoutClasses.chunked)
    throw malformed(`A dataset’s data layout message names the layout class ${layoutClass}, which does not exist.`);
  return chunkedByTree(hdf5, at + 8, { at: at + 8 + addressBytes, dimensions });
}
