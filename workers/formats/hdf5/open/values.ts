import type { ReadableBytes } from '../../../byte-map/file-bytes';
import type { ChunkFilters } from '../file/chunk-filters';
import { ChunkReader, fitsLimits } from '../file/chunk-reader';
import { type ChunkedLayout, readLayout } from '../file/data-layout';
import { readDataspace } from '../file/dataspace';
import { readFillValue } from '../file/fill-value';
import { maxShrinkage, namesOfFilters, readPipeline, type StoredFilters } from '../file/filters';
import type { Hdf5File } from '../file/hdf5-file';
import { findMessage, type Message, messageTypes } from '../file/object-header';
import { checkDecodedSize } from '../../../own-file/limits';
import { unreadableFileError } from '../../../own-file/refusal';
import type { Hdf5Dataset } from './objects';
import { remedy } from './objects';

const noFilters: StoredFilters = {
  compressor: null,
  shuffle: false,
  checksum: false,
  inner: 0,
  elementBytes: 1,
  builtIn: true,
};
/** Values that are not stored have the fill value. More of them than this are read only if the file could hold them. */
const unstoredBytes = 64 * 1_048_576;

const unsupported = (what: string, advice = remedy) =>
  unreadableFileError(what, advice, { tag: 'unsupported', format: 'hdf5' });
const malformed = (what: string) => unreadableFileError(`The HDF5 file ${what}.`, remedy, { format: 'hdf5' });

export const sizeBytesOf = ({ dtype, shape }: Hdf5Dataset): number =>
  (shape ?? [0]).reduce((product, length) => product * length, dtype.itemBytes);

/** How the values are stored, in words: layout, then filters. */
export function storageOf(hdf5: Hdf5File, { messages }: Hdf5Dataset): { layout: string; filters: string } {
  const layout = findMessage(messages, messageTypes.layout);
  const filters = namesOfFilters(hdf5, findMessage(messages, messageTypes.filters));
  return {
    layout: layout === undefined ? 'unknown' : readLayout(hdf5, layout).kind,
    filters: filters.join(', ') || 'none',
  };
}

/**
 * Reads the values of a dataset in C order, as they are stored after their filters: all, or those of the rows that are to be read.
 * @throws FormatlabError if the dataset is damaged, too large, or stored in a way that is not read
 */
export function readValues(hdf5: Hdf5File, dataset: Hdf5Dataset, filters: ChunkFilters): Uint8Array<ArrayBuffer> {
  const { messages, shape } = dataset;
  const { file } = hdf5;
  const sizeBytes = sizeBytesOf(dataset);
  if (!Number.isSafeInteger(sizeBytes)) throw malformed(`claims a dataset of ${sizeBytes} bytes`);
  checkDecodedSize(sizeBytes, 'hdf5');
  if (sizeBytes === 0) return new Uint8Array(0);
  const layout = findMessage(messages, messageTypes.layout);
  if (layout === undefined || shape === null) throw malformed('has a dataset without values');
  if (findMessage(messages, messageTypes.externalFiles) !== undefined)
    throw unsupported(
      'Its values are in other files (external storage).',
      'Copy it with h5repack to a file that holds them.',
    );
  const fillValue = readFillValue(hdf5, messages, dataset.dtype.itemBytes);
  const found = readLayout(hdf5, layout);
  switch (found.kind) {
    case 'compact':
      return rowsAt(file, found.at, found.bytes, dataset);
    case 'contiguous':
      if (found.at !== null) return rowsAt(file, found.at, found.bytes ?? wholeBytesOf(dataset), dataset);
      checkUnstored(sizeBytes, 0);
      return filled(sizeBytes, fillValue);
    case 'virtual':
      throw unsupported(
        'It is a virtual dataset, whose values are in other datasets.',
        'Copy it to a dataset of its own with h5py.',
      );
    case 'chunked':
      return readChunked(hdf5, dataset, { filters, fillValue, sizeBytes, layout: found });
  }
}

/** The shape of a dataset whose rows are not all read. */
const wholeShapeOf = ({ shape, rows }: Hdf5Dataset): readonly number[] =>
  rows === undefined ? (shape ?? []) : [rows.rowCount, ...(shape ?? []).slice(1)];

const wholeBytesOf = (dataset: Hdf5Dataset): number =>
  wholeShapeOf(dataset).reduce((product, length) => product * length, dataset.dtype.itemBytes);

