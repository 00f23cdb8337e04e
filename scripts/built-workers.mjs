import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { cachedBuild, productSources } from './cached-folder.mjs';
import { repositoryFolder } from './install.mjs';

/** The workers that browser tests start. Those that these start are built with them. No two have the same name in different folders. */
export const entries = [
  'workers/engine/calibration.worker',
  'workers/engine/codec-loop.worker',
  'workers/engine/coordinator.worker',
  'workers/engine/data.worker',
  'workers/engine/measure.worker',
  'workers/engine/search.worker',
  'workers/engine/testing/misbehaving.worker',
];

/**
 * A module that starts them all: what a page starts is built as a worker. It is built and never run.
 * @type {import('vite').Plugin}
 */
const starter = {
  name: 'starter-of-workers',
  resolveId: (id) => (id === 'starter' ? join(repositoryFolder, 'starter.js') : null),
  load: (id) =>
    id === join(repositoryFolder, 'starter.js')
      ? entries.map((entry) => `new Worker(new URL('./${entry}.ts', import.meta.url), { type: 'module' });`).join('\n')
      : null,
};

/** @returns {Promise<string>} the folder of the built site; each worker is assets/NAME-HASH.js */
function builtWorkers() {
  // This file says what is built, and how.
  const sources = () => [...productSources, 'scripts/built-workers.mjs'];
  return cachedBuild('test-workers', sources, async (outDir) => {
    const { build, loadConfigFromFile } = await import('vite');
    const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, undefined, repositoryFolder);
    if (loaded === null) throw new Error('vite.config.ts was not found.');
    const { plugins = [], worker = {}, base = '/', build: { target = 'es2023' } = {} } = loaded.config;
    await build({
      configFile: false,
      root: repositoryFolder,
      logLevel: 'error',
      publicDir: false,
      base,
      worker,
      plugins: [...plugins, starter],
      build: {
        target,
        assetsInlineLimit: 0,
        outDir,
        emptyOutDir: true,
        minify: false,
        rollupOptions: { input: 'starter' },
      },
    });
  });
}

/** @type {Record<string, string>} */
const types = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** @type {(path: string) => Buffer | null} */
function contentOf(path) {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

const prefix = '/built-workers/';

/**
 * Gives tests the workers as a build makes them. From their sources, each of the hundreds of workers that the tests start would fetch and compile
 * hundreds of modules of its own, which took as long as the tests.
 * @returns {import('vite').Plugin}
 */
export function testWithBuiltWorkers() {
  return {
    name: 'test-with-built-workers',
    async configureServer(server) {
      const folder = await builtWorkers();
      const names = readdirSync(join(folder, 'assets'));
      /** @param {string} entry */
      const urlOf = (entry) => {
        const name = names.find((each) => each.startsWith(`${basename(entry)}-`) && each.endsWith('.js'));
        if (name === undefined) throw new Error(`The worker ${entry} was not built.`);
        return `${prefix}assets/${name}`;
      };
      server.middlewares.use((request, response, next) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
        const entry = searchParams.has('worker_file') ? entries.find((name) => pathname.endsWith(`/${name}.ts`)) : null;
        const isBuilt = pathname.startsWith(prefix) && !pathname.includes('..');
        const content = isBuilt
          ? contentOf(join(folder, pathname.slice(prefix.length)))
          : entry
            ? `import '${urlOf(entry)}';`
            : null;
        if (content === null) return next();
        response.setHeader('Content-Type', types[isBuilt ? extname(pathname) : '.js'] ?? 'application/octet-stream');
        for (const [name, value] of Object.entries(server.config.server.headers ?? {}))
          response.setHeader(name, String(value));
        // The name of a built file has its hash.
        response.setHeader('Cache-Control', isBuilt ? 'max-age=3600' : 'no-cache');
        response.end(content);
      });
    },
  };
}
