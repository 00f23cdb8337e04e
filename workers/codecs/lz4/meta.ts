import type { CodecMeta } from '../../model/entry';

export const meta: CodecMeta = {
  id: 'lz4',
  notInNativeScript: null,
  label: 'LZ4',
  family: 'lz4',
  familyColors: {
    rank: 2,
    light: ['#258270', '#04705f', '#065d4f'],
    dark: ['#02beac', '#22d3bf', '#45e7d2'],
  },
  extension: 'lz4',
  readers: {
    python: 'lz4',
    r: 'arrow',
    julia: 'CodecLz4.jl',
    java: 'Commons Compress',
    browser: 'lz4js',
    commandLine: 'lz4',
  },
  implementations: [
    {
      id: 'native',
      label: 'LZ4 1.10.0',
      library: { package: 'formatlab', version: '', contains: 'LZ4 1.10.0', license: 'BSD-2-Clause' },
      compresses: true,
      decompresses: true,
      // Levels: −n is an acceleration of n + 1 (lz4.c allows up to 65,537), 0 and 1 are the fast mode, and 2 to 12 are the levels of lz4hc.h.
      levels: { min: -65_536, max: 12, default: 1 },
      options: [
        {
          type: 'choice',
          id: 'blockSize',
          label: 'Block size',
          help: 'The maximum uncompressed size of a block in the frame.',
          choices: [
            { value: '4', label: '64 KiB' },
            { value: '5', label: '256 KiB' },
            { value: '6', label: '1 MiB' },
            { value: '7', label: '4 MiB' },
          ],
          default: '4',
        },
        {
          type: 'boolean',
          id: 'linked',
          label: 'Linked blocks',
          help: 'A match may refer to bytes of the previous block.',
          default: true,
        },
        {
          type: 'boolean',
          id: 'checksum',
          label: 'Checksum',
          help: 'Adds 4 bytes of XXH32 after the content.',
          default: false,
        },
        {
          type: 'boolean',
          id: 'favorDecoding',
          label: 'Favour decoding speed',
          help: 'At levels 10 to 12, the encoder prefers matches that decode faster, at the cost of size.',
          default: false,
          offInName: 'decoding speed not favoured',
        },
      ],
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
      estimateMBps: { compress: 300, decompress: 400 },
      conforms: false,
      warning:
        'Not conforming: it lets a match begin within the last 12 bytes of a block, which the LZ4 block format forbids. The reference decoder, given a block’s exact size, rejects 376 of 2,000 blocks (18.8 %) from its frames of JSON-like texts of 651 to 4,096 bytes. It accepts all complete frames, because a frame decoder has more room. The decoder of lz4js checks neither offsets nor checksums.',
    },
    {
      id: 'specification',
      label: 'specification check',
      library: {
        package: 'formatlab',
        version: '',
        contains: 'the rules of lz4_Block_format.md and lz4_Frame_format.md',
        license: 'MIT',
      },
      compresses: false,
      decompresses: true,
      levels: null,
      estimateMBps: { compress: 0, decompress: 200 },
      warning:
        'Decodes only. It rejects whatever the LZ4 block and frame formats forbid, and so shows whether another implementation’s output conforms.',
    },
  ],
};
