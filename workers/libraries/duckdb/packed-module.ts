/// <reference path="./duckdb-module.d.ts" />
import { sha256 as sha256Of } from 'hash-wasm';
import { sha256, url } from 'virtual:duckdb-module';

/** The address under which DuckDB asks for its module. */
export const duckdbModuleUrl = new URL(url, self.location.href).href;

/**
 * Unpacks DuckDB's module. Some hosts say that a .gz file is content packed for transfer: then the browser has unpacked it already.
 * @throws Error if it could not be fetched, or if it has other bytes than the page was built with
 */
export async function unpackedModule(packed: Response): Promise<Response> {
  if (!packed.ok) throw new Error(`DuckDB’s module could not be fetched: the server answered ${packed.status}.`);
  const fetched = await packed.blob();
  const [first, second] = new Uint8Array(await fetched.slice(0, 2).arrayBuffer());
  const isPacked = first === 0x1f && second === 0x8b;
  const bytes = await (isPacked
    ? new Response(fetched.stream().pipeThrough(new DecompressionStream('gzip')))
    : new Response(fetched)
  ).arrayBuffer();
  // The browser's own SHA-256 is missing on pages from an insecure address.
  if ((await sha256Of(new Uint8Array(bytes))) !== sha256)
    throw new Error('DuckDB’s module is damaged or of another version of this page. Reload the page.');
  return new Response(bytes, {
    headers: { 'Content-Type': 'application/wasm', 'Content-Length': String(bytes.byteLength) },
  });
}
