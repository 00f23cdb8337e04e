import { damaged, overLimitError } from '../model/codec-failures';

/**
 * Pushes bytes through one of the browser's transform streams and collects what comes out.
 *
 * Input goes in pieces, each awaited, because a transform works off a whole written chunk before anyone can read: a piece of
 * 64 KiB can inflate to at most 66 MB (deflate's ratio ends at 1,032 : 1), so a bomb is met soon after the limit.
 */
const inflatePieceBytes = 64 * 1024;
/** Deflating can't explode; larger pieces save promises. */
const deflatePieceBytes = 1024 * 1024;

/** A view on the same bytes that the streams accept; shared memory, which they refuse, is copied. */
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
  // The same failure arrives at the reader, where it is reported.
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

export function compressThrough(format: CompressionFormat, input: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return pump(new CompressionStream(format), input, deflatePieceBytes, null);
}

/** Throws `tooLarge` beyond `limitBytes`, `decodeFailed` on truncated or altered input and on anything after the stream's end. */
export async function decompressThrough(
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
    throw damaged(codec, 'the browser refused it.', thrown);
  }
}
