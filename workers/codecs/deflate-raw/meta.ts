import type { CodecMeta } from '../../model/entry';
import { compressionStreamMeta, fflateMeta, libdeflateMeta, pakoMeta, zlibMeta } from '../deflate-implementations';

export const meta: CodecMeta = {
  id: 'deflate-raw',
  notInNativeScript: null,
  label: 'raw deflate',
  family: 'deflate',
  extension: 'deflate',
  readers: { python: 'zlib', julia: 'CodecZlib.jl', java: 'java.util.zip', browser: 'DecompressionStream' },
  implementations: [
    libdeflateMeta,
    zlibMeta,
    fflateMeta('Its decoder checks neither the length of stored blocks nor whether bytes follow the stream.'),
    pakoMeta,
    compressionStreamMeta,
  ],
};
