import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { repositoryFolder } from './install.mjs';

/** Folders under .cache whose names contain a hash of their sources. A folder is made once and used until a source changes. */

/**
 * @param {...(string | Buffer)} parts
 * @returns {string} 16 hexadecimal digits
 */
export function hashOf(...parts) {
  const made = createHash('sha256');
  for (const part of parts) made.update(`${part.length}:`).update(part);
  return made.digest('hex').slice(0, 16);
}

/** What the product is built from, relative to the repository's root; scripts/cached-folder.test.ts holds that nothing is missing. */
export const productSources = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'scripts/packed-duckdb.mjs',
  'tsconfig.base.json',
  'workers',
  'web',
  'fixtures',
  // The page explains its terms by it.
  'docs/GLOSSARY.md',
  // The native script carries them.
  ...[
    'arrow_types',
    'destination_format',
    'formatlab_data',
    'formatlab_dictionary',
    'formatlab_molecules',
    'formatlab_scalars',
    'formatlab_streams',
    'formatlab_table',
    'formatlab_vectors',
    'rdkit_molecules',
    'typed_objects',
  ].map((name) => `e2e/interop/${name}.py`),
];

/**
 * The hash of all files under `paths`, which are relative to the repository's root. Unit tests are excluded, since they do not affect the build.
 * @param {readonly string[]} paths
 * @returns {string} 16 hexadecimal digits
 */
export function hashOfSources(paths) {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    const full = join(repositoryFolder, path);
    if (!existsSync(full) || /\.test\.tsx?$/u.test(path)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) add(`${path}/${name}`);
      return;
    }
    hash.update(path).update('\0').update(readFileSync(full)).update('\0');
  };
  for (const path of paths) add(path);
  return hash.digest('hex').slice(0, 16);
}

const dayMs = 86_400_000;

/**
 * Deletes folders made from other sources once they are a day old. Otherwise each change would leave tens of megabytes.
 * @param {string} kept a folder whose name ends in a hyphen and a hash
 */
function removeOlder(kept) {
  const prefix = basename(kept).replace(/[^-]+$/u, '');
  for (const name of readdirSync(dirname(kept))) {
    const path = join(dirname(kept), name);
    const isOlder = () => Date.now() - statSync(path).mtimeMs > dayMs;
    if (name.startsWith(prefix) && path !== kept && isOlder()) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * The folder `path` (relative to .cache), whose name ends in a hyphen and a hash. If it is missing, `fill` makes it. If several processes need it
 * at once, each fills a folder of its own, and the first one that finishes is kept.
 * @param {string} path
 * @param {(folder: string) => void | Promise<void>} fill
 * @returns {Promise<string>} the absolute path
 */
export async function cachedFolder(path, fill) {
  const wanted = join(repositoryFolder, '.cache', path);
  if (existsSync(wanted)) return wanted;
  mkdirSync(dirname(wanted), { recursive: true });
  const made = mkdtempSync(join(dirname(wanted), '.new-'));
  try {
    await fill(made);
    if (!existsSync(wanted)) renameSync(made, wanted);
    removeOlder(wanted);
  } catch (thrown) {
    if (!existsSync(wanted)) throw thrown;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  return wanted;
}

/**
 * A folder of `cachedFolder` named by the hash of its sources.
 * @param {string} name
 * @param {() => readonly string[]} sources paths as for `hashOfSources`
 * @param {(folder: string) => void | Promise<void>} fill
 * @returns {Promise<string>} the absolute path
 * @throws {Error} if a source changed while `fill` read them: the folder would be kept for sources that it was not made from
 */
export function cachedBuild(name, sources, fill) {
  const wanted = hashOfSources(sources());
  return cachedFolder(`${name}-${wanted}`, async (folder) => {
    await fill(folder);
    if (hashOfSources(sources()) !== wanted)
      throw new Error(`A source changed while .cache/${name} was built from it. Run the command again.`);
  });
}
