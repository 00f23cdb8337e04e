import { damageOf } from '../../../model/damaged-input';
import { FormatlabError } from '../../../model/errors';
import lz4Url from '../../../wasm/built/lz4.wasm?url';
import zstdUrl from '../../../wasm/built/zstd.wasm?url';
import { NativeContext } from '../../../wasm/native-context';
import { NativeModule, nativeErrors } from '../../../wasm/native-module';
import { requireFrameSize } from './zstd';

export type BufferCodecId = 'lz4' | 'zstd';

/** Compresses the buffers of record batches by the upstream library in WASM, one frame a buffer. */
export interface BufferCodec {
  readonly id: BufferCodecId;
  /** Begins a file. Its frames stay in the module, one behind the other, until the next file or `decompress`. */
  beginFrames(): void;
  /** Compresses the bytes that `fill` writes over its target. The frame stays only if `keepFrame` follows. Returns its size. */
  compress(sizeBytes: number, fill: (target: Uint8Array) => void): number;
  keepFrame(sizeBytes: number): void;
  /** The frames of the file, as a view that is valid until the next call. */
  frames(): Uint8Array<ArrayBuffer>;
  /** @throws `malformedInput` if the frame is damaged, or does not hold exactly `sizeBytes` */
  decompress(input: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer>;
  /** Begins contents that stay in the module, until the next `decompress` or file. `frames` says what will come, so that their memory moves at most once. */
  beginContents(frames: readonly { readonly frameBytes: number; readonly sizeBytes: number }[]): void;
  /** Decompresses as `decompress` does, behind the earlier contents. Returns where the content begins among them. With `aligned`, that is a multiple of 8. */
  addContent(input: Uint8Array, sizeBytes: number, aligned: boolean): number;
  /** All contents, as a view that is valid until the next call. */
  contents(): Uint8Array<ArrayBuffer>;
  memoryBytes(): number;
}

/** What the modules' `open` takes: see `workers/codecs/lz4/native.ts` and `workers/codecs/zstd/native.ts`. LZ4 has pyarrow's settings: linked blocks of 64 KiB. */
const parametersOf = { lz4: () => [0, 0, 4, 1], zstd: (level: number | null) => [level ?? 0] } as const;
const urls = { lz4: lz4Url, zstd: zstdUrl } as const;
const libraryNames = { lz4: 'LZ4', zstd: 'Zstandard' } as const;

/** A byte of an LZ4 block stands for at most 255 bytes of content. */
const maxLz4Ratio = 255;
/** Zstandard's smallest block takes 4 bytes, and the largest holds 128 KiB. */
const mostContentBytes = {
  lz4: (frameBytes: number) => maxLz4Ratio * frameBytes,
  zstd: (frameBytes: number) => 131_072 * (frameBytes >> 2),
} as const;
/** LZ4 wants room for a block more. */
const slackBytes = 1_048_576;

/** @throws `internal` if the module can't be fetched */
export async function loadBufferCodec(id: BufferCodecId, level: number | null): Promise<BufferCodec> {
  const module = await NativeModule.load(urls[id]);
  const library = libraryNames[id];
  const error = (tag: 'outOfMemory' | 'encodeFailed', stage: 'encode' | 'decode', message: string) =>
    new FormatlabError({ tag, stage, format: 'arrow', codec: id, message });
  const damaged = damageOf({ format: 'arrow', codec: id, subject: '' });
  // Creating a context takes as long as compressing a small buffer, so that one is kept.
  const context = new NativeContext(module, parametersOf[id](level), (message) =>
    error('outOfMemory', 'encode', `${library} can’t start: ${message}.`),
  );
  let framesBytes = 0;
  let contentsBytes = 0;
  /** Decompresses behind what the module keeps. */
  const decompressNext = (input: Uint8Array, sizeBytes: number): void => {
    if (id === 'zstd') requireFrameSize(input, sizeBytes);
    if (sizeBytes === 0) return;
    if (id === 'lz4' && sizeBytes > maxLz4Ratio * input.length)
      throw damaged(
        `An LZ4 frame in the file has ${input.length} bytes, too few for the ${sizeBytes} that its buffer declares`,
      );
    const found = module.decompress(context.handle, input, sizeBytes);
    if (found === sizeBytes) return;
    if (found === nativeErrors.memory)
      throw error('outOfMemory', 'decode', `There is no memory for ${sizeBytes} bytes: the module has at most 2 GiB.`);
    throw damaged(
      found < 0
        ? `A ${library} frame in the file does not hold the ${sizeBytes} bytes that its buffer declares: ${module.message()}`
        : `A ${library} frame in the file holds ${found} bytes, but its buffer declares ${sizeBytes}`,
    );
  };
  return {
    id,
    beginFrames: () => {
      framesBytes = 0;
    },
    compress: (sizeBytes, fill) => {
      const area = module.area(sizeBytes);
      if (area === null) throw error('outOfMemory', 'encode', `There is no memory for a buffer of ${sizeBytes} bytes.`);
      fill(area);
      module.keep(framesBytes);
      const frameBytes = module.compressPart(context.handle, 0, sizeBytes);
      if (frameBytes >= 0) return frameBytes;
      const tag = frameBytes === nativeErrors.memory ? 'outOfMemory' : 'encodeFailed';
      throw error(tag, 'encode', `${library} did not compress a buffer of ${sizeBytes} bytes: ${module.message()}.`);
    },
    keepFrame: (sizeBytes) => {
      framesBytes += sizeBytes;
    },
    frames: () => module.view(framesBytes),
    decompress: (input, sizeBytes) => {
      module.keep(0);
      decompressNext(input, sizeBytes);
      return module.take(sizeBytes);
    },
    beginContents: (frames) => {
      contentsBytes = 0;
      module.keep(0);
      // If there is no memory for it, the frame that finds none says so.
      module.reserve(
        frames.reduce(
          (sum, { frameBytes, sizeBytes }) => sum + Math.min(sizeBytes, mostContentBytes[id](frameBytes)) + 8,
          slackBytes,
        ),
      );
    },
    addContent: (input, sizeBytes, aligned) => {
      const start = aligned ? Math.ceil(contentsBytes / 8) * 8 : contentsBytes;
      module.keep(start);
      decompressNext(input, sizeBytes);
      contentsBytes = start + sizeBytes;
      return start;
    },
    contents: () => module.view(contentsBytes),
    memoryBytes: () => module.memoryBytes,
  };
}
