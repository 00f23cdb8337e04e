import { instantiateZstd, withBuffers } from '../../../libraries/zstd-wasm';
import { FormatlabError } from '../../../model/errors';

/** Zstandard for buffers inside formats, which JavaScript calls for every page or column. */
interface Zstd {
  compress(input: Uint8Array, level: number): Uint8Array<ArrayBuffer>;
  /** Decompresses one frame whose content has at most `sizeBytes`. */
  decompress(input: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer>;
  memoryBytes(): number;
}

let shared: Promise<Zstd> | null = null;

/** The zstd instance of this worker. */
export function loadZstd(): Promise<Zstd> {
  shared ??= open().catch((error: unknown) => {
    shared = null;
    throw error;
  });
  return shared;
}

async function open(): Promise<Zstd> {
  const zstd = await instantiateZstd();
  const run = (
    input: Uint8Array,
    capacityBytes: number,
    stage: 'encode' | 'decode',
    work: (target: number, source: number) => number,
  ) => {
    const noMemory = () =>
      new FormatlabError({
        tag: 'outOfMemory',
        stage,
        codec: 'zstd',
        message: `There is no memory for ${input.length + capacityBytes} bytes: this build of zstd has at most 2 GiB.`,
      });
    return withBuffers(zstd, input, capacityBytes, noMemory, (target, source) => {
      const sizeBytes = work(target, source);
      if (!zstd.isError(sizeBytes)) return sizeBytes >>> 0;
      throw new FormatlabError({
        tag: stage === 'encode' ? 'encodeFailed' : 'malformedInput',
        stage,
        codec: 'zstd',
        message: `libzstd refused a buffer of ${input.length} bytes with code ${-sizeBytes}.`,
      });
    });
  };
  return {
    compress: (input, level) => {
      const capacityBytes = zstd.compressBound(input.length) >>> 0;
      return run(input, capacityBytes, 'encode', (target, source) =>
        zstd.compress(target, capacityBytes, source, input.length, level),
      );
    },
    decompress: (input, sizeBytes) =>
      run(input, sizeBytes, 'decode', (target, source) => zstd.decompress(target, sizeBytes, source, input.length)),
    memoryBytes: () => zstd.memory.buffer.byteLength,
  };
}
