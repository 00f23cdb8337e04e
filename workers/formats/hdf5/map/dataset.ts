import type { MapNode } from '../../../model/byte-map';
import { failure, malformed } from '../../../byte-map/failures';
import type { Pieces } from '../../../byte-map/span-tree';
import { walkChunkTree, walkChunkTree2, walkExtensibleArray, walkFixedArray } from './chunk-indexes';
import type { Hdf5File } from '../file/hdf5-file';
import { type Message, messageTypes } from '../file/object-header';
import { type ElementType, readElementType } from './element-type';

/** What the header and the index of a dataset say. */
export interface Dataset {
  readonly type: ElementType;
  /** Null if it is elsewhere in the file. */
  readonly shape: readonly number[] | null;
  readonly layout: 'compact' | 'contiguous' | 'chunked' | 'virtual';
  readonly chunkShape: readonly number[];
  readonly filters: readonly string[];
  readonly chunkCount: number;
  /** The bytes of the values as they are stored. */
  readonly storedBytes: number;
  /** The bytes of the stored chunks, or of the values, without filters. */
  readonly unfilteredBytes: number;
  readonly smallestChunkBytes: number;
  /** The data or the chunks. */
  readonly parts: readonly (MapNode | null)[];
}

const find = (messages: readonly Message[], type: number) => messages.find((message) => message.type === type);

/** Claims the data of a dataset. Null if the object is none. */
export function mapDataset(hdf5: Hdf5File, messages: readonly Message[], index: Pieces): Dataset | null {
  const layoutMessage = find(messages, messageTypes.layout);
  const typeMessage = find(messages, messageTypes.datatype);
  const spaceMessage = find(messages, messageTypes.dataspace);
  if (layoutMessage === undefined || typeMessage === undefined || spaceMessage === undefined) return null;
  const type = typeMessage.isShared
    ? { name: 'named type', bytes: null, isNumber: false }
    : readElementType(hdf5.file, typeMessage);
  const shape = spaceMessage.isShared ? null : readShape(hdf5, spaceMessage);
  const filters = readFilters(hdf5, find(messages, messageTypes.filters));
  const layout = readLayout(hdf5, layoutMessage);
  const shared = { type, shape, filters, chunkShape: [], chunkCount: 0, smallestChunkBytes: 0 };
  if (layout.kind === 'compact') {
    const { bytes } = layout;
    return { ...shared, layout: 'compact', storedBytes: bytes, unfilteredBytes: bytes, parts: [] };
  }
  if (layout.kind === 'virtual') return { ...shared, layout: 'virtual', storedBytes: 0, unfilteredBytes: 0, parts: [] };
  if (layout.kind === 'contiguous') {
    const told = layout.bytes ?? bytesOfValues(type, shape);
    if (told === null) hdf5.notFollowed.add(sharedShapes);
    const bytes = layout.at === null || told === null ? 0 : told;
    const parts =
      layout.at === null ? [] : [hdf5.spans.leaf('Data', 'values', hdf5.file.check(layout.at, bytes), bytes)];
    return { ...shared, layout: 'contiguous', storedBytes: bytes, unfilteredBytes: bytes, parts };
  }
  const chunks: (MapNode | null)[] = [];
  let storedBytes = 0;
  let smallestChunkBytes = Number.POSITIVE_INFINITY;
  const visit = (at: number, bytes: number) => {
    hdf5.file.check(at, bytes);
    chunks.push(hdf5.spans.leaf(`Chunk ${(chunks.length + 1).toLocaleString('en')}`, 'values', at, bytes));
    storedBytes += bytes;
    smallestChunkBytes = Math.min(smallestChunkBytes, bytes);
  };
  const { chunkShape, chunkBytes } = layout;
  if (layout.at !== null) {
    const place = { at: layout.at, rank: chunkShape.length, chunkBytes };
    if (layout.index === 'single') visit(layout.at, layout.singleBytes ?? chunkBytes);
    else if (layout.index !== 'implicit') walkOf[layout.index](hdf5, place, index, visit);
    else if (shape === null) hdf5.notFollowed.add(sharedShapes);
    else visitImplicit(layout.at, chunkBytes, chunkCountOf(shape, chunkShape), visit);
  }
  return {
    ...shared,
    layout: 'chunked',
    chunkShape,
    chunkCount: chunks.length,
    storedBytes,
    unfilteredBytes: chunks.length * chunkBytes,
    smallestChunkBytes: chunks.length === 0 ? 0 : smallestChunkBytes,
    parts: chunks,
  };
}

