import { deflateFamily } from '../../../../bench/codecs/deflate-family.mjs';

export const counterparts = deflateFamily('deflate');
