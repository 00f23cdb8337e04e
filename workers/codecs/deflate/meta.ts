import type { CodecMeta } from '../../model/entry';
import { compressionStreamMeta, fflateMeta, libdeflateMeta, pakoMeta, zlibMeta } from '../deflate-implementations';

export const meta: CodecMeta = {
  id: 'deflate',
  label: 'zlib',
  family: 'deflate',
  extension: 'zz',
  implementations: [
    libdeflateMeta,
    zlibMeta,
    fflateMeta('When it reads, it checks neither the Adler-32 nor what follows the stream.'),
    pakoMeta,
    compressionStreamMeta,
  ],
};
