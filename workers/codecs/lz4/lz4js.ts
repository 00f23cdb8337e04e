/// <reference path="../../lz4js.d.ts" />
import lz4 from 'lz4js';
import type { CodecModule } from '../../model/entry';
import { damagedDataError, overLimitError, requireNoLevel } from '../../model/codec-failures';
import { readLz4Frame } from './frame';
import { meta } from './meta';

export const codec: CodecModule = {
  async create() {
    return {
      compress: (input, level) => {
        requireNoLevel(meta, 'lz4js', level);
        return lz4.compress(input);
      },
      decompress: (input, limitBytes) => {
        const frame = readLz4Frame(input);
        if (frame.hasBlockChecksums || frame.hasDictionary)
          throw damagedDataError('lz4', 'lz4js misreads frames with block checksums or a dictionary.');
        if ((frame.contentBytes ?? 0) > limitBytes) throw overLimitError('lz4', limitBytes);
        const target = new Uint8Array(Math.min(frame.boundBytes, limitBytes));
        const sizeBytes = lz4.decompressFrame(input, target);
        if (sizeBytes > limitBytes) throw overLimitError('lz4', limitBytes);
        if (sizeBytes > target.length || (frame.contentBytes ?? sizeBytes) !== sizeBytes) {
          throw damagedDataError(
            'lz4',
            `${sizeBytes} bytes came out, but its frame allows ${frame.contentBytes ?? target.length}.`,
          );
        }
        return target.length === sizeBytes ? target : target.slice(0, sizeBytes);
      },
    };
  },
};
