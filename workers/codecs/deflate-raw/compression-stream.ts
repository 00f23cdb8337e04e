import type { CodecModule } from '../../model/entry';
import { requireNoLevel } from '../../model/codec-failures';
import { compressThrough, decompressThrough } from '../stream-pump';
import { meta } from './meta';

export const codec: CodecModule = {
  async create() {
    return {
      compress: async (input, level) => {
        requireNoLevel(meta, 'compression-stream', level);
        return compressThrough('deflate-raw', input);
      },
      decompress: (input, limitBytes) => decompressThrough('deflate-raw', 'deflate-raw', input, limitBytes),
    };
  },
};
