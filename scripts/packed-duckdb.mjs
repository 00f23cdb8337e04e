import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { repositoryFolder } from './install.mjs';

const name = 'virtual:duckdb-module';
const workerScript = '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js';

/** Hosts such as Cloudflare Pages refuse files above 25 MiB. DuckDB's module has 34 MB, and 8 packed. */
function packedModule() {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm'));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const path = join(repositoryFolder, '.cache', 'duckdb', sha256.slice(0, 16), 'duckdb-eh.wasm.gz');
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    // A name of its own: builds may run at once.
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, gzipSync(bytes, { level: 9 }));
    renameSync(unfinished, path);
  }
  return { path, sha256 };
}

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
  load(id) {
    if (id !== `\0${name}`) return null;
    const { path, sha256 } = packedModule();
    return `export { default as url } from ${JSON.stringify(`${path}?url`)};\nexport const sha256 = '${sha256}';\n`;
  },
};