/** The values of the rows that are read, of `storedBytes` at a place. A layout may keep more bytes than there are values. */
function rowsAt(file: ReadableBytes, at: number, storedBytes: number, dataset: Hdf5Dataset): Uint8Array<ArrayBuffer> {
  const wholeBytes = wholeBytesOf(dataset);
  file.check(at, storedBytes);
  if (storedBytes < wholeBytes) throw malformed(`stores ${storedBytes} bytes of a dataset of ${wholeBytes}`);
  const { rows } = dataset;
  if (rows === undefined) return file.slice(at, wholeBytes);
  const values = new Uint8Array(sizeBytesOf(dataset));
  const rowBytes = wholeBytes / rows.rowCount;
  let end = 0;
  for (const { from, to } of rows.ranges) {
    values.set(file.slice(at + from * rowBytes, (to - from) * rowBytes), end);
    end += (to - from) * rowBytes;
  }
  return values;
}

function filled(sizeBytes: number, fillValue: Uint8Array | null): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(sizeBytes);
  if (fillValue !== null) for (let at = 0; at < sizeBytes; at += fillValue.length) values.set(fillValue, at);
  return values;
}

function checkUnstored(sizeBytes: number, storableBytes: number): void {
  if (sizeBytes > Math.max(unstoredBytes, storableBytes))
    throw malformed(`claims ${sizeBytes} bytes in a dataset, more than it can hold`);
}

function readChunked(
  hdf5: Hdf5File,
  dataset: Hdf5Dataset,
  {
    filters,
    fillValue,
    sizeBytes,
    layout,
  }: { filters: ChunkFilters; fillValue: Uint8Array | null; sizeBytes: number; layout: ChunkedLayout },
): Uint8Array<ArrayBuffer> {
  const { file } = hdf5;
  const { messages, dtype } = dataset;
  const shape = wholeShapeOf(dataset);
  const { chunkShape, elementBytes, chunkBytes, index } = layout;
  if (index?.kind === 'implicit' || layout.hasUnfilteredEdges)
    throw unsupported('Its chunks have no index, or those at its edges have no filters.', 'Copy it with h5repack.');
  if (elementBytes !== dtype.itemBytes || chunkShape.length !== shape.length)
    throw malformed('has a dataset whose chunks contradict its type or shape');
  const space = findMessage(messages, messageTypes.dataspace);
  const maxShape = space === undefined ? null : readDataspace(hdf5, space).maxShape;
  if (maxShape?.length !== chunkShape.length) throw malformed('has a dataset without a shape');
  if (!fitsLimits(index, maxShape))
    throw malformed('has a dataset whose chunks are indexed in a way that contradicts its shape');
  const stored = storedFilters(hdf5, messages, elementBytes, dtype.kind === 'foreign');
  checkUnstored(sizeBytes, file.sizeBytes * (stored.compressor === null ? 1 : maxShrinkage[stored.compressor]));
  const fail = (what: string): never => {
    throw malformed(what);
  };
  const reader = new ChunkReader(
    { hdf5, filters, fail, stage: () => 'import' },
    { chunkShape, elementBytes, chunkBytes, index, filters: stored, fillValue, maxShape, variableLength: false },
    shape,
  );
  const values = new Uint8Array(sizeBytes);
  if (index === null) return filled(sizeBytes, fillValue);
  const { ranges, rowCount } = dataset.rows ?? { ranges: [{ from: 0, to: shape[0] ?? 0 }], rowCount: shape[0] ?? 0 };
  const rowBytes = wholeBytesOf(dataset) / rowCount;
  let at = 0;
  for (const { from, to } of ranges) {
    reader.readRows(from, to, values.subarray(at, at + (to - from) * rowBytes));
    at += (to - from) * rowBytes;
  }
  return values;
}

function storedFilters(
  hdf5: Hdf5File,
  messages: readonly Message[],
  elementBytes: number,
  hasNoSize: boolean,
): StoredFilters {
  const message = findMessage(messages, messageTypes.filters);
  if (message === undefined) return noFilters;
  if (message.isShared) throw unsupported('Its filters are in a heap that objects share.', 'Copy it with h5repack.');
  const body = hdf5.file.slice(message.at, message.bytes);
  const read = readPipeline(body, hasNoSize ? 1 : elementBytes);
  if (read.compressor !== null || read.shuffle || read.checksum || (body[1] ?? 0) === 0) return read;
  const names = namesOfFilters(hdf5, message).join(', ').slice(0, 300);
  throw unsupported(
    `Its chunks have filters that Formatlab does not read: ${names}${elementBytes > 255 ? `, of elements of ${elementBytes} bytes` : ''}.`,
    'Copy it with h5repack -f GZIP=6, or without compression.',
  );
}
