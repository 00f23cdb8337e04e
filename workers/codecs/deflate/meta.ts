import type { CodecMeta } from '../../model/entry';
import { compressionStreamMeta, fflateMeta, libdeflateMeta, pakoMeta, zlibMeta } from '../deflate-implementations';

export const meta: CodecMeta = {
  id: 'deflate',
  notInNativeScript: null,
  label: 'zlib',
  family: 'deflate',
  familyColors: {
    rank: 3,
    light: ['#2c87fe', '#0d73eb', '#0562cc'],
    dark: ['#6d97e6', '#7faafa', '#9bbefe'],
  },
  extension: 'zz',
  readers: {
    python: 'zlib',
    r: 'memDecompress',
    julia: 'CodecZlib.jl',
    java: 'java.util.zip',
    browser: 'DecompressionStream',
    commandLine: 'pigz',
  },
  implementations: [
    libdeflateMeta,
    zlibMeta,
    fflateMeta('Its decoder checks neither the Adler-32 checksum nor whether bytes follow the stream.'),
    pakoMeta,
    compressionStreamMeta,
  ],
};
