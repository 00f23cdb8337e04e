import type { CodecMeta } from '../../model/entry';

export const meta: CodecMeta = {
  id: 'deflate',
  label: 'zlib',
  family: 'deflate',
  extension: 'zz',
  implementations: [
    {
      id: 'fflate',
      label: 'fflate',
      library: { package: 'fflate', version: '0.8.3', license: 'MIT' },
      compresses: true,
      decompresses: true,
      levels: { min: 0, max: 9, default: 6 },
      estimateMBps: { compress: 30, decompress: 190 },
      warning:
        'Its levels 0–9 are a scale of its own: level 6 here is not zlib’s level 6. When it reads, it checks neither the Adler-32 nor what follows the stream.',
    },
    {
      id: 'compression-stream',
      label: 'browser’s own',
      library: { package: 'browser', version: '', contains: 'CompressionStream', license: 'of the browser' },
      compresses: true,
      decompresses: true,
      levels: null,
      estimateMBps: { compress: 50, decompress: 400 },
    },
  ],
};
