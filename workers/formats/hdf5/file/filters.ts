import { malformed } from '../../../byte-map/failures';
import type { Hdf5File } from './hdf5-file';
import type { Message } from './object-header';

/**
 * HDF5's filters as h5py's users have them: gzip, shuffle and LZF of h5py itself, and the registered ones that its package hdf5plugin adds. A dataset has at most a byte
 * shuffle, and one compressor. The numbers are those of The HDF Group's registry of filter plugins.
 */
export type Compressor = 'gzip' | 'lzf' | 'zstd' | 'lz4' | 'blosc' | 'bitshuffle';

export interface FilterPipeline {
  readonly compressor: Compressor;
  /** 0 if the compressor has no levels. */
  readonly level: number;
  /** Blosc shuffles by itself; before all other compressors comes the filter shuffle. */
  readonly shuffle: boolean;
  /** Of blosc, the compressor as numbered in blosc.h; of bitshuffle 0 none, 2 LZ4, 3 zstd; else 0. */
  readonly inner: number;
}

/** The filters of a dataset as a file has them. */
export interface StoredFilters {
  /** Null for a shuffle alone, or if a file names another filter. */
  readonly compressor: Compressor | null;
  readonly shuffle: boolean;
  readonly inner: number;
  /** The element size that the filters were told. */
  readonly elementBytes: number;
  /** Whether a chunk ends with its Fletcher-32 checksum, the last filter. */
  readonly checksum: boolean;
  /** True if libhdf5, as h5wasm has it, runs these filters by itself. */
  readonly builtIn: boolean;
}

const filterNumbers: Readonly<Record<Compressor, number>> = {
  gzip: 1,
  lzf: 32_000,
  blosc: 32_001,
  lz4: 32_004,
  bitshuffle: 32_008,
  zstd: 32_015,
};
const shuffleNumber = 2;
const fletcher32Number = 3;
const compressorsByNumber = new Map(
  (Object.entries(filterNumbers) as [Compressor, number][]).map(([compressor, number]) => [number, compressor]),
);
/** From this number on, a filter need not be named in the file. */
const firstRegistered = 256;
const longestElementBytes = 255;

/**
 * How many bytes a byte of a chunk can give at most: deflate's by zlib's technical details, zstd's from a block of 128 KiB that repeats one byte in 4. Bitshuffle compresses small
 * blocks, each with its own length.
 */
export const maxShrinkage: Readonly<Record<Compressor, number>> = {
  gzip: 1_032,
  lzf: 88,
  lz4: 255,
  zstd: 32_768,
  blosc: 32_768,
  bitshuffle: 32_768,
};

/** Filters may fail: the chunk is then stored without them (H5Z_FLAG_OPTIONAL). h5py makes all filters so. */
const optionalFilter = 1;

/** h5py 3.16's LZF filter, and the version of liblzf inside. */
const lzfVersions = [4, 0x0105];
/** c-blosc's filter and format. */
const bloscVersions = [2, 2];
const bitshuffleVersion = [0, 4];

/** True if the filter can't be put on variable-length strings: c-blosc's divides by their element size, which is 0 there, and bitshuffle's skips every chunk. */
export const leavesStrings = ({ compressor }: FilterPipeline): boolean =>
  compressor === 'blosc' || compressor === 'bitshuffle';

export const shufflesBefore = ({ compressor, shuffle }: FilterPipeline): boolean => shuffle && compressor !== 'blosc';

/**
 * A filter pipeline message of version 1, as h5py and hdf5plugin write it except for the names of registered filters, which are left out. For variable-length strings
 * (`elementBytes` null) libhdf5 tells shuffle and LZF no sizes; shuffle then fails on every chunk and is skipped.
 */
export function pipelineBody(pipeline: FilterPipeline, elementBytes: number | null, chunkBytes: number): Uint8Array {
  const shuffling = shufflesBefore(pipeline)
    ? [filterBytes(shuffleNumber, 'shuffle', elementBytes === null ? [] : [elementBytes])]
    : [];
  const name = pipeline.compressor === 'gzip' ? 'deflate' : '';
  const values = clientValues(pipeline, elementBytes, chunkBytes);
  const parts = [...shuffling, filterBytes(filterNumbers[pipeline.compressor], name, values)];
  return Uint8Array.from([1, parts.length, 0, 0, 0, 0, 0, 0, ...parts.flat()]);
}

