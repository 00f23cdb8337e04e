import type { CodecImplementationMeta } from '../model/entry';
import type { OptionDescriptor } from '../model/options';

/** What gzip, zlib and raw deflate have in common: the same libraries write all three, with the same levels and options. */

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
    help: 'What zlib looks for: strings that repeat, or less for data that have few.',
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
    help: 'Matches reach back 2 to this power bytes.',
    unit: 'bits',
    min: 9,
    max: 15,
    default: 15,
  },
  {
    type: 'integer',
    id: 'memLevel',
    label: 'Memory level',
    help: 'Memory for the match tables and for the symbols of a block.',
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

/** In the order of `strategy`'s choices: Z_DEFAULT_STRATEGY to Z_FIXED of zlib.h. */
const strategies = ['default', 'filtered', 'huffmanOnly', 'rle', 'fixed'];

/** The containers as the glue files number them. */
export const deflateContainers = { raw: 0, zlib: 1, gzip: 2 } as const;
export type DeflateContainer = keyof typeof deflateContainers;

/** The parameters of glue/zlib.c's open(). */
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
      help: 'Finds the matches that zlib finds, and then writes zlib’s bytes at levels 1 to 9.',
      default: false,
    },
  ],
  estimateMBps: { compress: 25, decompress: 130, compressAtMax: 2.5 },
  warning:
    'Unless told to use zlib’s hash, it finds matches as Chromium’s zlib does and writes other bytes than zlib at the same level, mostly fewer. At level 0 its blocks are smaller than zlib’s.',
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
    warning: `Its levels 0–9 are a scale of its own: level 6 here is not zlib’s level 6. ${warning}`,
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
