import {
  deflate,
  deflateRaw,
  gzip,
  Z_BUF_ERROR,
  Z_FINISH,
  Z_NEED_DICT,
  Z_OK,
  Z_STREAM_END,
  ZStream,
  zlibInflate,
  zlibInflateInit2,
  zlibInflateReset,
} from 'pako';
import type { CodecMeta, CodecModule } from '../model/entry';
import { completeOptions } from '../model/options';
import { type DeflateContainer, pakoMeta } from './deflate-implementations';
import { damagedDataError, overLimitError, requireLevel } from '../model/codec-failures';

const writers = { raw: deflateRaw, zlib: deflate, gzip };
/** zlib.h encodes the container in the window bits (window of 2^15 bytes): negative for raw deflate, 16 more for gzip. */
const windowBits = { raw: -15, zlib: 15, gzip: 31 };
/** The maximum ratio of deflate: RFC 1951 encodes at most 258 bytes in two bits. */
const maxRatio = 1_032;
const firstRoomBytes = 65_536;
/** The first byte of each member of a gzip file. RFC 1952 allows several members in one file. */
const gzipFirstByte = 0x1f;

/** A codec from pako's one-shot compression and its zlib-like decompression. Only the latter reports bytes after the stream's end and stops at a size limit. */
export function pakoCodec(meta: CodecMeta, container: DeflateContainer): CodecModule {
  return {
    async create(given = {}) {
      const { zlibHash } = completeOptions(pakoMeta.options ?? [], given, `${meta.label} (${pakoMeta.label})`);
      const stream = new ZStream();
      if (zlibInflateInit2(stream, windowBits[container]) !== Z_OK) throw new Error('pako refused to set up inflate.');
      return {
        compress: (input, level) =>
          writers[container](input, { level: requireLevel(meta, pakoMeta.id, level), legacyHash: zlibHash === true }),
        decompress: (input, limitBytes) => inflate(meta.id, container, stream, input, limitBytes),
      };
    },
  };
}

function inflate(
  codec: string,
  container: DeflateContainer,
  stream: ZStream,
  input: Uint8Array,
  limitBytes: number,
): Uint8Array<ArrayBuffer> {
  // The extra byte shows whether the output exceeds the limit.
  const ceiling = Math.min(limitBytes, input.length * maxRatio) + 1;
  zlibInflateReset(stream);
  stream.input = input;
  stream.next_in = 0;
  stream.avail_in = input.length;
  stream.output = new Uint8Array(Math.min(ceiling, Math.max(firstRoomBytes, input.length * 4)));
  stream.next_out = 0;
  stream.avail_out = stream.output.length;
  try {
    for (;;) {
      const result = zlibInflate(stream, Z_FINISH);
      if (stream.next_out > limitBytes) throw overLimitError(codec, limitBytes);
      if (result === Z_STREAM_END) {
        if (stream.avail_in === 0) return stream.output.slice(0, stream.next_out);
        if (container !== 'gzip' || input[stream.next_in] !== gzipFirstByte)
          throw damagedDataError(codec, `${stream.avail_in} bytes follow its end.`);
        zlibInflateReset(stream);
      } else if (result === Z_BUF_ERROR && stream.avail_out === 0) {
        const larger = new Uint8Array(Math.min(ceiling, stream.output.length * 2));
        larger.set(stream.output);
        stream.avail_out = larger.length - stream.output.length;
        stream.output = larger;
      } else if (result === Z_NEED_DICT) {
        throw damagedDataError(codec, 'it was compressed with a dictionary.');
      } else {
        throw damagedDataError(codec, stream.msg === '' ? 'it is truncated.' : `${stream.msg}.`);
      }
    }
  } finally {
    // Releases the buffers, which the stream would otherwise keep until the next call.
    stream.input = new Uint8Array();
    stream.output = new Uint8Array();
  }
}