function clientValues(
  { compressor, level, shuffle, inner }: FilterPipeline,
  elementBytes: number | null,
  chunkBytes: number,
): number[] {
  switch (compressor) {
    case 'gzip':
    case 'zstd':
      return [level];
    case 'lzf':
      return elementBytes === null ? [] : [...lzfVersions, chunkBytes];
    case 'lz4':
      return [0];
    case 'blosc':
      return [...bloscVersions, elementBytes ?? 1, chunkBytes, level, shuffle ? 1 : 0, inner];
    case 'bitshuffle':
      return [...bitshuffleVersion, elementBytes ?? 1, 0, inner, ...(level > 0 ? [level] : [])];
  }
}

/** One filter. An odd number of 4-byte options is padded. */
function filterBytes(id: number, name: string, options: readonly number[]): number[] {
  const nameBytes = name === '' ? [] : [...`${name}\0`].map((letter) => letter.charCodeAt(0));
  const word = (value: number) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];
  return [
    id & 255,
    id >> 8,
    nameBytes.length,
    0,
    optionalFilter,
    0,
    options.length,
    0,
    ...nameBytes,
    ...options.flatMap(word),
    ...(options.length % 2 === 1 ? [0, 0, 0, 0] : []),
  ];
}

interface StoredFilter {
  readonly id: number;
  readonly values: readonly number[];
}

/** The filters of a filter pipeline message of version 1 or 2 (HDF5 File Format Specification 3.0, IV.A.2.l). */
function filtersOf(body: Uint8Array): StoredFilter[] {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const filters: StoredFilter[] = [];
  try {
    const version = view.getUint8(0);
    let at = version === 1 ? 8 : 2;
    for (let left = view.getUint8(1); left > 0; left -= 1) {
      const id = view.getUint16(at, true);
      const isNamed = version === 1 || id >= firstRegistered;
      const nameBytes = isNamed ? view.getUint16(at + 2, true) : 0;
      const count = view.getUint16(at + (isNamed ? 6 : 4), true);
      const valuesAt = at + (isNamed ? 8 : 6) + (version === 1 ? Math.ceil(nameBytes / 8) * 8 : nameBytes);
      const values = Array.from({ length: count }, (_, index) => view.getUint32(valuesAt + 4 * index, true));
      filters.push({ id, values });
      at = valuesAt + 4 * (version === 1 ? count + (count % 2) : count);
    }
  } catch (thrown) {
    if (thrown instanceof RangeError) throw malformed('A list of filters is cut short.');
    throw thrown;
  }
  return filters;
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

/** The names of the filters of a pipeline message. Empty if there is none, or it is elsewhere in the file. */
export const namesOfFilters = ({ file }: Hdf5File, message: Message | undefined): string[] =>
  message === undefined || message.isShared
    ? []
    : filtersOf(file.slice(message.at, message.bytes)).map(({ id }) => filterNames[id] ?? `filter ${id}`);

/** Reads a filter pipeline message. `elementBytes` is the size of the dataset's type. */
export function readPipeline(body: Uint8Array, elementBytes: number): StoredFilters {
  const filters = filtersOf(body);
  let compressor: Compressor | null = null;
  let shuffle = false;
  let checksum = false;
  let inner = 0;
  let told = elementBytes;
  let [builtIn, known] = [true, true];
  for (const [index, { id, values }] of filters.entries()) {
    const found = compressorsByNumber.get(id) ?? null;
    builtIn &&= id === filterNumbers.gzip || id === shuffleNumber || id === fletcher32Number;
    if (id === shuffleNumber && compressor === null && !shuffle) {
      shuffle = true;
      told = values[0] || told;
    } else if (found !== null && compressor === null) {
      compressor = found;
      if (found === 'blosc') inner = values[6] ?? 0;
      if (found === 'bitshuffle') {
        inner = values[4] ?? 0;
        told = values[2] || told;
      }
    } else if (id === fletcher32Number && index === filters.length - 1) checksum = true;
    else known = false;
  }
  // The size of an element matters to shuffling alone.
  const shuffles = shuffle || compressor === 'bitshuffle' || compressor === 'blosc';
  if (!shuffles) told = 1;
  if (told < 1 || (told > longestElementBytes && compressor !== 'blosc')) known = false;
  if (known && told > longestElementBytes) told = 1;
  return known
    ? { compressor, shuffle, checksum, inner, elementBytes: told, builtIn }
    : { compressor: null, shuffle: false, checksum: false, inner: 0, elementBytes, builtIn };
}
