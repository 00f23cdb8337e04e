import type { CodecMeta } from '../../model/entry';

export const meta: CodecMeta = {
  id: 'lz4-block',
  notInNativeScript: null,
  label: 'LZ4 block',
  family: 'lz4',
  extension: 'lz4block',
  readers: { python: 'lz4', java: 'lz4-java', browser: 'lz4js' },
  endless: true,
  implementations: [
    {
      id: 'native',
      label: 'LZ4 1.10.0',
      library: { package: 'formatlab', version: '', contains: 'LZ4 1.10.0', license: 'BSD-2-Clause' },
      compresses: true,
      decompresses: true,
      // lz4/meta.ts explains the range of levels.
      levels: { min: -65_536, max: 12, default: 1 },
      wasm: true,
      estimateMBps: { compress: 500, decompress: 2_000, compressAtMax: 15 },
    },
    {
      id: 'lz4js',
      label: 'lz4js',
      library: { package: 'lz4js', version: '0.2.0', license: 'ISC' },
      compresses: true,
      decompresses: true,
      levels: null,
      conforms: false,
      estimateMBps: { compress: 200, decompress: 300 },
      warning:
        'Not conforming: it lets a match begin within the last 12 bytes of a block, which the LZ4 block format forbids. The reference decoder, given a block’s exact size, rejects 376 of 2,000 blocks (18.8 %) of JSON-like texts of 651 to 4,096 bytes. If it finds no match, it returns nothing, and Formatlab writes a block of literals.',
    },
    {
      id: 'specification',
      label: 'specification check',
      library: { package: 'formatlab', version: '', contains: 'the rules of lz4_Block_format.md', license: 'MIT' },
      compresses: false,
      decompresses: true,
      levels: null,
      estimateMBps: { compress: 0, decompress: 200 },
      warning:
        'Decodes only. It rejects whatever the LZ4 block format forbids, and so shows whether another implementation’s output conforms.',
    },
  ],
};
