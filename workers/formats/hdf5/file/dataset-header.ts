import { readPipeline, type StoredFilters } from './filters';

/**
 * What a dataset's object header says of its chunks (HDF5 File Format Specification 3.0, IV.A): versions 1 of the header and 3 of the layout, as libhdf5's earliest format and
 * h5py have them, and versions 2 and 4, as h5py has them with `libver="latest"`. Others are left to libhdf5.
 */
const messageType = {
  dataspace: 0x01,
  datatype: 0x03,
  fillValue: 0x05,
  layout: 0x08,
  filters: 0x0b,
  continuation: 0x10,
} as const;
const prefixBytes = 8;
const sharedMessage = 2;
const chunkedLayout = 2;
const undefinedAddress = 0xffff_ffff_ffff_ffffn;
const mostMessages = 1_000;
const superblocks = [
  { offsetBytes: 13, lengthBytes: 14, base: 24 },
  { offsetBytes: 9, lengthBytes: 10, base: 12 },
] as const;
const superblockVersionAt = 8;
const typeClasses = { integer: 0, float: 1, string: 3, opaque: 5, variableLength: 9 } as const;

export type ChunkIndex =
  | { readonly kind: 'tree' | 'fixedArray' | 'extensibleArray' | 'tree2'; readonly address: number }
  | { readonly kind: 'single'; readonly address: number; readonly sizeBytes: number; readonly skippedFilters: number };

export interface ChunkedLayout {
  readonly chunkShape: readonly number[];
  /** The size of an element in the file. */
  readonly elementBytes: number;
  /** Where the chunks are listed; null if there are none yet. */
  readonly index: ChunkIndex | null;
  readonly filters: StoredFilters;
  /** The value of chunks that are not stored; null for zeros. */
  readonly fillValue: Uint8Array | null;
  /** The limits of the dimensions; null for one without. */
  readonly limits: readonly (number | null)[];
  /** True for variable-length strings, which lie in the global heap. */
  readonly variableLength: boolean;
}

