import type { CodecMeta, CodecModule } from '../model/entry';
import { damagedDataError, overLimitError, requireNoLevel } from '../model/codec-failures';

/**
 * The size of the pieces in which compressed bytes are written to the browser's DecompressionStream. Each write is awaited, because a transform stream
 * processes a whole written chunk before its output can be read. A piece of 64 KiB inflates to at most 66 MB (deflate's ratio is at most 1,032 : 1), so a
 * decompression bomb is detected soon after the size limit.
 */
const inflatePieceBytes = 64 * 1024;
/** The size of the pieces for CompressionStream. Compressed output can't grow much, so larger pieces save promises. */
const deflatePieceBytes = 1024 * 1024;

/** A view of `input` that the browser's streams accept. Shared memory, which they reject, is copied. */
function streamable(input: Uint8Array): Uint8Array<ArrayBuffer> {
  return input.buffer instanceof ArrayBuffer
    ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
    : new Uint8Array(input);
}

async function pump(
  stream: CompressionStream | DecompressionStream,
  input: Uint8Array,
  pieceBytes: number,
  onTooMuch: { limitBytes: number; error: () => Error } | null,
) {
  const bytes = streamable(input);
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const write = async () => {
    for (let offset = 0; offset < bytes.length; offset += pieceBytes)
      await writer.write(bytes.subarray(offset, offset + pieceBytes));
    await writer.close();
  };
  const writing = write();
  // The reader gets the same failure and reports it.
  writing.catch(() => undefined);
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    sizeBytes += value.length;
    if (onTooMuch !== null && sizeBytes > onTooMuch.limitBytes) {
      const error = onTooMuch.error();
      await reader.cancel(error);
      throw error;
    }
    chunks.push(value);
  }
  await writing;
  const output = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const chunk of chunks) {
    output.set(chunk, offset);
    offset += chunk.length;
  }
  return output;
}

/** A codec of the browser. The Compression Streams standard calls the zlib container (RFC 1950) 'deflate', and raw deflate 'deflate-raw'. */
export const streamCodec = (meta: CodecMeta, format: CompressionFormat): CodecModule => ({
  async create() {
    return {
      compress: async (input, level) => {
        requireNoLevel(meta, 'compression-stream', level);
        return pump(new CompressionStream(format), input, deflatePieceBytes, null);
      },
      decompress: (input, limitBytes) => decompressWithStream(meta.id, format, input, limitBytes),
    };
  },
});

/** @throws `tooLarge` if the output exceeds `limitBytes`; `decodeFailed` if the input is truncated or damaged, or bytes follow the stream's end. */
async function decompressWithStream(
  codec: string,
  format: CompressionFormat,
  input: Uint8Array,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooMuch = overLimitError(codec, limitBytes);
  try {
    return await pump(new DecompressionStream(format), input, inflatePieceBytes, { limitBytes, error: () => tooMuch });
  } catch (thrown) {
    if (thrown === tooMuch) throw thrown;
    throw damagedDataError(codec, 'the browser refused it.', thrown);
  }
}
