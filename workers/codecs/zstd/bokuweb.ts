// The package exports neither this file nor its memory; its own glue keeps one instance for all, ignores failed allocations and the declared size.
import wasmUrl from '../../../node_modules/@bokuweb/zstd-wasm/dist/esm/zstd.wasm?url';
import type { CodecModule } from '../../model/entry';
import { FormatlabError } from '../../model/errors';
import { compressFailed, damaged, overLimit, requireLevel } from '../failures';
import { outlineZstd } from './frames';
import { meta } from './meta';

/** The exports as `dist/esm/zstd.js` of this version names them; a contract test runs the version that package.json pins. */
interface Zstd {
  readonly memory: WebAssembly.Memory;
  readonly isError: (code: number) => number;
  readonly compressBound: (sizeBytes: number) => number;
  readonly compress: (target: number, capacity: number, source: number, sizeBytes: number, level: number) => number;
  readonly decompress: (target: number, capacity: number, source: number, sizeBytes: number) => number;
  /** 0 where there is no memory left. */
  readonly malloc: (sizeBytes: number) => number;
  readonly free: (pointer: number) => void;
}

const pageBytes = 65_536;

async function instantiate(): Promise<Zstd> {
  const response = await fetch(wasmUrl);
  if (!response.ok)
    throw new FormatlabError({
      tag: 'internal',
      stage: 'load',
      codec: 'zstd',
      message: `zstd.wasm could not be fetched: ${response.status} ${response.statusText}.`,
    });
  let memory: WebAssembly.Memory | null = null;
  const trap = () => {
    throw new Error('zstd.wasm aborted.');
  };
  const grow = (requestedBytes: number) => {
    if (memory === null) return 0;
    const missing = (requestedBytes >>> 0) - memory.buffer.byteLength;
    try {
      memory.grow(Math.max(0, Math.ceil(missing / pageBytes)));
      return 1;
    } catch {
      // The allocator then returns 0, which is reported where the memory was asked for.
      return 0;
    }
  };
  // _proc_exit, emscripten_runtime_keepalive_clear, abort, setitimer, emscripten_resize_heap
  const imports = { a: { a: trap, b: () => undefined, c: trap, d: () => 0, e: grow } };
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  const { f, g, h, i, m, r, s, t } = instance.exports;
  if (!(f instanceof WebAssembly.Memory) || !isCall(g) || !isCall(h) || !isCall(i) || !isCall(m) || !isCall(r) || !isCall(s) || !isCall(t)) {
    throw new FormatlabError({ tag: 'internal', stage: 'load', codec: 'zstd', message: 'zstd.wasm does not export what version 0.0.27 exports.' });
  }
  memory = f;
  g();
  return { memory: f, isError: h, compressBound: i, compress: m, decompress: r, malloc: s, free: t };
}

const isCall = (value: WebAssembly.ExportValue | undefined): value is (...numbers: number[]) => number => typeof value === 'function';

/** Runs `work` on `input` copied to WASM memory and a target of `capacity` bytes, and returns what it wrote; frees both whatever happens. */
function withBuffers(
  zstd: Zstd,
  input: Uint8Array,
  capacity: number,
  noMemory: () => Error,
  work: (target: number, source: number) => number,
): Uint8Array<ArrayBuffer> {
  const source = zstd.malloc(Math.max(1, input.length)) >>> 0;
  const target = zstd.malloc(Math.max(1, capacity)) >>> 0;
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

export const codec: CodecModule = {
  async create() {
    const zstd = await instantiate();
    return {
      compress: (input, level) => {
        const checked = requireLevel(meta, 'bokuweb', level);
        const capacity = zstd.compressBound(input.length) >>> 0;
        const noMemory = () =>
          compressFailed('zstd', `There is no memory for compressing ${input.length} bytes: this build of zstd has at most 2 GiB.`, 'outOfMemory');
        return withBuffers(zstd, input, capacity, noMemory, (target, source) => {
          const sizeBytes = zstd.compress(target, capacity, source, input.length, checked);
          if (zstd.isError(sizeBytes))
            throw compressFailed('zstd', `libzstd refused with code ${-sizeBytes}.`, -sizeBytes === 64 ? 'outOfMemory' : 'encodeFailed');
          return sizeBytes >>> 0;
        });
      },
      decompress: (input, limitBytes) => {
        const outline = outlineZstd(input, limitBytes);
        const capacity = Math.min(outline.contentBytes ?? outline.boundBytes, limitBytes);
        const noMemory = () =>
          new FormatlabError({
            tag: 'outOfMemory',
            stage: 'decode',
            codec: 'zstd',
            message: `There is no memory for ${capacity} bytes: this build of zstd has at most 2 GiB.`,
          });
        return withBuffers(zstd, input, capacity, noMemory, (target, source) => {
          const sizeBytes = zstd.decompress(target, capacity, source, input.length);
          if (!zstd.isError(sizeBytes)) return sizeBytes >>> 0;
          // zstd_errors.h: 70 is dstSize_tooSmall.
          if (-sizeBytes === 70 && capacity === limitBytes) throw overLimit('zstd', limitBytes);
          throw damaged('zstd', `libzstd refused with code ${-sizeBytes}.`);
        });
      },
      wasmMemoryBytes: () => zstd.memory.buffer.byteLength,
    };
  },
};
