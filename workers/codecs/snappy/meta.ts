import type { CodecMeta } from '../../model/entry';

export const meta: CodecMeta = {
  id: 'snappy',
  notInNativeScript: null,
  label: 'Snappy',
  family: 'snappy',
  familyColors: {
    rank: 4,
    light: ['#d1306e', '#bc135d', '#a1054d'],
    dark: ['#d34189', '#e8559b', '#fd69ae'],
  },
  extension: 'snappy',
  implementations: [
    {
      id: 'native',
      label: 'snap 1.1.2',
      library: { package: 'formatlab', version: '', contains: 'snap 1.1.2', license: 'BSD-3-Clause' },
      compresses: true,
      decompresses: true,
      levels: null,
      wasm: true,
      estimateMBps: { compress: 500, decompress: 1_000 },
      warning:
        'The raw format, as in Parquet and Avro, not the framed one. It has no checksum: altered data may decompress to something else without an error.',
    },
    {
      id: 'snappyjs',
      label: 'snappyjs',
      library: { package: 'snappyjs', version: '0.7.0', license: 'MIT' },
      compresses: true,
      decompresses: true,
      levels: null,
      estimateMBps: { compress: 120, decompress: 350 },
      warning:
        'When it reads, it checks neither lengths nor where a copy begins, and may run on for minutes; Formatlab checks these before, which is in its time.',
    },
  ],
};
