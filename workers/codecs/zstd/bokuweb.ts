import { instantiateZstd, withBuffers } from '../../libraries/zstd-wasm';
import type { CodecModule } from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import { compressFailedError, damagedDataError, overLimitError, requireLevel } from '../../model/codec-failures';
import { readZstdFrames } from './frames';
import { meta } from './meta';

export const codec: CodecModule = {
  async create() {
    const zstd = await instantiateZstd();
    return {
      compress: (input, level) => {
        const checked = requireLevel(meta, 'bokuweb', level);
        const capacity = zstd.compressBound(input.length) >>> 0;
        const noMemory = () =>
          compressFailedError(
            'zstd',
            `There is not enough memory to compress ${input.length} bytes: this build of zstd can use at most 2 GiB.`,
            'outOfMemory',
          );
        return withBuffers(zstd, input, capacity, noMemory, (target, source) => {
          const sizeBytes = zstd.compress(target, capacity, source, input.length, checked);
          if (zstd.isError(sizeBytes))
            throw compressFailedError(
              'zstd',
              `libzstd failed with error code ${-sizeBytes}.`,
              -sizeBytes === 64 ? 'outOfMemory' : 'encodeFailed',
            );
          return sizeBytes >>> 0;
        });
      },
      decompress: (input, limitBytes) => {
        const outline = readZstdFrames(input, limitBytes);
        const capacity = Math.min(outline.contentBytes ?? outline.boundBytes, limitBytes);
        const noMemory = () =>
          new FormatlabError({
            tag: 'outOfMemory',
            stage: 'decode',
            codec: 'zstd',
            message: `There is not enough memory for ${capacity} bytes: this build of zstd can use at most 2 GiB.`,
          });
        return withBuffers(zstd, input, capacity, noMemory, (target, source) => {
          const sizeBytes = zstd.decompress(target, capacity, source, input.length);
          if (!zstd.isError(sizeBytes)) return sizeBytes >>> 0;
          // Error 70 is dstSize_tooSmall (zstd_errors.h).
          if (-sizeBytes === 70 && capacity === limitBytes) throw overLimitError('zstd', limitBytes);
          throw damagedDataError('zstd', `libzstd failed with error code ${-sizeBytes}.`);
        });
      },
      wasmMemoryBytes: () => zstd.memory.buffer.byteLength,
    };
  },
};
