import type { CodecMeta } from '../../model/entry';

export const meta: CodecMeta = {
  id: 'xz',
  notInNativeScript: null,
  label: 'xz',
  family: 'lzma',
  extension: 'xz',
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
          help: 'Searches longer at the same memory: xz -e.',
          default: false,
        },
        {
          type: 'choice',
          id: 'check',
          label: 'Checksum',
          help: 'Of each block’s content. xz’s own default is CRC64.',
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
        'The encoder reserves memory by its level, whatever the size of the data: about 180 MiB at level 6 and 1.3 GiB at level 9, of which it touches what the data need. It refuses files whose dictionary is over 128 MiB and over the size of their data.',
    },
  ],
};
