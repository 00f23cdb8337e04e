import type { CodecModule } from '../../model/entry';
import { requireNoLevel } from '../../model/codec-failures';
import { compressWithStream, decompressWithStream } from '../stream-pump';
import { meta } from './meta';

export const codec: CodecModule = {
  async create() {
    return {
      compress: async (input, level) => {
        requireNoLevel(meta, 'compression-stream', level);
        return compressWithStream('gzip', input);
      },
      decompress: (input, limitBytes) => decompressWithStream('gzip', 'gzip', input, limitBytes),
    };
  },
};
