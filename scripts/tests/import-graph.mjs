import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { repositoryFolder } from '../install.mjs';

/**
 * Which file imports which, as the sources say: static imports, dynamic ones, workers and `?raw` texts by their paths. A glob is no import: the
 * registry's globs would relate everything to everything.
 */

const folders = ['bench', 'e2e', 'scripts', 'web', 'workers'];
const isSource = /\.(?:tsx?|mjs)$/u;
const importPath = /(?:\bfrom\s*|\bimport\s*\(?\s*|new URL\(\s*)'(\.{1,2}\/[^']+)'/gu;
const endings = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx'];

/** @returns {string[]} the paths of all sources, relative to the repository */
const sourceFiles = () =>
  folders.flatMap((folder) =>
    readdirSync(posix.join(repositoryFolder, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
      .filter((path) => isSource.test(path)),
  );

/**
 * The files that import each file.
 * @returns {Map<string, Set<string>>}
 */
export function importersOf() {
  const files = sourceFiles();
  /** @type {Map<string, Set<string>>} */
  const importers = new Map();
  const known = new Set(files);
  for (const file of files) {
    const text = readFileSync(posix.join(repositoryFolder, file), 'utf8');
    for (const [, imported = ''] of text.matchAll(importPath)) {
      const base = posix.join(posix.dirname(file), imported.replace(/\?.*$/u, ''));
      const target = endings.map((ending) => base + ending).find((path) => known.has(path)) ?? base;
      const all = importers.get(target) ?? new Set();
      importers.set(target, all.add(file));
    }
  }
  return importers;
}

/**
 * The files that depend on the changed ones, the nearest first, with how many imports lie between.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} importers
 * @param {readonly string[]} changed
 * @returns {Map<string, number>}
 */
export function dependentsOf(importers, changed) {
  const distances = new Map(changed.map((file) => [file, 0]));
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}
