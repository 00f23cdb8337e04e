import { FileBytes } from '../../../byte-map/file-bytes';
import { FormatlabError } from '../../../model/errors';
import { fitsLimits, type StoredChunks } from '../file/chunk-reader';
import { readLayout } from '../file/data-layout';
import { readDataspace } from '../file/dataspace';
import { readFillValue } from '../file/fill-value';
import { readPipeline } from '../file/filters';
import { Hdf5File } from '../file/hdf5-file';
import { findMessage, messageTypes, readObjectHeader } from '../file/object-header';
import { readSuperblock, type Superblock } from '../file/superblock';
import { readSuperblockExtension } from '../file/superblock-extension';

/** Null if something is damaged, which libhdf5 reports. */
function orNull<R>(read: () => R): R | null {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof FormatlabError || thrown instanceof RangeError) return null;
    throw thrown;
  }
}

/** A file whose datasets may be read past libhdf5. */
export interface ChunkedFile {
  readonly bytes: FileBytes;
  readonly superblock: Superblock;
}

/** Null if the file has addresses of another size, or counts them from a user block: it is left to libhdf5. */
export const openChunkedFile = (content: Uint8Array<ArrayBuffer>): ChunkedFile | null =>
  orNull(() => {
    const bytes = new FileBytes(content);
    const hdf5 = new Hdf5File(bytes, readSuperblock(bytes), { readsValues: true });
    const { addressBytes, lengthBytes, base, at } = hdf5.superblock;
    if (addressBytes !== 8 || lengthBytes !== 8 || base !== 0 || at !== 0) return null;
    readSuperblockExtension(hdf5);
    return { bytes, superblock: hdf5.superblock };
  });

const typeClasses = { integer: 0, float: 1, string: 3, opaque: 5, variableLength: 9 } as const;

/** What the object header at `address` says of chunks with filters; null if the dataset has none, or anything in it is left to libhdf5. */
export const readFilteredChunks = (
  { bytes, superblock }: ChunkedFile,
  address: number,
): { readonly hdf5: Hdf5File; readonly chunks: StoredChunks } | null =>
  orNull(() => {
    const hdf5 = new Hdf5File(bytes, superblock, { readsValues: true });
    const messages = readObjectHeader(hdf5, address);
    if (messages.some(({ type, isShared }) => isShared && type !== messageTypes.nil)) return null;
    const [layoutMessage, datatype, pipeline, space] = [
      findMessage(messages, messageTypes.layout),
      findMessage(messages, messageTypes.datatype),
      findMessage(messages, messageTypes.filters),
      findMessage(messages, messageTypes.dataspace),
    ];
    if (layoutMessage === undefined || datatype === undefined || pipeline === undefined || space === undefined)
      return null;
    const layout = readLayout(hdf5, layoutMessage);
    if (layout.kind !== 'chunked' || layout.hasUnfilteredEdges || layout.index?.kind === 'implicit') return null;
    const { chunkShape, elementBytes, chunkBytes, index } = layout;
    const { maxShape } = readDataspace(hdf5, space);
    if (maxShape.length !== chunkShape.length || !fitsLimits(index, maxShape)) return null;
    const typeClass = bytes.u8(datatype.at) & 0x0f;
    const variableLength = typeClass === typeClasses.variableLength;
    const isNumber = typeClass === typeClasses.integer || typeClass === typeClasses.float;
    // Bit 0 of a number is its byte order. Bits 0 to 3 of a variable length are 1 for strings.
    const flags = bytes.u8(datatype.at + 1);
    if (
      isNumber
        ? (flags & 1) !== 0
        : variableLength
          ? (flags & 0x0f) !== 1
          : typeClass !== typeClasses.opaque && typeClass !== typeClasses.string
    )
      return null;
    if (!variableLength && bytes.u32(datatype.at + 4) !== elementBytes) return null;
    const filters = readPipeline(bytes.slice(pipeline.at, pipeline.bytes), variableLength ? 1 : elementBytes);
    if (filters.checksum || (filters.compressor === null && !filters.shuffle)) return null;
    const fillValue = readFillValue(hdf5, messages, elementBytes);
    return {
      hdf5,
      chunks: { chunkShape, elementBytes, chunkBytes, index, filters, fillValue, maxShape, variableLength },
    };
  });
