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
 * The instance that all sessions of a worker share. An instance can't be freed, because the package's module keeps it for ever.
 */
export function sharedInstance(): Promise<ParquetWasmInstance> {
  current ??= instantiate().catch((error: unknown) => {
    current = null;
    throw error;
  });
  return current;
}

/** Abandons an instance whose memory a trap has corrupted. The next call of {@link sharedInstance} creates a new one. */
export async function discardInstance(instance: ParquetWasmInstance): Promise<void> {
  if ((await current?.catch(() => null)) === instance) current = null;
}

/** The package's module creates only one instance, so each instance needs the module imported again, with a different query. They share the compiled WASM. */
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
