import type { CodecModule } from '../../model/entry';
import { requireNoLevel } from '../../model/codec-failures';
import { compressWithStream, decompressWithStream } from '../stream-pump';
import { meta } from './meta';

/** The Compression Streams standard calls the zlib container (RFC 1950) 'deflate', and raw deflate 'deflate-raw'. */
export const codec: CodecModule = {
  async create() {
    return {
      compress: async (input, level) => {
        requireNoLevel(meta, 'compression-stream', level);
        return compressWithStream('deflate', input);
      },
      decompress: (input, limitBytes) => decompressWithStream('deflate', 'deflate', input, limitBytes),
    };
  },
};
