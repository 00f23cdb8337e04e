import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

const repository = join(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * The product's own modules, as `entry` (a TypeScript file) exports them, bundled for Node; V8 and WASM are those of the browser. `name` is that of a folder under .cache while it is built.
 * @param {string} entry
 * @param {string} name
 * @returns {Promise<unknown>} whoever asks casts it to the type of `entry`
 */
export async function loadProductModules(entry, name) {
  const { build } = await import('vite');
  const outDir = join(repository, `.cache/${name}-${process.pid}`);
  try {
    await build({
      configFile: false,
      root: repository,
      logLevel: 'error',
      build: {
        ssr: entry,
        outDir,
        emptyOutDir: true,
        target: 'node20',
        assetsInlineLimit: Number.MAX_SAFE_INTEGER,
        minify: false,
        rollupOptions: { output: { entryFileNames: 'module.mjs' } },
      },
    });
    return await import(pathToFileURL(join(outDir, 'module.mjs')).href);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

/**
 * Answers standard input line by line, each a JSON object with the name of a command and what it takes, until it ends.
 * @param {Record<string, (request: never) => unknown>} commands
 */
export async function answerLines(commands) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { command, ...request } = JSON.parse(line);
    try {
      console.log(JSON.stringify(await /** @type {(request: object) => unknown} */ (commands[command])(request)));
    } catch (caught) {
      const thrown = /** @type {Partial<import('../../workers/model/errors').FormatlabError> | null | undefined} */ (
        caught
      );
      console.log(
        JSON.stringify({
          error: String(thrown?.message ?? thrown),
          tag: thrown?.record?.tag ?? null,
          stack: thrown?.stack,
        }),
      );
    }
  }
}
