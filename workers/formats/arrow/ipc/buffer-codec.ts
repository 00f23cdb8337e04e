import { FormatlabError } from '../../../model/errors';
import lz4Url from '../../../wasm/built/lz4.wasm?url';
import zstdUrl from '../../../wasm/built/zstd.wasm?url';
import { NativeModule, nativeErrors } from '../../../wasm/native-module';
import { requireFrameSize } from './zstd';

export type BufferCodecId = 'lz4' | 'zstd';

/** Compresses the buffers of record batches by the upstream library in WASM, one frame a buffer. */
export interface BufferCodec {
  readonly id: BufferCodecId;
  compress(input: Uint8Array): Uint8Array<ArrayBuffer>;
  /** @throws `malformedInput` if the frame is damaged, or does not hold exactly `sizeBytes` */
  decompress(input: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer>;
  memoryBytes(): number;
}

/** What the modules' `open` takes: see `workers/codecs/lz4/native.ts` and `workers/codecs/zstd/native.ts`. LZ4 has pyarrow's settings: linked blocks of 64 KiB. */
const parametersOf = { lz4: () => [0, 0, 4, 1], zstd: (level: number | null) => [level ?? 0] } as const;
const urls = { lz4: lz4Url, zstd: zstdUrl } as const;
const libraryNames = { lz4: 'LZ4', zstd: 'Zstandard' } as const;

/** A byte of an LZ4 block stands for at most 255 bytes of content. */
const maxLz4Ratio = 255;

/** @throws `internal` if the module can't be fetched */
export async function loadBufferCodec(id: BufferCodecId, level: number | null): Promise<BufferCodec> {
  const module = await NativeModule.load(urls[id]);
  const library = libraryNames[id];
  const error = (tag: 'outOfMemory' | 'encodeFailed' | 'malformedInput', stage: 'encode' | 'decode', message: string) =>
    new FormatlabError({ tag, stage, format: 'arrow', codec: id, message });
  const open = () => {
    const opened = module.open(parametersOf[id](level));
    if (opened === 0) throw error('outOfMemory', 'encode', `${library} can’t start: ${module.message()}.`);
    return opened;
  };
  // Creating a context takes as long as compressing a small buffer, so that one is kept. After a trap the module has none.
  let context = open();
  let generation = module.generation;
  const current = () => {
    if (generation !== module.generation) {
      context = open();
      generation = module.generation;
    }
    return context;
  };
  return {
    id,
    compress: (input) => {
      const sizeBytes = module.compress(current(), input);
      if (sizeBytes >= 0) return module.take(sizeBytes);
      const tag = sizeBytes === nativeErrors.memory ? 'outOfMemory' : 'encodeFailed';
      throw error(tag, 'encode', `${library} did not compress a buffer of ${input.length} bytes: ${module.message()}.`);
    },
    decompress: (input, sizeBytes) => {
      if (id === 'zstd') requireFrameSize(input, sizeBytes);
      if (sizeBytes === 0) return new Uint8Array(0);
      if (id === 'lz4' && sizeBytes > maxLz4Ratio * input.length)
        throw error(
          'malformedInput',
          'decode',
          `An LZ4 frame in the file has ${input.length} bytes, too few for the ${sizeBytes} that its buffer declares.`,
        );
      const found = module.decompress(current(), input, sizeBytes);
      if (found === sizeBytes) return module.take(sizeBytes);
      if (found === nativeErrors.memory)
        throw error(
          'outOfMemory',
          'decode',
          `There is no memory for ${sizeBytes} bytes: the module has at most 2 GiB.`,
        );
      throw error(
        'malformedInput',
        'decode',
        found < 0
          ? `A ${library} frame in the file does not hold the ${sizeBytes} bytes that its buffer declares: ${module.message()}.`
          : `A ${library} frame in the file holds ${found} bytes, but its buffer declares ${sizeBytes}.`,
      );
    },
    memoryBytes: () => module.memoryBytes,
  };
}
