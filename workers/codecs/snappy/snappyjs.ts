import { compress, uncompress } from 'snappyjs';
import type { CodecModule } from '../../model/entry';
import { damagedDataError, requireNoLevel } from '../../model/codec-failures';
import { meta } from './meta';
import { checkSnappy } from './raw/elements';

/** snappyjs accepts only a plain Uint8Array on an ArrayBuffer. Input in shared memory is copied, a view of another ArrayBuffer is not. */
const asBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : bytes.slice();

export const codec: CodecModule = {
  async create() {
    return {
      compress: (input, level) => {
        requireNoLevel(meta, 'snappyjs', level);
        return compress(asBytes(input));
      },
      decompress: (input, limitBytes) => {
        checkSnappy(input, limitBytes);
        try {
          return uncompress(asBytes(input), limitBytes);
        } catch (thrown) {
          throw damagedDataError('snappy', 'snappyjs refused it.', thrown);
        }
      },
    };
  },
};
