import type { CodecMeta } from '../../model/entry';

export const meta: CodecMeta = {
  id: 'bzip2',
  notInNativeScript: null,
  label: 'bzip2',
  family: 'bzip2',
  familyColors: {
    rank: 7,
    light: ['#aa6cdb', '#975ac7', '#8548b3'],
    dark: ['#9765e0', '#a978f5', '#b990fe'],
  },
  extension: 'bz2',
  readers: {
    python: 'bz2',
    r: 'bzfile',
    julia: 'CodecBzip2.jl',
    java: 'Commons Compress',
    browser: 'seek-bzip',
    commandLine: 'bzip2',
  },
  implementations: [
    {
      id: 'native',
      label: 'bzip2 1.0.8',
      library: { package: 'formatlab', version: '', contains: 'bzip2 1.0.8', license: 'bzip2-1.0.6' },
      compresses: true,
      decompresses: true,
      // The block size in units of 100,000 bytes. It is not a measure of effort, but the bzip2 command calls it a level.
      levels: { min: 1, max: 9, default: 9 },
      wasm: true,
      estimateMBps: { compress: 12, decompress: 35 },
    },
  ],
};
