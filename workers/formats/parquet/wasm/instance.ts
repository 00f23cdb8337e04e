import glueUrl from 'parquet-wasm/esm/parquet_wasm.js?url';
import wasmUrl from 'parquet-wasm/esm/parquet_wasm_bg.wasm?url';
import { FormatlabError } from '../../../model/errors';

export type ParquetWasm = typeof import('parquet-wasm/esm');

export interface ParquetWasmInstance {
  readonly library: ParquetWasm;
  readonly memory: WebAssembly.Memory;
}

let compiled: Promise<WebAssembly.Module> | null = null;
let instanceCount = 0;

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok)
    throw new FormatlabError({
      tag: 'internal',
      stage: 'load',
      message: `parquet-wasm could not be fetched: HTTP status ${response.status}.`,
    });
  return WebAssembly.compile(await response.arrayBuffer());
}

let current: Promise<ParquetWasmInstance> | null = null;

/**
 * The instance that all sessions of a worker share, since an instance can't be given back: the package's module holds it for ever.
 */
export function sharedInstance(): Promise<ParquetWasmInstance> {
  current ??= instantiate().catch((error: unknown) => {
    current = null;
    throw error;
  });
  return current;
}

/** Gives up an instance whose memory a trap has left in disorder; the next call of {@link sharedInstance} makes another. */
export async function discard(instance: ParquetWasmInstance): Promise<void> {
  if ((await current?.catch(() => null)) === instance) current = null;
}

/** The package's module makes one instance and no other, so each is the module imported anew, by a query of its own; the compiled WASM is shared. */
async function instantiate(): Promise<ParquetWasmInstance> {
  compiled ??= compile().catch((error: unknown) => {
    compiled = null;
    throw error;
  });
  const wasm = await compiled;
  instanceCount += 1;
  const library: ParquetWasm = await import(/* @vite-ignore */ `${glueUrl}?instance=${instanceCount}`);
  const { memory } = library.initSync({ module: wasm });
  return { library, memory };
}