export const sharedShapes = 'types and shapes that datasets share';

/** The bytes of all values of a dataset without filters. Null if its type or its shape is elsewhere in the file. */
export const bytesOfValues = (type: ElementType, shape: readonly number[] | null): number | null =>
  type.bytes === null || shape === null ? null : shape.reduce((product, length) => product * length, type.bytes);

const chunkCountOf = (shape: readonly number[], chunkShape: readonly number[]) =>
  shape.reduce((product, length, axis) => product * Math.ceil(length / (chunkShape[axis] ?? 1)), 1);

/** Chunks without an index follow each other. */
function visitImplicit(at: number, bytes: number, count: number, visit: (at: number, bytes: number) => void): void {
  for (let index = 0; index < count; index += 1) visit(at + index * bytes, bytes);
}

const walkOf = {
  tree: walkChunkTree,
  tree2: walkChunkTree2,
  fixedArray: walkFixedArray,
  extensibleArray: walkExtensibleArray,
} as const;

type Layout =
  /** The values are part of the message. */
  | { readonly kind: 'compact'; readonly at: number; readonly bytes: number }
  | { readonly kind: 'virtual' }
  | { readonly kind: 'contiguous'; readonly at: number | null; readonly bytes: number | null }
  | {
      readonly kind: 'chunked';
      readonly at: number | null;
      readonly chunkShape: readonly number[];
      readonly chunkBytes: number;
      readonly index: keyof typeof walkOf | 'single' | 'implicit';
      /** The bytes of the only chunk, if filters change them. */
      readonly singleBytes: number | null;
    };

const layoutClasses = { compact: 0, contiguous: 1, chunked: 2, virtual: 3 } as const;
const maxDimensions = 33;

/** Reads a layout of any version. A contiguous one of versions 1 and 2 does not say how many bytes there are. */
export function readLayout(hdf5: Hdf5File, { at }: Message): Layout {
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
      return version === 3 ? readChunked3(hdf5, at) : readChunked4(hdf5, at);
    default:
      throw malformed(`A dataset has a layout of class ${layoutClass}, which does not exist.`);
  }
}

/** The last dimension is the size of an element. */
function chunkSizes(hdf5: Hdf5File, at: number, dimensions: number, bytes: number) {
  if (dimensions < 2 || dimensions > maxDimensions || bytes < 1 || bytes > 8)
    throw malformed(`A chunk has ${dimensions} dimensions of ${bytes} bytes.`);
  const sizes = Array.from({ length: dimensions }, (_, index) => hdf5.file.uint(at + index * bytes, bytes));
  if (sizes.includes(0)) throw malformed(`A dataset has chunks of ${sizes.join(' × ')}, which hold nothing.`);
  return { chunkShape: sizes.slice(0, -1), chunkBytes: sizes.reduce((product, length) => product * length, 1) };
}

function readChunked3(hdf5: Hdf5File, at: number): Layout {
  const { file, addressBytes } = hdf5;
  const sizes = chunkSizes(hdf5, at + 3 + addressBytes, file.u8(at + 2), 4);
  return { kind: 'chunked', at: hdf5.address(at + 3), ...sizes, index: 'tree', singleBytes: null };
}

const filteredSingle = 2;
/** The kinds of indexes by their number, with the bytes of their parameters. */
const indexKinds: Readonly<
  Record<number, { readonly index: keyof typeof walkOf | 'implicit'; readonly bytes: number }>
> = {
  2: { index: 'implicit', bytes: 0 },
  3: { index: 'fixedArray', bytes: 1 },
  4: { index: 'extensibleArray', bytes: 5 },
  5: { index: 'tree2', bytes: 6 },
};

