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
  readers: { python: 'cramjam', julia: 'Snappy.jl', java: 'snappy-java', browser: 'snappyjs', commandLine: 'snzip' },
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
        'This is the raw format, as in Parquet and Avro, not the framed format. It has no checksum: damaged data may decompress to something else without an error.',
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
        'Its decoder checks neither lengths nor where a copy begins, and can run for minutes on damaged data. Formatlab checks both first, and the time of decoding includes these checks.',
    },
  ],
};
