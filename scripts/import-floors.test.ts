import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { UserConfig } from 'vite';
import { describe, expect, test } from 'vitest';
import viteConfig from '../vite.config';
import { mayImport } from './import-table';
import { exportsOf, sourceTexts, unusedExports } from './tests/exports.mjs';

/**
 * The folders of the page and of the workers, from the ground up. A folder imports from floors below its own, and nothing from its own floor but itself. What an entry may import, and
 * that files import each other in no circle, is in biome.json.
 */
const floors = {
  web: [
    ['figures', 'styles', 'ui', 'view'],
    ['charts', 'links', 'sources'],
    ['byte-map', 'codecs', 'decide', 'formats', 'storage'],
    ['state'],
    ['column-search', 'results', 'share'],
    ['recipe'],
    ['explore', 'published'],
    ['app', 'headless', 'hostile'],
  ],
  workers: [
    ['model'],
    ['client', 'columns', 'snippets', 'workloads'],
    ['registry', 'wasm'],
    ['libraries'],
    ['byte-map'],
    ['own-file'],
    ['codecs', 'formats'],
    ['molecule-view', 'open-file'],
    ['engine'],
  ],
} as const;

interface Import {
  readonly from: string;
  readonly to: string;
}

function importsIn(root: string, pattern: RegExp): { from: string; spec: string; text: string }[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(root, path.replaceAll('\\', '/')))
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !path.endsWith('.d.ts'));
  return files.flatMap((from) =>
    [...readFileSync(from, 'utf8').matchAll(pattern)].map(([text, spec = '']) => ({ from, spec, text })),
  );
}

const importsOf = (root: string): Import[] =>
  importsIn(root, /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g).map(({ from, spec }) => ({
    from,
    to: posix.join(posix.dirname(from), spec),
  }));

/** What a format may import of another one, since its files hold parts of that type. A family is one folder. */
const shared: Readonly<Record<string, readonly string[]>> = {
  csv: ['arrow'],
  hdf5: ['npy', 'pickle'],
  parquet: ['arrow'],
  pickle: ['npy'],
  'smiles-coordinates': ['smiles'],
};

/** Folders that only tests import. */
const testFolders = ['workers/registry/torture/', 'web/hostile/'];
const isForTests = (path: string): boolean =>
  path.split('/').includes('testing') || testFolders.some((folder) => path.startsWith(folder));

const folderOf = (root: string, path: string): string | null => {
  const [first, second, third] = path.split('/');
  return first === root && second !== undefined && third !== undefined ? second : null;
};

describe.each(Object.entries(floors))('%s', (root, levels) => {
  const levelOf = new Map(levels.flatMap((folders, level) => folders.map((folder) => [folder as string, level])));
  const imports = importsOf(root);

  test('has a floor for each of its folders', () =>
    expect(
      [...new Set(imports.flatMap(({ from }) => folderOf(root, from) ?? []))].filter((folder) => !levelOf.has(folder)),
    ).toEqual([]));

  test('imports from floors below', () =>
    expect(
      imports.filter(({ from, to }) => {
        const [here, there] = [folderOf(root, from), folderOf(root, to)];
        // What is made for tests may use what is made for the tests of a floor above.
        if (here === null || there === null || here === there || isForTests(from)) return false;
        return (levelOf.get(there) ?? Number.POSITIVE_INFINITY) >= (levelOf.get(here) ?? -1);
      }),
    ).toEqual([]));

  test.runIf(root === 'workers')('imports what the table allows', () =>
    expect(
      imports.filter(({ from, to }) => {
        const [here, there] = [folderOf(root, from), folderOf(root, to)];
        return (
          here !== null && there !== null && here !== there && !isForTests(from) && !mayImport[here]?.includes(there)
        );
      }),
    ).toEqual([]),
  );

  test('imports of another entry only what a family shares', () =>
    expect(
      imports.filter(({ from, to }) => {
        const [, room, entry, inside] = from.split('/');
        const [, otherRoom, other, otherInside] = to.split('/');
        if (isForTests(from) || root !== 'workers' || !['formats', 'codecs', 'workloads'].includes(room ?? ''))
          return false;
        if (room !== otherRoom || inside === undefined || otherInside === undefined || entry === other) return false;
        return room !== 'formats' || shared[entry ?? '']?.includes(other ?? '') !== true;
      }),
    ).toEqual([]));

  test('keeps what is made for tests out of the product', () =>
    expect(imports.filter(({ from, to }) => to.split('/').includes('testing') && !isForTests(from))).toEqual([]));

  test('imports something from a floor below, so that the test sees imports', () =>
    expect(imports.some(({ from, to }) => folderOf(root, from) !== folderOf(root, to))).toBe(true));
});

/** The packages that files of a folder import at run time, by the names in their imports. */
function packagesOf(root: string): ReadonlySet<string> {
  const found = importsIn(root, /(?:^(?:im|ex)port\s(?!type\b)(?:[^;'"]*?\bfrom\s)?|\bimport\()\s*'([^.'/][^']*)'/gmu);
  // `import { type A, type B }` is gone when the file runs.
  return new Set(found.flatMap(({ from, spec, text }) => (isForTests(from) || onlyTypes.test(text) ? [] : [spec])));
}
const onlyTypes = /^import\s*\{(?:\s*type\s+\w+(?:\s+as\s+\w+)?\s*,?)+\s*\}\s*from/u;

// The development server looks for packages in the page's imports only. One that it meets late, in a worker, reloads the page and ends a run.
test('every package that a worker imports is in optimizeDeps of vite.config.ts', async () => {
  const { include = [], exclude = [] } = (viteConfig as UserConfig).optimizeDeps ?? {};
  const imported = [...packagesOf('workers')].filter((name) => !/^(?:node|virtual):|\?/u.test(name));
  expect(imported.length).toBeGreaterThan(10);
  const named = (name: string) =>
    include.includes(name) || exclude.some((each) => name === each || name.startsWith(`${each}/`));
  expect(imported.filter((name) => !named(name))).toEqual([]);
});

describe('exports', () => {
  const texts = sourceTexts();

  test('are used by another file', () => expect(unusedExports(texts)).toEqual([]));

  // `npx vitest run --project unit scripts/import-floors -u` writes it anew: the change is then seen in review.
  test('of the model and the client are the public surface', async () => {
    const lines = [...texts]
      .filter(([file]) => /^workers\/(?:model|client)\//u.test(file) && !/\.test\.ts$|\/testing\//u.test(file))
      .map(([file, text]) => `${file}: ${exportsOf(text).join(' ')}\n`)
      .sort();
    expect(lines.length).toBeGreaterThan(100);
    await expect(lines.join('')).toMatchFileSnapshot('public-surface.txt');
  });
});
