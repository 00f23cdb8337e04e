import type { CodecMeta } from '../../model/entry';

export const meta: CodecMeta = {
  id: 'lz4',
  label: 'LZ4',
  family: 'lz4',
  extension: 'lz4',
  implementations: [
    {
      id: 'lz4js',
      label: 'lz4js',
      library: { package: 'lz4js', version: '0.2.0', license: 'ISC' },
      compresses: true,
      decompresses: true,
      levels: null,
      estimateMBps: { compress: 300, decompress: 400 },
      conforms: false,
      warning:
        'Not conforming: it lets a match begin within the last 12 bytes of a block, which the LZ4 block format forbids. Of 2,000 JSON-like texts of 13 to 4,096 bytes, LZ4 1.9.4 refused 157 of its blocks when given their exact size, though none of its frames. When it reads, it checks neither offsets nor checksums.',
    },
    {
      id: 'specification',
      label: 'specification check',
      library: { package: 'formatlab', version: '', contains: 'the rules of lz4_Block_format.md and lz4_Frame_format.md', license: 'MIT' },
      compresses: false,
      decompresses: true,
      levels: null,
      estimateMBps: { compress: 0, decompress: 200 },
      warning: 'Reads only: it refuses whatever the LZ4 block and frame formats forbid, so that a writer’s non-conformance shows.',
    },
  ],
};
