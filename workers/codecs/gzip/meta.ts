import type { CodecMeta } from '../../model/entry';
import { compressionStreamMeta, fflateMeta, libdeflateMeta, pakoMeta, zlibMeta } from '../deflate-implementations';

export const meta: CodecMeta = {
  id: 'gzip',
  notInNativeScript: null,
  label: 'gzip',
  family: 'deflate',
  extension: 'gz',
  readers: {
    python: 'gzip',
    r: 'gzfile',
    julia: 'CodecZlib.jl',
    java: 'java.util.zip',
    duckdb: 'DuckDB itself',
    browser: 'DecompressionStream',
    commandLine: 'gzip',
  },
  implementations: [
    libdeflateMeta,
    zlibMeta,
    fflateMeta('Its decoder does not check the CRC-32. Formatlab checks the length.'),
    pakoMeta,
    compressionStreamMeta,
  ],
};
