import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { dependencies } from './package.json';

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

/** Where the time of a build goes is of no use to whoever starts the page. */
const checks = { bundlerTimings: false };

/** Pre-bundling rewrites the URLs by which these find their .wasm files. */
const notBundled = ['parquet-wasm', 'h5wasm', '@bokuweb/zstd-wasm', '@duckdb/duckdb-wasm', '@sqlite.org/sqlite-wasm'];

export default defineConfig({
  base: './',
  plugins: [nodeModulesOfRdkit, react()],
  // The default worker format fails on top-level await, which the WASM libraries use.
  worker: { format: 'es', plugins: () => [nodeModulesOfRdkit], rollupOptions: { checks } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    rollupOptions: {
      checks,
      input: { index: 'index.html', headless: 'headless.html' },
      // Parts that nearly every page needs, in one file: some are so small that a file of their own compresses badly.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /\/node_modules\/react\/|\/web\/(?:ui\/(?:Button|Icon|Notice)|figures\/figures)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
  optimizeDeps: {
    exclude: notBundled,
    // Met first inside workers, where the scan does not look: found late, each would reload the page and end a run.
    include: [
      ...Object.keys(dependencies).filter((name) => !notBundled.includes(name)),
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
