import { readFilters, readLayout } from '../map/dataset';
import type { Hdf5File } from '../file/hdf5-file';
import { type Message, messageTypes } from '../file/object-header';
import type { ChunkFilters } from '../file/chunk-filters';
import { ChunkReader } from '../file/chunk-reader';
import { chunksOf, fillValueOf, limitsOf } from '../file/dataset-header';
import { maxShrinkage, readPipeline, type StoredFilters } from '../file/filters';
import { checkDecodedSize } from '../../../own-file/limits';
import { unreadableFileError } from '../../../own-file/refusal';
import type { Hdf5Dataset } from './objects';
import { remedy } from './objects';

const fillValueType = 0x05;
/** The message of HDF5 before 1.6: the size of the value, then the value. */
const oldFillValueType = 0x04;
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

const find = (messages: readonly Message[], type: number) => messages.find((message) => message.type === type);

/** How the values are stored, in words: layout, then filters. */
export function storageOf(hdf5: Hdf5File, { messages }: Hdf5Dataset): { layout: string; filters: string } {
  const layout = find(messages, messageTypes.layout);
  const filters = readFilters(hdf5, find(messages, messageTypes.filters));
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
  const layout = find(messages, messageTypes.layout);
  if (layout === undefined || shape === null) throw malformed('has a dataset without values');
  if (find(messages, messageTypes.externalFiles) !== undefined)
    throw unsupported(
      'Its values are in other files (external storage).',
      'Copy it with h5repack to a file that holds them.',
    );
  const fillValue = readFillValue(hdf5, dataset);
  const found = readLayout(hdf5, layout);
  switch (found.kind) {
    case 'compact':
      return rowsOf(file.slice(found.at, found.bytes), dataset);
    case 'contiguous':
      if (found.at !== null) return rowsOf(file.slice(found.at, found.bytes ?? wholeBytesOf(dataset)), dataset);
      checkUnstored(sizeBytes, 0);
      return filled(sizeBytes, fillValue);
    case 'virtual':
      throw unsupported(
        'It is a virtual dataset, whose values are in other datasets.',
        'Copy it to a dataset of its own with h5py.',
      );
    case 'chunked':
      return readChunked(hdf5, dataset, { filters, fillValue, sizeBytes, layoutBody: newerLayout(hdf5, layout) });
  }
}

/** The body of a layout of chunks. Versions 1 and 2, of HDF5 before 1.6.3, have the same fields as version 3, in another order. */
function newerLayout({ file, addressBytes }: Hdf5File, { at, bytes }: Message): Uint8Array {
  if (file.u8(at) >= 3) return file.slice(at, bytes);
  const dimensions = file.u8(at + 1);
  return Uint8Array.of(3, 2, dimensions, ...file.slice(at + 8, addressBytes + 4 * dimensions));
}

/** Null if it is zeros, or not in the header itself. */
function readFillValue({ file }: Hdf5File, { messages, dtype: { itemBytes } }: Hdf5Dataset): Uint8Array | null {
  const bodyOf = (message: Message | undefined) =>
    message === undefined || message.isShared ? undefined : file.slice(message.at, message.bytes);
  const body = bodyOf(find(messages, fillValueType));
  if (body !== undefined) return fillValueOf(body, itemBytes);
  const old = find(messages, oldFillValueType);
  const value = bodyOf(old)?.subarray(4, 4 + itemBytes);
  return old !== undefined && value?.length === itemBytes && file.u32(old.at) === itemBytes ? value : null;
}

/** The shape of a dataset whose rows are not all read. */
const wholeShapeOf = ({ shape, rows }: Hdf5Dataset): readonly number[] =>
  rows === undefined ? (shape ?? []) : [rows.rowCount, ...(shape ?? []).slice(1)];

const wholeBytesOf = (dataset: Hdf5Dataset): number =>
  wholeShapeOf(dataset).reduce((product, length) => product * length, dataset.dtype.itemBytes);

/** The values of the rows that are read, of all that are stored. A layout may keep more bytes than there are values. */
function rowsOf(stored: Uint8Array<ArrayBuffer>, dataset: Hdf5Dataset): Uint8Array<ArrayBuffer> {
  const wholeBytes = wholeBytesOf(dataset);
  if (stored.length < wholeBytes) throw malformed(`stores ${stored.length} bytes of a dataset of ${wholeBytes}`);
  const { rows } = dataset;
  if (rows === undefined) return stored.subarray(0, wholeBytes);
  const values = new Uint8Array(sizeBytesOf(dataset));
  const rowBytes = wholeBytes / rows.rowCount;
  let at = 0;
  for (const { from, to } of rows.ranges) {
    values.set(stored.subarray(from * rowBytes, to * rowBytes), at);
    at += (to - from) * rowBytes;
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
    layoutBody,
  }: { filters: ChunkFilters; fillValue: Uint8Array | null; sizeBytes: number; layoutBody: Uint8Array },
): Uint8Array<ArrayBuffer> {
  const { file } = hdf5;
  const { messages, dtype } = dataset;
  const shape = wholeShapeOf(dataset);
  const chunks = chunksOf(layoutBody);
  if (chunks === null)
    throw unsupported('Its chunks have no index, or those at its edges have no filters.', 'Copy it with h5repack.');
  const { dimensions, index } = chunks;
  const elementBytes = dimensions.at(-1) ?? 0;
  const chunkShape = dimensions.slice(0, -1);
  if (elementBytes !== dtype.itemBytes || chunkShape.length !== shape.length || chunkShape.some((length) => length < 1))
    throw malformed('has a dataset whose chunks contradict its type or shape');
  const space = find(messages, messageTypes.dataspace);
  const limits = space === undefined ? null : limitsOf(file.slice(space.at, space.bytes));
  if (limits?.length !== chunkShape.length) throw malformed('has a dataset without a shape');
  const unlimited = limits.filter((limit) => limit === null).length;
  if ((index?.kind === 'extensibleArray' && unlimited !== 1) || (index?.kind === 'fixedArray' && unlimited !== 0))
    throw malformed('has a dataset whose chunks are indexed in a way that contradicts its shape');
  const stored = storedFilters(hdf5, messages, elementBytes, dtype.kind === 'foreign');
  checkUnstored(sizeBytes, file.sizeBytes * (stored.compressor === null ? 1 : maxShrinkage[stored.compressor]));
  const fail = (what: string): never => {
    throw malformed(what);
  };
  const reader = new ChunkReader(
    { file: file.bytes, filters, fail, stage: () => 'import' },
    { chunkShape, elementBytes, index, filters: stored, fillValue, limits, variableLength: false },
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
  const message = find(messages, messageTypes.filters);
  if (message === undefined) return noFilters;
  if (message.isShared) throw unsupported('Its filters are in a heap that objects share.', 'Copy it with h5repack.');
  const body = hdf5.file.slice(message.at, message.bytes);
  const read = readPipeline(body, hasNoSize ? 1 : elementBytes);
  if (read === null) throw malformed('has a list of filters that is cut short');
  if (read.compressor !== null || read.shuffle || read.checksum || (body[1] ?? 0) === 0) return read;
  const names = readFilters(hdf5, message).join(', ').slice(0, 300);
  throw unsupported(
    `Its chunks have filters that Formatlab does not read: ${names}${elementBytes > 255 ? `, of elements of ${elementBytes} bytes` : ''}.`,
    'Copy it with h5repack -f GZIP=6, or without compression.',
  );
}
