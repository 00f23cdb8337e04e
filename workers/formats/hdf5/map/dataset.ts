import type { MapNode } from '../../../model/byte-map';
import type { SpanList } from '../../../byte-map/span-tree';
import { readChunkIndex } from '../file/chunk-index';
import { readLayout } from '../file/data-layout';
import { readDataspace } from '../file/dataspace';
import { namesOfFilters } from '../file/filters';
import type { Claim, Hdf5File } from '../file/hdf5-file';
import { findMessage, type Message, messageTypes } from '../file/object-header';
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

/** Claims the data of a dataset. Null if the object is none. */
export function mapDataset(
  hdf5: Hdf5File,
  spans: SpanList,
  messages: readonly Message[],
  claim: Claim,
): Dataset | null {
  const layoutMessage = findMessage(messages, messageTypes.layout);
  const typeMessage = findMessage(messages, messageTypes.datatype);
  const spaceMessage = findMessage(messages, messageTypes.dataspace);
  if (layoutMessage === undefined || typeMessage === undefined || spaceMessage === undefined) return null;
  const type = typeMessage.isShared
    ? { name: 'named type', bytes: null, isNumber: false }
    : readElementType(hdf5.file, typeMessage);
  const space = spaceMessage.isShared ? null : readDataspace(hdf5, spaceMessage);
  const shape = space === null ? null : (space.shape ?? []);
  const filtersMessage = findMessage(messages, messageTypes.filters);
  const filters = namesOfFilters(hdf5, filtersMessage);
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
    const parts = layout.at === null ? [] : [spans.leaf('Data', 'values', hdf5.file.check(layout.at, bytes), bytes)];
    return { ...shared, layout: 'contiguous', storedBytes: bytes, unfilteredBytes: bytes, parts };
  }
  const chunks: (MapNode | null)[] = [];
  let storedBytes = 0;
  let smallestChunkBytes = Number.POSITIVE_INFINITY;
  const { chunkShape, chunkBytes, index } = layout;
  const visit = ({ address, sizeBytes }: { readonly address: number; readonly sizeBytes: number }) => {
    chunks.push(spans.leaf(`Chunk ${(chunks.length + 1).toLocaleString('en')}`, 'values', address, sizeBytes));
    storedBytes += sizeBytes;
    smallestChunkBytes = Math.min(smallestChunkBytes, sizeBytes);
  };
  if (index?.kind === 'implicit') {
    if (shape === null) hdf5.notFollowed.add(sharedShapes);
    else visitImplicit(hdf5, index.address, chunkBytes, chunkCountOf(shape, chunkShape), visit);
  } else if (index !== null) {
    const isFiltered = filtersMessage?.isShared === true ? null : filters.length > 0;
    readChunkIndex(
      hdf5,
      index,
      { chunkShape, chunkBytes, maxShape: space?.maxShape ?? null, isFiltered },
      visit,
      claim,
    );
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
function visitImplicit(
  { file }: Hdf5File,
  at: number,
  sizeBytes: number,
  count: number,
  visit: (chunk: { readonly address: number; readonly sizeBytes: number }) => void,
): void {
  for (let index = 0; index < count; index += 1)
    visit({ address: file.check(at + index * sizeBytes, sizeBytes), sizeBytes });
}
