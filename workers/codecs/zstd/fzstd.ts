import { Decompress, decompress } from 'fzstd';
import { FormatlabError } from '../../model/errors';
import type { CodecModule } from '../../model/entry';
import { compressFailedError, damagedDataError, overLimitError } from '../../model/codec-failures';
import { readZstdFrames } from './frames';

/** The largest window that the reference's streaming decoder accepts by default (2^ZSTD_WINDOWLOG_LIMIT_DEFAULT, 27). fzstd allocates the whole window. */
const maxWindowBytes = 2 ** 27;

function refused(thrown: unknown): FormatlabError {
  return thrown instanceof FormatlabError ? thrown : damagedDataError('zstd', 'fzstd refused it.', thrown);
}

/** Decodes frames that declare no size block by block, and checks the size as it grows. */
function decompressUndeclared(input: Uint8Array, limitBytes: number): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const stream = new Decompress((chunk) => {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) throw overLimitError('zstd', limitBytes);
    chunks.push(chunk);
  });
  stream.push(input, true);
  const output = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const chunk of chunks) {
    output.set(chunk, offset);
    offset += chunk.length;
  }
  return output;
}

export const codec: CodecModule = {
  async create() {
    return {
      compress: () => {
        throw compressFailedError('zstd', 'fzstd only decodes.');
      },
      decompress: (input, limitBytes) => {
        const { contentBytes, windowBytes } = readZstdFrames(input, limitBytes);
        if (contentBytes === null && windowBytes > maxWindowBytes)
          throw damagedDataError(
            'zstd',
            `it requires a window of ${windowBytes} bytes; the maximum is ${maxWindowBytes}.`,
          );
        let decoded: Uint8Array<ArrayBuffer>;
        try {
          // slice: fzstd returns a view of a larger buffer.
          decoded = contentBytes === null ? decompressUndeclared(input, limitBytes) : decompress(input).slice();
        } catch (thrown) {
          throw refused(thrown);
        }
        if (contentBytes !== null && decoded.length !== contentBytes)
          throw damagedDataError('zstd', `${decoded.length} bytes came out, but its frames declare ${contentBytes}.`);
        return decoded;
      },
    };
  },
};
