import { unzlibSync, zlibSync } from 'fflate';
import type { CodecModule } from '../../model/entry';
import { damagedDataError, overLimitError, requireLevel } from '../../model/codec-failures';
import { withoutSurplusBlock } from '../fflate-stored';
import { meta } from './meta';

/** The maximum ratio of deflate: RFC 1951 encodes at most 258 bytes in two bits. */
const maxRatio = 1_032;
/** Two bytes of header, two bytes of the shortest deflate stream, four bytes of checksum (RFC 1950). */
const minBytes = 8;
/** The size of the Adler-32 checksum. */
const trailerBytes = 4;

export const codec: CodecModule = {
  async create() {
    return {
      compress: (input, level) => {
        const checked = requireLevel(meta, 'fflate', level) as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
        return withoutSurplusBlock(zlibSync(input, { level: checked }), input.length, checked, trailerBytes);
      },
      decompress: (input, limitBytes) => {
        if (input.length < minBytes)
          throw damagedDataError('deflate', `${input.length} bytes are too few for a zlib stream.`);
        // zlib's container does not store the decompressed size. fflate never writes past `out`, so a buffer with one extra byte shows whether the limit is exceeded.
        const out = new Uint8Array(Math.min(limitBytes, input.length * maxRatio) + 1);
        let decoded: Uint8Array<ArrayBuffer>;
        try {
          decoded = unzlibSync(input, { out });
        } catch (thrown) {
          // fflate throws a RangeError only for a stored block that does not fit into `out`.
          if (thrown instanceof RangeError) throw overLimitError('deflate', limitBytes);
          throw damagedDataError('deflate', 'fflate refused it.', thrown);
        }
        if (decoded.length > limitBytes) throw overLimitError('deflate', limitBytes);
        return decoded.slice();
      },
    };
  },
};
