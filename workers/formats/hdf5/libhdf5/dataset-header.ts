import { readPipeline, type StoredFilters } from './filters';

/**
 * What a dataset's object header says of its chunks: versions 1 of the header and 3 of the layout, as libhdf5's earliest format and h5py have them
 * (HDF5 File Format Specification 3.0, IV.A). Newer versions are left to libhdf5.
 */
const messageType = { datatype: 0x03, fillValue: 0x05, layout: 0x08, filters: 0x0b, continuation: 0x10 } as const;
const prefixBytes = 8;
const sharedMessage = 2;
const chunkedLayout = 2;
const undefinedAddress = 0xffff_ffff_ffff_ffffn;
const mostMessages = 1_000;
const superblock = { version: 8, offsetBytes: 13, lengthBytes: 14, base: 24 } as const;
const typeClasses = { integer: 0, float: 1, string: 3, opaque: 5, variableLength: 9 } as const;

export interface ChunkedLayout {
  readonly chunkShape: readonly number[];
  /** The size of an element in the file. */
  readonly elementBytes: number;
  /** The address of the chunk index; null if there are no chunks yet. */
  readonly indexAddress: number | null;
  readonly filters: StoredFilters;
  /** The value of chunks that are not stored; null for zeros. */
  readonly fillValue: Uint8Array | null;
  /** True for variable-length strings, which lie in the global heap. */
  readonly variableLength: boolean;
}

/** Reads the header at `address`; null if the dataset has no filters, or anything in it is left to libhdf5. */
export function readChunkedLayout(file: Uint8Array<ArrayBuffer>, address: number): ChunkedLayout | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  try {
    // Older superblocks have the version of the rest of the file; addresses count from a base that a user block moves.
    if (view.getUint8(superblock.version) > 1 || view.getUint8(superblock.offsetBytes) !== 8) return null;
    if (view.getUint8(superblock.lengthBytes) !== 8 || view.getBigUint64(superblock.base, true) !== 0n) return null;
    return layoutOf(readMessages(view, file, address));
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

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function layoutOf(messages: Messages | null): ChunkedLayout | null {
  const layout = messages?.get(messageType.layout);
  const datatype = messages?.get(messageType.datatype);
  const pipeline = messages?.get(messageType.filters);
  if (layout === undefined || datatype === undefined || pipeline === undefined) return null;
  if (layout[0] !== 3 || layout[1] !== chunkedLayout) return null;
  const rank = (layout[2] ?? 0) - 1;
  const view = viewOf(layout);
  const address = view.getBigUint64(3, true);
  const dimensions = Array.from({ length: rank + 1 }, (_, axis) => view.getUint32(11 + 4 * axis, true));
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
  if (filters === null || (filters.compressor === null && !filters.shuffle)) return null;
  return {
    chunkShape,
    elementBytes,
    indexAddress: address === undefinedAddress ? null : Number(address),
    filters,
    fillValue: fillValueOf(messages?.get(messageType.fillValue), elementBytes),
    variableLength,
  };
}

function fillValueOf(body: Uint8Array | undefined, elementBytes: number): Uint8Array | null {
  if (body === undefined) return null;
  const version = body[0] ?? 0;
  // Version 2 says in its fourth byte whether a value follows, version 3 in bit 5 of its second.
  const [defined, sizeAt] = version === 3 ? [((body[1] ?? 0) & 0x20) !== 0, 2] : [body[3] !== 0, 4];
  if (!defined || body.length < sizeAt + 4) return null;
  const size = viewOf(body).getUint32(sizeAt, true);
  const value = body.subarray(sizeAt + 4, sizeAt + 4 + size);
  return value.length === elementBytes && value.some((byte) => byte !== 0) ? value : null;
}
