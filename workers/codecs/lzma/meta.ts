import type { CodecMeta } from '../../model/entry';

export const meta: CodecMeta = {
  id: 'lzma',
  notInNativeScript: null,
  label: 'LZMA',
  family: 'lzma',
  familyColors: {
    rank: 6,
    light: ['#b0364a', '#9c213a', '#88032a'],
    dark: ['#c2615b', '#d6736c', '#eb857e'],
  },
  extension: 'lzma',
  readers: { python: 'lzma', r: 'xzfile', java: 'XZ for Java', browser: 'lzma', commandLine: 'xz' },
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
      ],
      wasm: true,
      estimateMBps: { compress: 2, decompress: 90 },
      warning:
        'The .lzma container has no checksum: damaged data may decompress to something else without an error. The encoder reserves memory by level, not by the size of the data: about 180 MiB at level 6 and 1.3 GiB at level 9. It uses only as much of that as the data need.',
    },
  ],
};
