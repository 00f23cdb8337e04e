import type { CodecMeta } from '../../model/entry';
import { compressionStreamMeta, fflateMeta, libdeflateMeta, pakoMeta, zlibMeta } from '../deflate-implementations';

export const meta: CodecMeta = {
  id: 'gzip',
  notInNativeScript: null,
  label: 'gzip',
  family: 'deflate',
  extension: 'gz',
  implementations: [
    libdeflateMeta,
    zlibMeta,
    fflateMeta('Its decoder does not check the CRC-32. Formatlab checks the length.'),
    pakoMeta,
    compressionStreamMeta,
  ],
};