/** Reads the header at `address`; null if the dataset has no filters, or anything in it is left to libhdf5. */
export function readChunkedLayout(file: Uint8Array<ArrayBuffer>, address: number): ChunkedLayout | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  try {
    // Older superblocks have the version of the rest of the file; addresses count from a base that a user block moves.
    const superblock = superblocks[view.getUint8(superblockVersionAt) >> 1];
    if (superblock === undefined || view.getUint8(superblock.offsetBytes) !== 8) return null;
    if (view.getUint8(superblock.lengthBytes) !== 8 || view.getBigUint64(superblock.base, true) !== 0n) return null;
    const newer = view.getUint32(address, true) === newerSignature;
    return layoutOf((newer ? readNewerMessages : readMessages)(view, file, address));
  } catch (thrown) {
    // Something lies beyond the file's end, which libhdf5 reports.
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

type Messages = ReadonlyMap<number, Uint8Array>;

function readMessages(view: DataView, file: Uint8Array, header: number): Messages | null {
  const messages = new Map<number, Uint8Array>();
  if (view.getUint8(header) !== 1) return null;
  let left = mostMessages;
  const blocks: [start: number, length: number][] = [[header + 16, view.getUint32(header + 8, true)]];
  for (const [start, length] of blocks) {
    for (let at = start; at + prefixBytes <= start + length; ) {
      left -= 1;
      const type = view.getUint16(at, true);
      const bodyBytes = view.getUint16(at + 2, true);
      const bodyAt = at + prefixBytes;
      if (left < 0 || bodyAt + bodyBytes > file.length) return null;
      if (type === messageType.continuation)
        blocks.push([Number(view.getBigUint64(bodyAt, true)), Number(view.getBigUint64(bodyAt + 8, true))]);
      else if ((view.getUint8(at + 4) & sharedMessage) !== 0 && type !== 0) return null;
      else if (!messages.has(type)) messages.set(type, file.subarray(bodyAt, bodyAt + bodyBytes));
      at = bodyAt + bodyBytes;
    }
  }
  return messages;
}

/** The signature 'OHDR' as a little-endian number. */
const newerSignature = 0x5244484f;
const newerFlags = { sizeWidth: 0x03, creationOrder: 0x04, phaseChange: 0x10, times: 0x20 } as const;
const continuationSignatureBytes = 4;
const checksumBytes = 4;

/** Reads a header of version 2, whose checksums libhdf5 has checked. */
function readNewerMessages(view: DataView, file: Uint8Array, header: number): Messages | null {
  const messages = new Map<number, Uint8Array>();
  const flags = view.getUint8(header + 5);
  const sizeAt = header + 6 + (flags & newerFlags.times ? 16 : 0) + (flags & newerFlags.phaseChange ? 4 : 0);
  const sizeWidth = 1 << (flags & newerFlags.sizeWidth);
  if (sizeWidth === 8) return null;
  const sizeBytes =
    sizeWidth === 1
      ? view.getUint8(sizeAt)
      : sizeWidth === 2
        ? view.getUint16(sizeAt, true)
        : view.getUint32(sizeAt, true);
  const headBytes = flags & newerFlags.creationOrder ? 6 : 4;
  let left = mostMessages;
  const blocks: [start: number, length: number][] = [[sizeAt + sizeWidth, sizeBytes]];
  for (const [start, length] of blocks) {
    for (let at = start; at + headBytes <= start + length; ) {
      left -= 1;
      const type = view.getUint8(at);
      const bodyBytes = view.getUint16(at + 1, true);
      const bodyAt = at + headBytes;
      if (left < 0 || bodyAt + bodyBytes > file.length) return null;
      if (type === messageType.continuation)
        blocks.push([
          Number(view.getBigUint64(bodyAt, true)) + continuationSignatureBytes,
          Number(view.getBigUint64(bodyAt + 8, true)) - continuationSignatureBytes - checksumBytes,
        ]);
      else if ((view.getUint8(at + 3) & sharedMessage) !== 0 && type !== 0) return null;
      else if (!messages.has(type)) messages.set(type, file.subarray(bodyAt, bodyAt + bodyBytes));
      at = bodyAt + bodyBytes;
    }
  }
  return messages;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function layoutOf(messages: Messages | null): ChunkedLayout | null {
  const layout = messages?.get(messageType.layout);
  const datatype = messages?.get(messageType.datatype);
  const pipeline = messages?.get(messageType.filters);
  if (layout === undefined || datatype === undefined || pipeline === undefined) return null;
  const chunks = chunksOf(layout);
  const limits = limitsOf(messages?.get(messageType.dataspace));
  if (chunks === null || limits === null) return null;
  const { dimensions, index } = chunks;
  const rank = dimensions.length - 1;
  if (
    limits.length !== rank ||
    (index?.kind === 'extensibleArray' && limits.filter((limit) => limit === null).length !== 1)
  )
    return null;
  if (index?.kind === 'fixedArray' && limits.includes(null)) return null;
  const elementBytes = dimensions[rank] ?? 0;
  const chunkShape = dimensions.slice(0, rank);
  const typeClass = (datatype[0] ?? 0) & 0x0f;
  const variableLength = typeClass === typeClasses.variableLength;
  const isNumber = typeClass === typeClasses.integer || typeClass === typeClasses.float;
  // Bit 0 of a number is its byte order. Bits 0 to 3 of a variable length are 1 for strings.
  const flags = datatype[1] ?? 0;
  if (
    isNumber
      ? (flags & 1) !== 0
      : variableLength
        ? (flags & 0x0f) !== 1
        : typeClass !== typeClasses.opaque && typeClass !== typeClasses.string
  )
    return null;
  if (rank < 1 || elementBytes < 1 || chunkShape.some((length) => length < 1)) return null;
  if (!variableLength && viewOf(datatype).getUint32(4, true) !== elementBytes) return null;
  const filters = readPipeline(pipeline, variableLength ? 1 : elementBytes);
  if (filters === null || filters.checksum || (filters.compressor === null && !filters.shuffle)) return null;
  return {
    chunkShape,
    elementBytes,
    index,
    limits,
    filters,
    fillValue: fillValueOf(messages?.get(messageType.fillValue), elementBytes),
    variableLength,
  };
}

export interface LayoutMessage {
  /** Those of a chunk, and the element's size. */
  readonly dimensions: readonly number[];
  readonly index: ChunkIndex | null;
}

/** Reads a layout message; null if it is of another version, or its chunks are stored in a way that is left to libhdf5. */
export function chunksOf(layout: Uint8Array): LayoutMessage | null {
  const view = viewOf(layout);
  if (layout[1] !== chunkedLayout) return null;
  if (layout[0] === 3) {
    const dimensions = Array.from({ length: layout[2] ?? 0 }, (_, axis) => view.getUint32(11 + 4 * axis, true));
    const address = view.getBigUint64(3, true);
    return { dimensions, index: address === undefinedAddress ? null : { kind: 'tree', address: Number(address) } };
  }
  if (layout[0] !== 4 && layout[0] !== 5) return null;
  const flags = layout[2] ?? 0;
  const width = layout[4] ?? 0;
  // Bit 0: chunks that the extent cuts are stored without filters.
  if ((flags & 1) !== 0 || width < 1 || width > 8) return null;
  const numberAt = (at: number) =>
    layout.subarray(at, at + width).reduce((sum, byte, index) => sum + byte * 256 ** index, 0);
  const dimensions = Array.from({ length: layout[3] ?? 0 }, (_, axis) => numberAt(5 + width * axis));
  const kindAt = 5 + width * dimensions.length;
  const kind = indexKinds[layout[kindAt] ?? 0];
  if (kind === undefined) return null;
  // Bit 1: the size and the skipped filters of the single chunk precede its address.
  const isFiltered = (flags & 2) !== 0;
  const addressAt = kindAt + 1 + (kind !== 'single' ? parameterBytes[kind] : isFiltered ? 12 : 0);
  const found = view.getBigUint64(addressAt, true);
  if (found === undefinedAddress) return { dimensions, index: null };
  const address = Number(found);
  if (kind !== 'single') return { dimensions, index: { kind, address } };
  if (!isFiltered) {
    const plainBytes = dimensions.reduce((left, right) => left * right, 1);
    return { dimensions, index: { kind, address, sizeBytes: plainBytes, skippedFilters: 0 } };
  }
  const sizeBytes = Number(view.getBigUint64(kindAt + 1, true));
  return { dimensions, index: { kind, address, sizeBytes, skippedFilters: view.getUint32(kindAt + 9, true) } };
}

/** By their number in the message. The implicit index, number 2, is for chunks without filters. */
const indexKinds = [undefined, 'single', undefined, 'fixedArray', 'extensibleArray', 'tree2'] as const;
const parameterBytes = { fixedArray: 1, extensibleArray: 5, tree2: 6 } as const;

/** The maximum size of each dimension, from a dataspace message. Null if there is no message. A dimension without a maximum is null. */
export function limitsOf(body: Uint8Array | undefined): (number | null)[] | null {
  if (body === undefined) return null;
  const view = viewOf(body);
  const rank = view.getUint8(1);
  const hasLimits = (view.getUint8(2) & 1) !== 0;
  const dimensionsAt = view.getUint8(0) === 1 ? 8 : 4;
  return Array.from({ length: rank }, (_, axis) => {
    const limit = view.getBigUint64(dimensionsAt + 8 * (hasLimits ? rank + axis : axis), true);
    return limit === undefinedAddress ? null : Number(limit);
  });
}

export function fillValueOf(body: Uint8Array | undefined, elementBytes: number): Uint8Array | null {
  if (body === undefined) return null;
  const version = body[0] ?? 0;
  // Version 2 says in its fourth byte whether a value follows, version 3 in bit 5 of its second.
  const [defined, sizeAt] = version === 3 ? [((body[1] ?? 0) & 0x20) !== 0, 2] : [body[3] !== 0, 4];
  if (!defined || body.length < sizeAt + 4) return null;
  const size = viewOf(body).getUint32(sizeAt, true);
  const value = body.subarray(sizeAt + 4, sizeAt + 4 + size);
  return value.length === elementBytes && value.some((byte) => byte !== 0) ? value : null;
}
