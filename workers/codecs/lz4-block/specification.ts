import type { CodecModule } from '../../model/entry';
import { compressFailedError, overLimitError } from '../../model/codec-failures';
import { blockContentBytes, decodeSequences } from '../lz4-sequences';

/** A second decoder that enforces all rules of the LZ4 block format, including the rules for a block's end. A writer whose output it rejects does not conform. */
export const codec: CodecModule = {
  async create() {
    return {
      compress: () => {
        throw compressFailedError('lz4-block', 'The LZ4 specification check only decodes.');
      },
      decompress: (input, limitBytes) => {
        const contentBytes = blockContentBytes('lz4-block', input);
        if (contentBytes > limitBytes) throw overLimitError('lz4-block', limitBytes);
        const output = new Uint8Array(contentBytes);
        decodeSequences({
          codec: 'lz4-block',
          input,
          start: 0,
          end: input.length,
          output,
          outputStart: 0,
          linked: false,
          maxBlockBytes: contentBytes,
          limitBytes,
        });
        return output;
      },
    };
  },
};
