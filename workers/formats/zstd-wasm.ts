// The package exports neither this file nor its memory; its own glue keeps one instance for all, breaks when loaded twice and ignores failed allocations.
import wasmUrl from '../../node_modules/@bokuweb/zstd-wasm/dist/esm/zstd.wasm?url';
import { FormatlabError } from '../model/errors';

/** Zstandard for buffers inside formats, where JavaScript calls it for every page or column. */
export interface Zstd {
  compress(input: Uint8Array, level: number): Uint8Array<ArrayBuffer>;
  /** One frame whose content is known to have `sizeBytes`, or less. */
  decompress(input: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer>;
  memoryBytes(): number;
}

let shared: Promise<Zstd> | null = null;

/** The instance of this worker. */
export function loadZstd(): Promise<Zstd> {
  shared ??= instantiate().catch((error: unknown) => {
    shared = null;
    throw error;
  });
  return shared;
}

const pageBytes = 65_536;

async function instantiate(): Promise<Zstd> {
  const response = await fetch(wasmUrl);
  if (!response.ok)
    throw new FormatlabError({ tag: 'internal', stage: 'load', codec: 'zstd', message: `zstd.wasm could not be fetched: HTTP status ${response.status}.` });
  let memory: WebAssembly.Memory | null = null;
  const trap = () => {
    throw new Error('zstd.wasm aborted.');
  };
  /** 0 tells the allocator that there is no more, which then returns a null pointer. */
  const grow = (requestedBytes: number) => {
    if (memory === null) return 0;
    try {
      memory.grow(Math.max(0, Math.ceil(((requestedBytes >>> 0) - memory.buffer.byteLength) / pageBytes)));
      return 1;
    } catch {
      return 0;
    }
  };
  // _proc_exit, emscripten_runtime_keepalive_clear, abort, setitimer, emscripten_resize_heap
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), { a: { a: trap, b: () => undefined, c: trap, d: () => 0, e: grow } });
  // As dist/esm/zstd.js of version 0.0.27 names them: memory, initialize, isError, compressBound, compress, decompress, malloc, free.
  const { f, g, h, i, m, r, s, t } = instance.exports;
  if (!(f instanceof WebAssembly.Memory) || !isCall(g) || !isCall(h) || !isCall(i) || !isCall(m) || !isCall(r) || !isCall(s) || !isCall(t)) {
    throw new FormatlabError({ tag: 'internal', stage: 'load', codec: 'zstd', message: 'zstd.wasm does not export what version 0.0.27 exports.' });
  }
  memory = f;
  const wasmMemory = f;
  g();
  const { isError, compressBound, compress, decompress, malloc, free } = { isError: h, compressBound: i, compress: m, decompress: r, malloc: s, free: t };

  function run(
    input: Uint8Array,
    capacityBytes: number,
    stage: 'encode' | 'decode',
    work: (target: number, source: number) => number,
  ): Uint8Array<ArrayBuffer> {
    const source = malloc(Math.max(1, input.length)) >>> 0;
    const target = malloc(Math.max(1, capacityBytes)) >>> 0;
    try {
      if (source === 0 || target === 0) {
        throw new FormatlabError({
          tag: 'outOfMemory',
          stage,
          codec: 'zstd',
          message: `There is no memory for ${input.length + capacityBytes} bytes: this build of zstd has at most 2 GiB.`,
        });
      }
      new Uint8Array(wasmMemory.buffer, source, input.length).set(input);
      const sizeBytes = work(target, source);
      if (isError(sizeBytes)) {
        throw new FormatlabError({
          tag: stage === 'encode' ? 'encodeFailed' : 'malformedInput',
          stage,
          codec: 'zstd',
          message: `libzstd refused a buffer of ${input.length} bytes with code ${-sizeBytes}.`,
        });
      }
      return new Uint8Array(wasmMemory.buffer, target, sizeBytes >>> 0).slice();
    } finally {
      free(source);
      free(target);
    }
  }

  return {
    compress: (input, level) => {
      const capacityBytes = compressBound(input.length) >>> 0;
      return run(input, capacityBytes, 'encode', (target, source) => compress(target, capacityBytes, source, input.length, level));
    },
    decompress: (input, sizeBytes) => run(input, sizeBytes, 'decode', (target, source) => decompress(target, sizeBytes, source, input.length)),
    memoryBytes: () => wasmMemory.buffer.byteLength,
  };
}

const isCall = (value: WebAssembly.ExportValue | undefined): value is (...numbers: number[]) => number => typeof value === 'function';
