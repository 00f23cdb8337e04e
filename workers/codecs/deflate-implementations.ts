import type { CodecImplementationMeta } from '../model/entry';
import type { OptionDescriptor } from '../model/options';

/** Metadata of the implementations that gzip, zlib and raw deflate share. The same libraries write all three, with the same levels and options. */

export const libdeflateMeta: CodecImplementationMeta = {
  id: 'libdeflate',
  label: 'libdeflate 1.26',
  library: { package: 'formatlab', version: '', contains: 'libdeflate 1.26', license: 'MIT' },
  compresses: true,
  decompresses: true,
  levels: { min: 0, max: 12, default: 6 },
  wasm: true,
  estimateMBps: { compress: 80, decompress: 500, compressAtMax: 10 },
};

const zlibOptions: readonly OptionDescriptor[] = [
  {
    type: 'choice',
    id: 'strategy',
    label: 'Strategy',
    help: 'How zlib searches for matches. “default” suits most data; the others search less, for data with few repeated strings.',
    choices: [
      { value: 'default', label: 'default' },
      { value: 'filtered', label: 'filtered' },
      { value: 'huffmanOnly', label: 'Huffman only' },
      { value: 'rle', label: 'run lengths' },
      { value: 'fixed', label: 'fixed codes' },
    ],
    default: 'default',
  },
  {
    type: 'integer',
    id: 'windowBits',
    label: 'Window',
    help: 'The window holds 2 to this power bytes: the maximum distance of a match.',
    unit: 'bits',
    min: 9,
    max: 15,
    default: 15,
  },
  {
    type: 'integer',
    id: 'memLevel',
    label: 'Memory level',
    help: 'How much memory zlib uses for its match tables and for a block’s symbols.',
    min: 1,
    max: 9,
    default: 8,
  },
];

export const zlibMeta: CodecImplementationMeta = {
  id: 'zlib',
  label: 'zlib 1.3.2',
  library: { package: 'formatlab', version: '', contains: 'zlib 1.3.2', license: 'Zlib' },
  compresses: true,
  decompresses: true,
  levels: { min: 0, max: 9, default: 6 },
  options: zlibOptions,
  wasm: true,
  estimateMBps: { compress: 30, decompress: 250, compressAtMax: 3 },
};

/** The index is the number in zlib.h: from Z_DEFAULT_STRATEGY to Z_FIXED, in the order of the choices of `strategy`. */
const strategies = ['default', 'filtered', 'huffmanOnly', 'rle', 'fixed'];

/** The number of each container in glue/libdeflate.c and glue/zlib.c. */
export const deflateContainers = { raw: 0, zlib: 1, gzip: 2 } as const;
export type DeflateContainer = keyof typeof deflateContainers;

/** The parameters of `open()` in glue/zlib.c. */
export function zlibParameters(
  container: DeflateContainer,
  level: number | null,
  options: { readonly [id: string]: unknown },
): readonly number[] {
  return [
    deflateContainers[container],
    level ?? 0,
    strategies.indexOf(String(options.strategy)),
    Number(options.windowBits),
    Number(options.memLevel),
  ];
}

export const pakoMeta: CodecImplementationMeta = {
  id: 'pako',
  label: 'pako',
  library: { package: 'pako', version: '3.0.3', license: '(MIT AND Zlib)' },
  compresses: true,
  decompresses: true,
  levels: { min: 0, max: 9, default: 6 },
  options: [
    {
      type: 'boolean',
      id: 'zlibHash',
      label: 'zlib’s hash',
      help: 'Uses zlib’s hash function to find matches. At levels 1 to 9, pako then writes the same bytes as zlib.',
      default: false,
    },
  ],
  estimateMBps: { compress: 25, decompress: 130, compressAtMax: 2.5 },
  warning:
    'Without the option “zlib’s hash”, it finds matches as Chromium’s zlib does. It then writes other bytes than zlib at the same level, mostly fewer. At level 0 its blocks are smaller than zlib’s.',
};

export function fflateMeta(warning: string): CodecImplementationMeta {
  return {
    id: 'fflate',
    label: 'fflate',
    library: { package: 'fflate', version: '0.8.3', license: 'MIT' },
    compresses: true,
    decompresses: true,
    levels: { min: 0, max: 9, default: 6 },
    estimateMBps: { compress: 30, decompress: 190 },
    warning: `Its levels 0–9 do not correspond to zlib’s levels. ${warning}`,
  };
}

export const compressionStreamMeta: CodecImplementationMeta = {
  id: 'compression-stream',
  label: 'browser’s own',
  library: { package: 'browser', version: '', contains: 'CompressionStream', license: 'of the browser' },
  compresses: true,
  decompresses: true,
  levels: null,
  estimateMBps: { compress: 50, decompress: 400 },
};
