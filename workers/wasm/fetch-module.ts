import type { FormatlabError } from '../model/errors';

/**
 * Fetches and compiles a WASM module. compileStreaming is not used, because it rejects a response with another media type.
 * @throws what `failure` makes of the reason, if the module can't be fetched: a reader of files would take any other error for damage of the file
 */
export async function fetchModule(url: string, failure: (why: string) => FormatlabError): Promise<WebAssembly.Module> {
  const response = await fetch(url).catch((thrown: unknown) => {
    throw failure(thrown instanceof Error ? thrown.message : String(thrown));
  });
  if (!response.ok) throw failure(`HTTP status ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

const fetched = new Map<string, Promise<WebAssembly.Module>>();

/** As `fetchModule`, once in each worker for all instances. A failed attempt is not cached. */
export function fetchModuleOnce(url: string, failure: (why: string) => FormatlabError): Promise<WebAssembly.Module> {
  const known = fetched.get(url);
  if (known !== undefined) return known;
  const module = fetchModule(url, failure);
  fetched.set(url, module);
  module.catch(() => fetched.delete(url));
  return module;
}
