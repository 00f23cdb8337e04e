import type { CodecMeta } from '../../model/entry';

export const meta: CodecMeta = {
  id: 'xz',
  notInNativeScript: null,
  label: 'xz',
  family: 'lzma',
  extension: 'xz',
  readers: {
    python: 'lzma',
    r: 'xzfile',
    julia: 'CodecXz.jl',
    java: 'XZ for Java',
    browser: 'xz-decompress',
    commandLine: 'xz',
  },
  implementations: [
    {
      id: 'native',
      label: 'liblzma 5.8.4',
      library: { package: 'formatlab', version: '', contains: 'liblzma 5.8.4', license: '0BSD' },
      compresses: true,
      decompresses: true,
      levels: { min: 0, max: 9, default: 6 },
      options: [
        {
          type: 'boolean',
          id: 'extreme',
          label: 'Extreme',
          help: 'Searches longer for matches with the same memory, like xz -e.',
          default: false,
        },
        {
          type: 'choice',
          id: 'check',
          label: 'Checksum',
          help: 'The checksum of each block’s content. The default of xz is CRC64.',
          choices: [
            { value: 'none', label: 'none' },
            { value: 'crc32', label: 'CRC32' },
            { value: 'crc64', label: 'CRC64' },
            { value: 'sha256', label: 'SHA-256' },
          ],
          default: 'crc64',
        },
      ],
      wasm: true,
      estimateMBps: { compress: 2, decompress: 90 },
      warning:
        'The encoder reserves memory by level, not by the size of the data: about 180 MiB at level 6 and 1.3 GiB at level 9. It uses only as much of that as the data need. The decoder rejects a file whose dictionary is larger than both 128 MiB and the data.',
    },
  ],
};
