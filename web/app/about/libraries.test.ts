import { expect, it } from 'vitest';
import type { CodecMeta } from '../../../workers/model/entry';
import { shippedLibraries } from './libraries';

const codec = (id: string, label: string, packageName: string): CodecMeta => ({
  id,
  label,
  family: 'deflate',
  extension: id,
  implementations: [
    {
      id: 'x',
      label: 'x',
      library: { package: packageName, version: '1.0.0', license: 'MIT' },
      compresses: true,
      decompresses: true,
      levels: null,
      estimateMBps: { compress: 1, decompress: 1 },
    },
  ],
});

it('names a library once, with all that it is used for', () => {
  expect(shippedLibraries([], [codec('gzip', 'gzip', 'fflate'), codec('deflate', 'zlib', 'fflate'), codec('lz4', 'LZ4', 'browser')])).toEqual([
    { name: 'fflate', version: '1.0.0', contains: '', license: 'MIT', usedFor: ['gzip', 'zlib'] },
    { name: 'The browser’s own', version: '1.0.0', contains: '', license: 'MIT', usedFor: ['LZ4'] },
  ]);
});
