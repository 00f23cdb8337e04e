import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import settings from './package.json' with { type: 'json' };
import { packedDuckdb } from './scripts/packed-duckdb.mjs';

/** Cross-origin isolation narrows the timer's step from 100 µs to 5 µs (Chromium); a host that sets no headers gets them from the service worker. */
const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/**
 * RDKit's glue imports Node's modules in a branch that no browser takes. They are empty here without Vite's warning, which would be one for each
 * worker; an import of ours still warns.
 */
const nodeModulesOfRdkit: Plugin = {
  name: 'node-modules-of-rdkit',
  enforce: 'pre',
  resolveId: (id, importer) => (/^node:/u.test(id) && importer?.includes('/@rdkit/rdkit/') ? `\0empty-${id}` : null),
  load: (id) => (id.startsWith('\0empty-node:') ? 'export {};' : null),
};

/** What the page needs before its first click: the modules that its entry imports. */
const firstLoad = new Set<string>();

/**
 * Finds the modules of the first load, for one file that holds them all. `headless.html` shares some of them: without this each set that is shared by
 * other pages would be a file of its own, and many small files compress badly.
 */
const findFirstLoad: Plugin = {
  name: 'find-first-load',
  apply: 'build',
  buildEnd() {
    const entry = [...this.getModuleIds()].find((id) => id.endsWith('/index.html'));
    const waiting = entry === undefined ? [] : [entry];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) {
        if (firstLoad.has(imported)) continue;
        firstLoad.add(imported);
        waiting.push(imported);
      }
  },
};

/** Where the time of a build goes is of no use to whoever starts the page. */
const checks = { bundlerTimings: false };

/** Pre-bundling rewrites the URLs by which these find their .wasm files. */
const notBundled = ['parquet-wasm', 'h5wasm', '@bokuweb/zstd-wasm', '@duckdb/duckdb-wasm', '@sqlite.org/sqlite-wasm'];

export default defineConfig({
  base: './',
  plugins: [nodeModulesOfRdkit, packedDuckdb, findFirstLoad, react()],
  // The default worker format fails on top-level await, which the WASM libraries use.
  worker: { format: 'es', plugins: () => [nodeModulesOfRdkit, packedDuckdb], rollupOptions: { checks } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    // The first load is one file.
    chunkSizeWarningLimit: 600,
    rollupOptions: {
      checks,
      input: { index: 'index.html', headless: 'headless.html' },
      output: {
        codeSplitting: {
          groups: [{ name: 'first-load', test: (id: string) => firstLoad.has(id) && !/\/main\.tsx$/u.test(id) }],
        },
      },
    },
  },
  optimizeDeps: {
    exclude: notBundled,
    // Met first inside workers, where the scan does not look: found late, each would reload the page and end a run.
    include: [
      ...Object.keys(settings.dependencies).filter((name) => !notBundled.includes(name)),
      'apache-arrow/visitor/vectorloader',
      'hyparquet/src/column.js',
      'hyparquet/src/delta.js',
      'hyparquet/src/encoding.js',
      'hyparquet/src/indexes.js',
      'hyparquet/src/schema.js',
      'hyparquet/src/thrift.js',
    ],
  },
  server: { headers: isolationHeaders },
  preview: { headers: isolationHeaders },
});