function readChunked4(hdf5: Hdf5File, at: number): Layout {
  const { file, lengthBytes } = hdf5;
  const flags = file.u8(at + 2);
  const [dimensions, bytes] = [file.u8(at + 3), file.u8(at + 4)];
  const sizes = chunkSizes(hdf5, at + 5, dimensions, bytes);
  const kindAt = at + 5 + dimensions * bytes;
  const kind = file.u8(kindAt);
  if (kind === 1) {
    const isFiltered = (flags & filteredSingle) !== 0;
    return {
      kind: 'chunked',
      at: hdf5.address(kindAt + 1 + (isFiltered ? lengthBytes + 4 : 0)),
      ...sizes,
      index: 'single',
      singleBytes: isFiltered ? hdf5.length(kindAt + 1) : null,
    };
  }
  const found = indexKinds[kind];
  if (found === undefined) throw malformed(`A dataset has an index of chunks of kind ${kind}, which does not exist.`);
  return {
    kind: 'chunked',
    at: hdf5.address(kindAt + 1 + found.bytes),
    ...sizes,
    index: found.index,
    singleBytes: null,
  };
}

/** Layouts of versions 1 and 2, before HDF5 1.6.3. */
function readOldLayout(hdf5: Hdf5File, at: number): Layout {
  const { file, addressBytes } = hdf5;
  const dimensions = file.u8(at + 1);
  const layoutClass = file.u8(at + 2);
  if (layoutClass === layoutClasses.compact) {
    const sizeAt = at + 8 + 4 * dimensions;
    return { kind: 'compact', at: sizeAt + 4, bytes: file.u32(sizeAt) };
  }
  const address = hdf5.address(at + 8);
  if (layoutClass === layoutClasses.contiguous) return { kind: 'contiguous', at: address, bytes: null };
  if (layoutClass !== layoutClasses.chunked) throw malformed(`A dataset has a layout of class ${layoutClass}.`);
  const sizes = chunkSizes(hdf5, at + 8 + addressBytes, dimensions, 4);
  return { kind: 'chunked', at: address, ...sizes, index: 'tree', singleBytes: null };
}

export function readShape(hdf5: Hdf5File, { at }: Message): number[] {
  const { file, lengthBytes } = hdf5;
  const version = file.u8(at);
  const rank = file.u8(at + 1);
  if (rank > maxDimensions) throw malformed(`A dataset has ${rank} dimensions.`);
  const first = at + (version === 1 ? 8 : 4);
  return Array.from({ length: rank }, (_, axis) => hdf5.length(first + axis * lengthBytes));
}

const filterNames: Readonly<Record<number, string>> = {
  1: 'gzip',
  2: 'shuffle',
  3: 'Fletcher-32',
  4: 'SZIP',
  5: 'N-bit',
  6: 'scale-offset',
  307: 'bzip2',
  32000: 'LZF',
  32001: 'Blosc',
  32004: 'LZ4',
  32008: 'bitshuffle',
  32013: 'ZFP',
  32015: 'zstd',
  32026: 'Blosc2',
};
const firstNamedFilter = 256;

export function readFilters(hdf5: Hdf5File, message: Message | undefined): string[] {
  if (message === undefined || message.isShared) return [];
  const { file } = hdf5;
  const version = file.u8(message.at);
  const count = file.u8(message.at + 1);
  const names: string[] = [];
  let at = message.at + (version === 1 ? 8 : 2);
  for (let index = 0; index < count && at + 6 <= message.at + message.bytes; index += 1) {
    const id = file.u16(at);
    const hasName = version === 1 || id >= firstNamedFilter;
    const nameBytes = hasName ? file.u16(at + 2) : 0;
    const values = file.u16(at + (hasName ? 6 : 4));
    names.push(filterNames[id] ?? `filter ${id}`);
    at += (hasName ? 8 : 6) + (version === 1 ? Math.ceil(nameBytes / 8) * 8 : nameBytes) + 4 * values;
    if (version === 1 && values % 2 === 1) at += 4;
  }
  return names;
}
