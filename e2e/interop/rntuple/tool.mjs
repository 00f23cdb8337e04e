import { closeSync, fstatSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The product's own modules for RNTuple in Node, asked line by line in JSON: a dataset in canonical form to a file of ROOT, straight to the disk, and back. Used by
 * test_rntuple.py; V8 and WASM are those of the browser.
 */

const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, '../../..');

async function loadModule() {
  const { build } = await import('vite');
  const outDir = join(repository, `.cache/rntuple-tool-${process.pid}`);
  try {
    await build({
      configFile: false,
      root: repository,
      logLevel: 'error',
      build: { ssr: join(here, 'module.ts'), outDir, emptyOutDir: true, target: 'node20', assetsInlineLimit: Number.MAX_SAFE_INTEGER, minify: false, rollupOptions: { output: { entryFileNames: 'module.mjs' } } },
    });
    return await import(pathToFileURL(join(outDir, 'module.mjs')).href);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

const root = await loadModule();
const [decompressor, checksum] = await Promise.all([root.loadBlockDecompressor(), root.loadChecksum()]);

let kept = { path: null, dataset: null };
function datasetOf(path) {
  if (kept.path !== path) {
    const bytes = readFileSync(path);
    kept = { path, dataset: root.fromCanonical(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)) };
  }
  return kept.dataset;
}

function sourceOf(handle) {
  return {
    sizeBytes: fstatSync(handle).size,
    read(offset, sizeBytes) {
      const bytes = new Uint8Array(sizeBytes);
      readSync(handle, bytes, 0, sizeBytes, offset);
      return bytes;
    },
  };
}

const commands = {
  async write({ canonical, path, compression = null, pageBytes = root.defaultPageBytes, clusterBytes = root.clusterBytes }) {
    const dataset = datasetOf(canonical);
    const compressor = compression === null ? null : await root.loadBlockCompressor(compression);
    const handle = openSync(path, 'w');
    try {
      const sink = { write: (offset, bytes) => writeSync(handle, bytes, 0, bytes.length, offset) };
      root.writeTable(dataset, sink, compressor, checksum, pageBytes, clusterBytes);
      return { sizeBytes: fstatSync(handle).size };
    } finally {
      closeSync(handle);
    }
  },

  /** To canonical form, with what is in the file and which fields were passed over. */
  async read({ path, canonical }) {
    const handle = openSync(path, 'r');
    try {
      const file = new root.TableFile(sourceOf(handle), decompressor, checksum);
      writeFileSync(canonical, Buffer.concat(root.toCanonical(file.readTable()).parts));
      return { counts: file.counts(), skipped: file.skipped };
    } finally {
      closeSync(handle);
    }
  },

  /** In memory, as the engine does it: times `calls` of encoding and decoding, and gives the best of each. */
  async time({ canonical, innerCodec = null, options = {}, calls }) {
    const dataset = datasetOf(canonical);
    const session = await root.format.open({ options, innerCodec, schema: { kind: 'table', columns: [] } });
    let file;
    const encodeMs = best(calls, () => (file = session.encode(dataset)));
    const decodeMs = best(calls, () => session.decode(file));
    return { encodeMs, decodeMs, sizeBytes: file.length };
  },
};

function best(calls, work) {
  let bestMs = Number.POSITIVE_INFINITY;
  for (let call = 0; call < calls; call += 1) {
    const startedAt = performance.now();
    work();
    bestMs = Math.min(bestMs, performance.now() - startedAt);
  }
  return bestMs;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { command, ...request } = JSON.parse(line);
  try {
    console.log(JSON.stringify(await commands[command](request)));
  } catch (thrown) {
    console.log(JSON.stringify({ error: String(thrown?.message ?? thrown), tag: thrown?.record?.tag ?? null, stack: thrown?.stack }));
  }
}
