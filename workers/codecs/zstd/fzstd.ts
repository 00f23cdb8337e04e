import { Decompress, decompress } from 'fzstd';
import { FormatlabError } from '../../model/errors';
import type { CodecModule } from '../../model/entry';
import { compressFailedError, damaged, overLimitError } from '../../model/codec-failures';
import { outlineZstd } from './frames';

/** What the reference's streaming decoder refuses to go beyond unless told (ZSTD_WINDOWLOG_LIMIT_DEFAULT, 27); fzstd allocates the window. */
const maxWindowBytes = 2 ** 27;

function refused(thrown: unknown): FormatlabError {
  return thrown instanceof FormatlabError ? thrown : damaged('zstd', 'fzstd refused it.', thrown);
}

/** Frames that do not say how much they hold are decoded block by block, and counted. */
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
        throw compressFailedError('zstd', 'fzstd only reads.');
      },
      decompress: (input, limitBytes) => {
        const { contentBytes, windowBytes } = outlineZstd(input, limitBytes);
        if (contentBytes === null && windowBytes > maxWindowBytes)
          throw damaged('zstd', `it asks for a window of ${windowBytes} bytes; at most ${maxWindowBytes} are given.`);
        let decoded: Uint8Array<ArrayBuffer>;
        try {
          // slice: fzstd returns a view on a larger buffer.
          decoded = contentBytes === null ? decompressUndeclared(input, limitBytes) : decompress(input).slice();
        } catch (thrown) {
          throw refused(thrown);
        }
        if (contentBytes !== null && decoded.length !== contentBytes)
          throw damaged('zstd', `${decoded.length} bytes came out where its frames declare ${contentBytes}.`);
        return decoded;
      },
    };
  },
};
