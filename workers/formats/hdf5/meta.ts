import { isNumericSchema, kindNames } from '../../model/dataset';
import type { FormatMeta } from '../../model/entry';

export const meta: FormatMeta = {
  id: 'hdf5',
  readsParts: true,
  notInNativeScript: null,
  readInChunks: true,
  label: 'HDF5',
  extension: 'h5',
  mediaType: 'application/x-hdf5',
  description:
    'The container for scientific data of libhdf5 and h5py: named n-dimensional datasets, contiguous or in compressed chunks. Keyed vectors are one dataset each, or two datasets in bulk, as h5py writes them. A table has a dataset per column; a column of lists, structs or categories is a group of datasets.',
  selfDescribing: true,
  readers: {
    python: 'h5py, with hdf5plugin for zstd, LZ4, Blosc and bitshuffle',
    r: 'hdf5r',
    julia: 'HDF5.jl',
    java: 'jHDF',
    duckdb: 'its community extension h5db',
    browser: 'h5wasm',
    commandLine: 'h5dump',
  },
  implementations: [
    {
      id: 'h5wasm',
      label: 'libhdf5 (h5wasm)',
      library: {
        package: 'h5wasm',
        version: '0.10.3',
        contains: 'libhdf5 2.0.0 and zlib in WASM; chunks by our own build of zlib, libdeflate, LZ4, zstd and c-blosc',
        license: 'NIST public domain notice; HDF5 BSD-style',
      },
      options: [
        {
          type: 'choice',
          id: 'layout',
          label: 'Layout of vectors',
          help: 'One dataset per vector is the obvious layout; two datasets for all vectors are the fast one. The choice affects keyed vectors only.',
          choices: [
            { value: 'bulk', label: 'bulk' },
            { value: 'each', label: 'one dataset per vector' },
          ],
          default: 'bulk',
        },
        {
          type: 'boolean',
          id: 'shuffle',
          label: 'Byte shuffle',
          help: 'Groups byte k of all elements of a chunk, like shuffle=True in h5py. Blosc shuffles by itself.',
          default: false,
        },
        {
          type: 'integer',
          id: 'chunkRows',
          label: 'Rows per chunk',
          help: 'With 0, the chunk has the shape that h5py guesses. Otherwise it holds this many whole rows.',
          unit: 'rows',
          min: 0,
          max: 1_000_000,
          default: 0,
          offInName: 'chunks as h5py guesses',
        },
      ],
      innerCodecs: [
        { id: 'gzip', label: 'gzip', family: 'deflate', granularity: 'chunk', levels: { min: 0, max: 9, default: 4 } },
        {
          id: 'lzf',
          label: 'LZF',
          family: 'lzf',
          familyColors: {
            rank: 11,
            light: ['#505c24', '#424e15', '#354004'],
            dark: ['#c3e143', '#cfef54', '#dcfc63'],
          },
          granularity: 'chunk',
          levels: null,
        },
        { id: 'zstd', label: 'zstd', family: 'zstd', granularity: 'chunk', levels: { min: 1, max: 22, default: 3 } },
        { id: 'lz4', label: 'LZ4', family: 'lz4', granularity: 'chunk', levels: null },
        {
          id: 'blosc-lz4',
          label: 'Blosc (LZ4)',
          family: 'blosc',
          granularity: 'chunk',
          levels: { min: 0, max: 9, default: 5 },
        },
        {
          id: 'blosc-blosclz',
          label: 'Blosc (BloscLZ)',
          family: 'blosc',
          granularity: 'chunk',
          levels: { min: 0, max: 9, default: 5 },
        },
        {
          id: 'blosc-zstd',
          label: 'Blosc (zstd)',
          family: 'blosc',
          granularity: 'chunk',
          levels: { min: 0, max: 9, default: 5 },
        },
        { id: 'bitshuffle-lz4', label: 'bitshuffle + LZ4', family: 'lz4', granularity: 'chunk', levels: null },
        {
          id: 'bitshuffle-zstd',
          label: 'bitshuffle + zstd',
          family: 'zstd',
          granularity: 'chunk',
          levels: { min: 1, max: 22, default: 3 },
        },
      ],
      unsupported: (operation, schema, { options, innerCodec }) => {
        if (options.shuffle === true && innerCodec === null)
          return 'Shuffling changes no size by itself; it is offered together with a codec.';
        if (options.shuffle === true && innerCodec?.startsWith('bitshuffle'))
          return 'Bitshuffle rearranges the bits of all elements itself.';
        if (!isNumericSchema(schema) && schema.kind !== 'bytes')
          return `Formatlab has no HDF5 layout for ${kindNames[schema.kind]}.`;
        if (schema.kind === 'array' && schema.shape.length === 0 && (innerCodec !== null || options.chunkRows !== 0))
          return 'HDF5 cannot store a single number in chunks, and it compresses only chunks.';
        if (schema.kind === 'array' && schema.shape.length > 4 && innerCodec !== null)
          return 'With more than 4 dimensions, the dataset’s header has no room for the filters, which are set after libhdf5 has written it.';
        if (operation === 'project' && schema.kind !== 'table') return 'Only a table has columns to choose from.';
        if (operation === 'lookup' && schema.kind !== 'table' && schema.kind !== 'keyedVectors')
          return 'There are no keys to look up in an array or a plain file.';
        return null;
      },
      // Encode gathers the vectors into one matrix (np.array in Johin 2024), slab by slab, and writes a file in memory. Decode reads such a file.
      clock: {
        encode: ['convert', 'allocate', 'encode'],
        decode: ['allocate', 'decode', 'convert'],
        project: ['allocate', 'decode', 'convert'],
        lookup: ['decode', 'convert'],
      },
      wasmCopyInClock: true,
      holds: ({ type }) =>
        type === 'decimal'
          ? 'HDF5 has no decimal numbers: it would store whole numbers without the position of the decimal point.'
          : true,
      loss: () => [],
      estimateMBps: { encode: 700, decode: 1500 },
      warning:
        'libhdf5 in WASM lays out the file in JavaScript memory; our own modules compress, write and read the chunks. LZF is a filter of h5py. zstd, LZ4, Blosc and bitshuffle are the registered filters 32015, 32004, 32001 and 32008, which h5py reads with the package hdf5plugin. No filter reaches texts: HDF5 keeps what has no fixed length outside the chunks, uncompressed.',
    },
  ],
};
