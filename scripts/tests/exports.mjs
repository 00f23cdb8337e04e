import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { repositoryFolder } from '../install.mjs';

/** What the sources export, and who names it, as their texts say. */

const folders = ['bench', 'cli', 'e2e', 'scripts', 'web', 'workers'];
const endings = ['', '.ts', '.tsx', '.mjs', '.d.ts', '/index.ts'];
const declared =
  /^export (?:async )?(?:const|let|function\*?|class|abstract class|interface|type|enum) ([A-Za-z_$][\w$]*)/gmu;
const named = /^export (?:type )?\{([^}]*)\}/gmu;
/** Globs read these names. */
const byGlob = new Set([
  ...['codec', 'counterparts', 'fileTypes', 'format', 'hostileStreams', 'looks', 'map', 'mapped', 'meta', 'readers'],
  ...['networkSentence', 'remote', 'snippets', 'sourceReaders', 'workload'],
]);

/** @returns {Map<string, string>} the texts of the sources by their paths */
export function sourceTexts() {
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const folder of folders)
    for (const path of readdirSync(posix.join(repositoryFolder, folder), { recursive: true, encoding: 'utf8' })) {
      const file = posix.join(folder, path.replaceAll('\\', '/'));
      if (/\.(?:tsx?|mjs)$/u.test(file) && !/\/(?:node_modules|target|\.\w+)\//u.test(file))
        texts.set(file, readFileSync(posix.join(repositoryFolder, file), 'utf8'));
    }
  return texts;
}

/**
 * @param {string} text of a source
 * @returns {string[]} the names that it exports, sorted
 */
export function exportsOf(text) {
  const lists = [...text.matchAll(named)].flatMap(([, list = '']) =>
    list.split(',').map((each) => each.replace(/^[\s\S]*\bas\s|\btype\s/gu, '').trim()),
  );
  return [...[...text.matchAll(declared)].map(([, name = '']) => name), ...lists].filter((name) => name !== '').sort();
}

/**
 * The exports of the page and the workers that no file that imports theirs names.
 * @param {ReadonlyMap<string, string>} texts
 * @returns {string[]} each as `path: name`
 */
export function unusedExports(texts) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const [file, text] of texts)
    for (const [, path = ''] of text.matchAll(/['"`]((?:\.\.?|web|workers)\/[^'"`\s?]+)(?:\?[\w&=]+)?['"`]/gu)) {
      // Scripts name what they build by its path from the root.
      const base = path.startsWith('.') ? posix.join(posix.dirname(file), path) : path;
      const target = endings.map((ending) => base + ending).find((each) => texts.has(each));
      if (target !== undefined && target !== file) importers.set(target, [...(importers.get(target) ?? []), text]);
    }
  return [...texts].flatMap(([file, text]) =>
    !/^(?:web|workers)\//u.test(file) || file.endsWith('.d.ts')
      ? []
      : [...text.matchAll(declared)]
          .map(([, name = '']) => name)
          .filter((name) => !byGlob.has(name))
          .filter((name) => {
            const word = new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'u');
            return !(importers.get(file) ?? []).some((each) => word.test(each));
          })
          .map((name) => `${file}: ${name}`),
  );
}
