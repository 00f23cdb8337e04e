import type { CodecMeta } from '../../model/entry';

export const meta: CodecMeta = {
  id: 'fsst',
  notInNativeScript: 'FSST has no package in Python: its authors publish a library in C++.',
  label: 'FSST',
  family: 'fsst',
  familyColors: {
    rank: 10,
    light: ['#4934a3', '#3a248b', '#2c1374'],
    dark: ['#5954cc', '#615ed6', '#6967e1'],
  },
  extension: 'fsst',
  readers: 'FSST defines no file format, so the container is Formatlab’s own.',
  implementations: [
    {
      id: 'native',
      label: 'fsst-rs 0.7.0',
      library: { package: 'formatlab', version: '', contains: 'fsst-rs 0.7.0', license: 'Apache-2.0' },
      compresses: true,
      decompresses: true,
      levels: null,
      wasm: true,
      dictionaries: true,
      estimateMBps: { compress: 300, decompress: 1_200 },
      warning:
        'FSST defines symbols and codes, but no file format. The container is Formatlab’s own (workers/wasm/rust/README.md), and no other tool reads it. FSST is made for strings. A block without a dictionary contains its own symbol table, which makes up most of a small block. The container has no checksum.',
    },
  ],
};
