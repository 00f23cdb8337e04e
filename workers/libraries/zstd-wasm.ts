// The package exports neither this file nor its memory. Its own glue shares one instance, breaks if it is loaded twice, and ignores failed
// allocations and the declared size.
import wasmUrl from '../../node_modules/@bokuweb/zstd-wasm/dist/esm/zstd.wasm?url';
import { FormatlabError } from '../model/errors';
import { fetchModule } from '../wasm/fetch-module';

/** The exports with the names of `dist/esm/zstd.js` in version 0.0.27. A contract test runs the version that package.json pins. */
interface ZstdExports {
  readonly memory: WebAssembly.Memory;
  readonly isError: (code: number) => number;
  readonly compressBound: (sizeBytes: number) => number;
  readonly compress: (
    target: number,
    capacityBytes: number,
    source: number,
    sizeBytes: number,
    level: number,
  ) => number;
  readonly decompress: (target: number, capacityBytes: number, source: number, sizeBytes: number) => number;
  /** Allocates memory; 0 if there is none left. */
  readonly malloc: (sizeBytes: number) => number;
  readonly free: (pointer: number) => void;
}

const pageBytes = 65_536;

/** A new instance of libzstd with its own memory. @throws `internal` if it cannot be loaded or is not of that version */
export async function instantiateZstd(): Promise<ZstdExports> {
  const module = await fetchModule(wasmUrl, (why) => notLoaded(`zstd.wasm could not be fetched: ${why}.`));
  let memory: WebAssembly.Memory | null = null;
  const trap = () => {
    throw new Error('zstd.wasm aborted.');
  };
  /** Returning 0 tells the allocator that memory cannot grow; it then returns a null pointer. */
  const grow = (requestedBytes: number) => {
    if (memory === null) return 0;
    try {
      memory.grow(Math.max(0, Math.ceil(((requestedBytes >>> 0) - memory.buffer.byteLength) / pageBytes)));
      return 1;
    } catch {
      return 0;
    }
  };
  // In order: _proc_exit, emscripten_runtime_keepalive_clear, abort, setitimer, emscripten_resize_heap.
  const imports = { a: { a: trap, b: () => undefined, c: trap, d: () => 0, e: grow } };
  const instance = await WebAssembly.instantiate(module, imports);
  // The WASM export `g` is the initializer.
  const { f, g, h, i, m, r, s, t } = instance.exports;
  if (
    !(f instanceof WebAssembly.Memory) ||
    !isCall(g) ||
    !isCall(h) ||
    !isCall(i) ||
    !isCall(m) ||
    !isCall(r) ||
    !isCall(s) ||
    !isCall(t)
  )
    throw notLoaded('zstd.wasm does not export what version 0.0.27 exports.');
  memory = f;
  g();
  return { memory: f, isError: h, compressBound: i, compress: m, decompress: r, malloc: s, free: t };
}

const isCall = (value: WebAssembly.ExportValue | undefined): value is (...numbers: number[]) => number =>
  typeof value === 'function';

function notLoaded(message: string): FormatlabError {
  return new FormatlabError({ tag: 'internal', stage: 'load', codec: 'zstd', message });
}

/**
 * Copies `input` to WASM memory, allocates a target of `capacityBytes`, and calls `work`, which returns the number of result bytes. Returns a copy of them and always frees both.
 * @throws the error of `noMemory` if there is not enough memory
 */
export function withBuffers(
  zstd: ZstdExports,
  input: Uint8Array,
  capacityBytes: number,
  noMemory: () => Error,
  work: (target: number, source: number) => number,
): Uint8Array<ArrayBuffer> {
  const source = zstd.malloc(Math.max(1, input.length)) >>> 0;
  const target = zstd.malloc(Math.max(1, capacityBytes)) >>> 0;
  try {
    if (source === 0 || target === 0) throw noMemory();
    new Uint8Array(zstd.memory.buffer, source, input.length).set(input);
    const sizeBytes = work(target, source);
    return new Uint8Array(zstd.memory.buffer, target, sizeBytes).slice();
  } finally {
    zstd.free(source);
    zstd.free(target);
  }
}
