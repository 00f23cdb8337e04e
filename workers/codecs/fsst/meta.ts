import type { CodecMeta } from '../../model/entry';

export const meta: CodecMeta = {
  id: 'fsst',
  label: 'FSST',
  family: 'fsst',
  extension: 'fsst',
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
        'FSST defines symbols and codes, but no file: the container around them is Formatlab’s own (workers/wasm/rust/README.md), and no other tool reads it. It is made for strings; a block without a dictionary carries its own table of symbols, which is most of a small one. It has no checksum.',
    },
  ],
};
