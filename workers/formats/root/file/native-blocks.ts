import { createXXHash64 } from 'hash-wasm';
import { toErrorRecord } from '../../../model/errors';
import libdeflateUrl from '../../../wasm/built/libdeflate.wasm?url';
import liblzmaUrl from '../../../wasm/built/liblzma.wasm?url';
import lz4Url from '../../../wasm/built/lz4.wasm?url';
import zlibUrl from '../../../wasm/built/zlib.wasm?url';
import zstdUrl from '../../../wasm/built/zstd.wasm?url';
import { NativeModule } from '../../../wasm/native-module';
import { type BlockKind, libraryLevel, type RootAlgorithm, type RootCompression } from './compression-setting';
import { rootFailure } from './failures';

/** Compresses blocks with WASM builds of the libraries that ROOT uses; one call is one block. */
export interface BlockCompressor {
  readonly compression: RootCompression;
  /** Compresses `input` into `target` from `offset` on. Returns the size, or 0 if there is not enough room. */
  compressInto(input: Uint8Array, target: Uint8Array, offset: number): number;
  /** The XXH64 of an LZ4 block: 8 bytes, big-endian. */
  checksum(bytes: Uint8Array): Uint8Array;
  memoryBytes(): number;
}

export interface BlockDecompressor {
  /**
   * Decompresses to exactly `sizeBytes`. The result is a read-only view of the library's memory, valid until the next call. @throws the library's message if the size differs
   */
  decompress(kind: BlockKind, input: Uint8Array, sizeBytes: number): Uint8Array;
  checksum(bytes: Uint8Array): Uint8Array;
  memoryBytes(): number;
}

/** The parameters of the glue files' `open()`. */
const zlibContainer = 1;
const rawContainer = 0;
const rawLz4Blocks = 1;
const xzContainer = 0;
const xzCheckCrc32 = 1;

const urls: Readonly<Record<RootAlgorithm, string>> = { zlib: zlibUrl, lzma: liblzmaUrl, lz4: lz4Url, zstd: zstdUrl };

function parametersFor(compression: RootCompression): readonly number[] {
  const level = libraryLevel(compression);
  switch (compression.algorithm) {
    case 'zlib':
      // Strategy, windowBits and memLevel have the values of deflateInit.
      return [zlibContainer, level, 0, 15, 8];
    case 'lzma':
      return [xzContainer, level, 0, xzCheckCrc32];
    case 'lz4':
      return [rawLz4Blocks, level];
    case 'zstd':
      return [level, 0, 0, 0];
  }
}

/** A context of a module. It is created again after a trap has replaced the instance. */
class Context {
  readonly module: NativeModule;
  readonly #parameters: readonly number[];
  #context = 0;
  #generation = -1;

  constructor(module: NativeModule, parameters: readonly number[]) {
    this.module = module;
    this.#parameters = parameters;
  }

  get handle(): number {
    if (this.#generation !== this.module.generation) {
      this.#context = this.module.open(this.#parameters);
      this.#generation = this.module.generation;
      if (this.#context === 0)
        throw rootFailure(
          'outOfMemory',
          'setUp',
          `the compression library could not be set up: ${this.module.message()}`,
        );
    }
    return this.#context;
  }
}

async function xxHash64(): Promise<(bytes: Uint8Array) => Uint8Array> {
  const hasher = await createXXHash64();
  return (bytes) => hasher.init().update(bytes).digest('binary');
}

export async function loadBlockCompressor(compression: RootCompression): Promise<BlockCompressor> {
  const [module, checksum] = await Promise.all([NativeModule.load(urls[compression.algorithm]), xxHash64()]);
  const context = new Context(module, parametersFor(compression));
  // Opens the context now, outside every clock.
  context.handle;
  return {
    compression,
    checksum,
    compressInto(input, target, offset) {
      let sizeBytes: number;
      try {
        sizeBytes = module.compress(context.handle, input);
      } catch (thrown) {
        const record = toErrorRecord(thrown, { tag: 'encodeFailed', stage: 'encode' });
        throw rootFailure(
          record.tag,
          'encode',
          `${compression.algorithm} failed on a block of ${input.length} bytes: ${record.message}`,
          thrown,
        );
      }
      if (sizeBytes < 0)
        throw rootFailure(
          'encodeFailed',
          'encode',
          `${compression.algorithm} did not compress a block of ${input.length} bytes: ${module.message()}`,
        );
      if (sizeBytes > target.length - offset) return 0;
      target.set(module.view(sizeBytes), offset);
      return sizeBytes;
    },
    memoryBytes: () => module.memoryBytes,
  };
}

export async function loadBlockDecompressor(): Promise<BlockDecompressor> {
  const [deflate, lzma, lz4, zstd, checksum] = await Promise.all([
    // libdeflate inflates twice as fast as zlib, with the same result.
    NativeModule.load(libdeflateUrl),
    NativeModule.load(liblzmaUrl),
    NativeModule.load(lz4Url),
    NativeModule.load(zstdUrl),
    xxHash64(),
  ]);
  const contexts: Readonly<Record<BlockKind, Context>> = {
    zlib: new Context(deflate, [zlibContainer, 1]),
    oldDeflate: new Context(deflate, [rawContainer, 1]),
    lzma: new Context(lzma, [xzContainer, 1, 0, xzCheckCrc32]),
    lz4: new Context(lz4, [rawLz4Blocks, 1]),
    zstd: new Context(zstd, [1, 0, 0, 0]),
  };
  return {
    checksum,
    decompress(kind, input, sizeBytes) {
      const { module, handle } = contexts[kind];
      let found: number;
      try {
        found = module.decompress(handle, input, sizeBytes);
      } catch (thrown) {
        throw new Error('the decompressor failed', { cause: thrown });
      }
      if (found < 0) throw new Error(module.message());
      if (found !== sizeBytes) throw new Error(`it decompresses to ${found} bytes instead of ${sizeBytes}`);
      return module.view(sizeBytes);
    },
    memoryBytes: () => deflate.memoryBytes + lzma.memoryBytes + lz4.memoryBytes + zstd.memoryBytes,
  };
}
