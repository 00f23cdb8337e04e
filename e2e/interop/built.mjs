import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cachedBuild, productSources } from '../../scripts/cached-folder.mjs';
import { repositoryFolder } from '../../scripts/install.mjs';

/**
 * What the interop tests and some benchmarks run of the product: pages for a real browser, and modules for Node. All pages are one build, and all
 * modules another; both stay in .cache until a source changes.
 */

/** @param {(name: string) => boolean} isWanted of the file's name alone */
const found = (isWanted) =>
  ['e2e/interop', 'scripts/make-native', 'bench/molecules'].flatMap((folder) =>
    readdirSync(join(repositoryFolder, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => isWanted(path.slice(path.lastIndexOf('/') + 1))),
  );

/** Other Python and Java beside them are no part of what is built. This file says what is built, and how. */
const sources = () => [
  ...productSources,
  'e2e/interop/built.mjs',
  ...found((name) => /\.(?:ts|html)$/u.test(name)).sort(),
];

/** @param {readonly string[]} paths */
const inputs = (paths) =>
  Object.fromEntries(paths.map((path) => [path.replace(/\.[a-z]+$/u, ''), join(repositoryFolder, path)]));

/** @returns {Promise<string>} the folder of the built site, in which each page has its path in the repository */
export function builtPages() {
  return cachedBuild('interop-pages', sources, async (outDir) => {
    const { build } = await import('vite');
    await build({
      configFile: join(repositoryFolder, 'vite.config.ts'),
      root: repositoryFolder,
      logLevel: 'error',
      publicDir: false,
      build: { outDir, emptyOutDir: true, rollupOptions: { input: inputs(found((name) => name === 'page.html')) } },
    });
  });
}

/** @returns {Promise<string>} the folder of the bundles for Node, in which each TypeScript module has its path in the repository, ending in .mjs */
export function builtModules() {
  return cachedBuild('interop-modules', sources, async (outDir) => {
    const { build } = await import('vite');
    await build({
      configFile: false,
      root: repositoryFolder,
      logLevel: 'error',
      publicDir: false,
      build: {
        ssr: true,
        outDir,
        emptyOutDir: true,
        target: 'node20',
        assetsInlineLimit: Number.MAX_SAFE_INTEGER,
        minify: false,
        rollupOptions: {
          input: inputs(found((name) => name.endsWith('module.ts'))),
          output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
        },
      },
    });
  });
}
