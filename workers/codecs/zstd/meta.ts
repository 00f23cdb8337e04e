import type { CodecMeta } from '../../model/entry';

export const meta: CodecMeta = {
  id: 'zstd',
  label: 'Zstandard',
  family: 'zstd',
  extension: 'zst',
  implementations: [
    {
      id: 'bokuweb',
      label: 'zstd-wasm',
      library: { package: '@bokuweb/zstd-wasm', version: '0.0.27', contains: 'libzstd', license: 'MIT' },
      compresses: true,
      decompresses: true,
      levels: { min: 1, max: 22, default: 3 },
      estimateMBps: { compress: 250, decompress: 600 },
    },
    {
      id: 'fzstd',
      label: 'fzstd',
      library: { package: 'fzstd', version: '0.1.1', license: 'MIT' },
      compresses: false,
      decompresses: true,
      levels: null,
      estimateMBps: { compress: 0, decompress: 200 },
      warning: 'Reads only. It does not check the content’s checksum.',
    },
  ],
};
