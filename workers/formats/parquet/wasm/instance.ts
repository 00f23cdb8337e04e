import glueUrl from 'parquet-wasm/esm/parquet_wasm.js?url';
import wasmUrl from 'parquet-wasm/esm/parquet_wasm_bg.wasm?url';
import { FormatlabError } from '../../../model/errors';
import { fetchModuleOnce } from '../../../wasm/fetch-module';

type ParquetWasm = typeof import('parquet-wasm/esm');

export interface ParquetWasmInstance {
  readonly library: ParquetWasm;
  readonly memory: WebAssembly.Memory;
}

let instanceCount = 0;

const notFetched = (why: string) =>
  new FormatlabError({ tag: 'internal', stage: 'load', message: `parquet-wasm could not be fetched: ${why}.` });

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
  const wasm = await fetchModuleOnce(wasmUrl, notFetched);
  instanceCount += 1;
  const library: ParquetWasm = await import(/* @vite-ignore */ `${glueUrl}?instance=${instanceCount}`);
  const { memory } = library.initSync({ module: wasm });
  return { library, memory };
}
