import type { CodecMeta } from '../../model/entry';
import { compressionStreamMeta, fflateMeta, libdeflateMeta, pakoMeta, zlibMeta } from '../deflate-implementations';

export const meta: CodecMeta = {
  id: 'deflate-raw',
  notInNativeScript: null,
  label: 'raw deflate',
  family: 'deflate',
  extension: 'deflate',
  implementations: [
    libdeflateMeta,
    zlibMeta,
    fflateMeta('When it reads, it does not check the length of stored blocks, nor what follows the stream.'),
    pakoMeta,
    compressionStreamMeta,
  ],
};
