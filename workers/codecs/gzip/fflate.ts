import { gunzipSync, gzipSync } from 'fflate';
import type { CodecModule } from '../../model/entry';
import { damagedDataError, overLimitError, requireLevel } from '../../model/codec-failures';
import { withoutSurplusBlock } from '../fflate-stored';
import { meta } from './meta';

/** The maximum ratio of deflate: RFC 1951 encodes at most 258 bytes in two bits. A trailer that claims more is wrong. */
const maxRatio = 1_032;
/** Ten bytes of header, two bytes of the shortest deflate stream, eight bytes of trailer (RFC 1952). */
const minBytes = 20;
/** The size of the CRC-32 and the length. */
const trailerBytes = 8;

export const codec: CodecModule = {
  async create() {
    return {
      compress: (input, level) => {
        const checked = requireLevel(meta, 'fflate', level) as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
        // mtime 0 leaves the time out of the header, so that equal input gives equal bytes.
        return withoutSurplusBlock(gzipSync(input, { level: checked, mtime: 0 }), input.length, checked, trailerBytes);
      },
      decompress: (input, limitBytes) => {
        if (input.length < minBytes)
          throw damagedDataError('gzip', `${input.length} bytes are too few for a gzip file.`);
        // fflate allocates the size that the trailer claims, so the claim is checked first.
        const claimedBytes = new DataView(input.buffer, input.byteOffset + input.length - 4, 4).getUint32(0, true);
        if (claimedBytes > input.length * maxRatio)
          throw damagedDataError(
            'gzip',
            `it claims ${claimedBytes} bytes, which ${input.length} compressed bytes cannot hold.`,
          );
        if (claimedBytes > limitBytes) throw overLimitError('gzip', limitBytes);
        // The extra byte shows whether the stream is longer than its trailer claims: fflate never writes past `out`.
        const out = new Uint8Array(claimedBytes + 1);
        let decoded: Uint8Array<ArrayBuffer>;
        try {
          decoded = gunzipSync(input, { out });
        } catch (thrown) {
          throw damagedDataError('gzip', 'fflate refused it.', thrown);
        }
        if (decoded.length !== claimedBytes)
          throw damagedDataError(
            'gzip',
            `its trailer declares ${claimedBytes} bytes, but ${decoded.length > claimedBytes ? 'more' : decoded.length} came out; it is altered or followed by other data.`,
          );
        return decoded;
      },
    };
  },
};
