import { deflateSync, inflateSync, unzlibSync, zlibSync } from 'fflate';
import type { CodecMeta, CodecModule } from '../model/entry';
import { damagedDataError, overLimitError, requireLevel } from '../model/codec-failures';
import { withoutSurplusBlock } from './fflate-stored';

/** The maximum ratio of deflate: RFC 1951 encodes at most 258 bytes in two bits. */
const maxRatio = 1_032;

const containers = {
  /** Two bytes of header, two bytes of the shortest deflate stream, four bytes of the Adler-32 checksum (RFC 1950). */
  zlib: { write: zlibSync, read: unzlibSync, minBytes: 8, trailerBytes: 4 },
  /** The shortest is an empty block with fixed codes: three bits of header and seven bits of end. */
  deflate: { write: deflateSync, read: inflateSync, minBytes: 2, trailerBytes: 0 },
} as const;

/** A codec of fflate whose container does not store the decompressed size. */
export function fflateCodec(meta: CodecMeta, container: keyof typeof containers): CodecModule {
  const { write, read, minBytes, trailerBytes } = containers[container];
  return {
    async create() {
      return {
        compress: (input, level) => {
          const checked = requireLevel(meta, 'fflate', level) as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
          return withoutSurplusBlock(write(input, { level: checked }), input.length, checked, trailerBytes);
        },
        decompress: (input, limitBytes) => {
          if (input.length < minBytes)
            throw damagedDataError(meta.id, `${input.length} bytes are too few for a ${container} stream.`);
          // fflate never writes past `out`, so a buffer with one extra byte shows whether the limit is exceeded.
          const out = new Uint8Array(Math.min(limitBytes, input.length * maxRatio) + 1);
          let decoded: Uint8Array<ArrayBuffer>;
          try {
            decoded = read(input, { out });
          } catch (thrown) {
            // fflate throws a RangeError only for a stored block that does not fit into `out`.
            if (thrown instanceof RangeError) throw overLimitError(meta.id, limitBytes);
            throw damagedDataError(meta.id, 'fflate refused it.', thrown);
          }
          if (decoded.length > limitBytes) throw overLimitError(meta.id, limitBytes);
          return decoded.slice();
        },
      };
    },
  };
}
