import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, it } from 'vitest';
import { cachedBuild, productSources } from './cached-folder.mjs';
import { telling } from '../workers/model/testing/telling';

/** Relative paths in the code, which are imports, globs or URLs: `a/{b,c}` is two of them. */
function pathsIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/['"`(]((?:\.\.?\/)+[^'"`\n)?]+)/gu)].flatMap(([, path = '']) => {
    const [whole, names] = /\{([^}]+)\}/u.exec(path) ?? [];
    return names === undefined ? [path] : names.split(',').map((name) => path.replace(whole ?? '', name));
  });
}

it('the sources of the product hold all that its modules import', () => {
  const files = ['workers', 'web'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.(?:tsx?|css)$/u.test(path) && !/\.test\.tsx?$/u.test(path)),
  );
  const imported = new Set(files.flatMap((file) => pathsIn(file).map((path) => join(dirname(file), path))));
  expect(imported).toContain('package.json');
  // package-lock.json says what is in node_modules.
  const isSource = (path: string) =>
    ['node_modules', ...productSources].some((source) => path === source || path.startsWith(`${source}/`));
  expect([...imported].filter((path) => !isSource(path))).toEqual([]);
});

it('keeps no build whose sources changed while it was made', async () => {
  let sources = ['package.json'];
  const built = cachedBuild(
    'unit-test',
    () => sources,
    () => {
      sources = ['package.json', 'package-lock.json'];
    },
  );
  await expect(built).rejects.toThrow(telling('.cache/unit-test'));
  expect(readdirSync('.cache').filter((name) => name.startsWith('unit-test'))).toEqual([]);
});
