import type { CodecMeta } from '../../model/entry';

export const meta: CodecMeta = {
  id: 'gzip',
  label: 'gzip',
  family: 'deflate',
  extension: 'gz',
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
        'Its levels 0–9 are a scale of its own: level 6 here is not zlib’s level 6. It does not check the CRC-32 when it reads; Formatlab checks the length.',
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
