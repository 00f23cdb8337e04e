import { deflateSync, inflateSync } from 'fflate';
import type { CodecModule } from '../../model/entry';
import { damagedDataError, overLimitError, requireLevel } from '../../model/codec-failures';
import { withoutSurplusBlock } from '../fflate-stored';
import { meta } from './meta';

/** The maximum ratio of deflate: RFC 1951 encodes at most 258 bytes in two bits. */
const maxRatio = 1_032;
/** The size of an empty block with fixed codes: three bits of header and seven bits of end. */
const minBytes = 2;
/** Raw deflate has no trailer. */
const trailerBytes = 0;

export const codec: CodecModule = {
  async create() {
    return {
      compress: (input, level) => {
        const checked = requireLevel(meta, 'fflate', level) as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
        return withoutSurplusBlock(deflateSync(input, { level: checked }), input.length, checked, trailerBytes);
      },
      decompress: (input, limitBytes) => {
        if (input.length < minBytes)
          throw damagedDataError('deflate-raw', `${input.length} bytes are too few for a deflate stream.`);
        // Raw deflate does not store its decompressed size. fflate never writes past `out`, so a buffer with one extra byte shows whether the limit is exceeded.
        const out = new Uint8Array(Math.min(limitBytes, input.length * maxRatio) + 1);
        let decoded: Uint8Array<ArrayBuffer>;
        try {
          decoded = inflateSync(input, { out });
        } catch (thrown) {
          // fflate throws a RangeError only for a stored block that does not fit into `out`.
          if (thrown instanceof RangeError) throw overLimitError('deflate-raw', limitBytes);
          throw damagedDataError('deflate-raw', 'fflate refused it.', thrown);
        }
        if (decoded.length > limitBytes) throw overLimitError('deflate-raw', limitBytes);
        return decoded.slice();
      },
    };
  },
};
