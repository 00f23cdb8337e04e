import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { cachedFolder, hashOf } from './cached-folder.mjs';

const name = 'virtual:duckdb-module';
const workerScript = '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js';

/** Hosts such as Cloudflare Pages refuse files above 25 MiB. DuckDB's module has 34 MB, and 8 packed. */
async function packModule() {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm'));
  const fileName = 'duckdb-eh.wasm.gz';
  const folder = await cachedFolder(`duckdb-${hashOf(bytes)}`, (made) =>
    writeFileSync(join(made, fileName), gzipSync(bytes, { level: 9 })),
  );
  return { path: join(folder, fileName), sha256: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Several workers have the module, and each is a build of its own.
 * @type {ReturnType<typeof packModule> | null}
 */
let packed = null;

/**
 * Offers DuckDB's module packed by gzip: its `url`, and the SHA-256 of the unpacked bytes. The page unpacks and checks it
 * (workers/libraries/duckdb/packed-module.ts).
 * @type {import('vite').Plugin}
 */
export const packedDuckdb = {
  name: 'packed-duckdb',
  enforce: 'pre',
  async resolveId(id, importer) {
    if (id === name) return `\0${name}`;
    if (id !== workerScript) return null;
    const resolved = await this.resolve(id, importer, { skipSelf: true });
    // The package says that its modules have no effect of their own; this one takes the worker's messages.
    return resolved && { ...resolved, moduleSideEffects: true };
  },
  async load(id) {
    if (id !== `\0${name}`) return null;
    packed ??= packModule();
    const { path, sha256 } = await packed;
    return `export { default as url } from ${JSON.stringify(`${path}?url`)};\nexport const sha256 = '${sha256}';\n`;
  },
};
