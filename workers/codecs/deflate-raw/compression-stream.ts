import type { CodecModule } from '../../model/entry';
import { requireNoLevel } from '../../model/codec-failures';
import { compressWithStream, decompressWithStream } from '../stream-pump';
import { meta } from './meta';

export const codec: CodecModule = {
  async create() {
    return {
      compress: async (input, level) => {
        requireNoLevel(meta, 'compression-stream', level);
        return compressWithStream('deflate-raw', input);
      },
      decompress: (input, limitBytes) => decompressWithStream('deflate-raw', 'deflate-raw', input, limitBytes),
    };
  },
};
