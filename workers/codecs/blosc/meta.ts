import type { CodecMeta } from '../../model/entry';

/** Choices of the block size in KiB. c-blosc's BLOSC_MAX_BLOCKSIZE is larger, but a block above the last choice fits in no CPU cache. */
const maxBlockBytes = 64 * 1_048_576;

export const meta: CodecMeta = {
  id: 'blosc',
  notInNativeScript: null,
  label: 'Blosc',
  family: 'blosc',
  familyColors: {
    rank: 8,
    light: ['#329ab9', '#1a8faa', '#0b7590'],
    dark: ['#0e88a4', '#0a9cbc', '#31afcf'],
  },
  extension: 'blosc',
  readers: { python: 'blosc', julia: 'Blosc.jl', java: 'JBlosc', browser: 'numcodecs' },
  implementations: [
    {
      id: 'native',
      label: 'c-blosc 1.21.6',
      library: { package: 'formatlab', version: '', contains: 'c-blosc 1.21.6', license: 'BSD-3-Clause' },
      compresses: true,
      decompresses: true,
      levels: { min: 0, max: 9, default: 5 },
      options: [
        {
          type: 'integer',
          id: 'typesize',
          label: 'Element size',
          unit: 'bytes',
          help: 'The number of bytes of one element: 8 for int64 and float64. The shuffle works on elements.',
          min: 1,
          max: 255,
          default: 8,
        },
        {
          type: 'choice',
          id: 'shuffle',
          label: 'Shuffle',
          help: 'Groups the bytes (or bits) of the same position in all elements before compression.',
          choices: [
            { value: 'none', label: 'none' },
            { value: 'byte', label: 'bytes' },
            { value: 'bit', label: 'bits' },
          ],
          default: 'byte',
        },
        {
          type: 'choice',
          id: 'compressor',
          label: 'Compressor',
          namedByChoice: true,
          help: 'The codec that compresses the shuffled blocks.',
          choices: [
            { value: 'blosclz', label: 'BloscLZ' },
            { value: 'lz4', label: 'LZ4' },
            { value: 'lz4hc', label: 'LZ4 HC' },
            { value: 'zlib', label: 'zlib' },
            { value: 'zstd', label: 'zstd' },
          ],
          default: 'blosclz',
        },
        {
          type: 'integer',
          id: 'blockSize',
          label: 'Block',
          unit: 'bytes',
          help: 'With 0, c-blosc chooses by level, element size and compressor.',
          min: 0,
          max: maxBlockBytes,
          default: 0,
        },
      ],
      wasm: true,
      estimateMBps: { compress: 900, decompress: 1_500 },
      warning:
        'It contains BloscLZ 2.5.1, LZ4 1.10.0, zlib 1.3.2 and zstd 1.5.7. Like upstream’s default build, it has no snappy. The format has no checksum.',
    },
  ],
};
