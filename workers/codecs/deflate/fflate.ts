import { fflateCodec } from '../fflate-deflate';
import { meta } from './meta';

export const codec = fflateCodec(meta, 'zlib');
