import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, root, runOrExit } from './install.mjs';

const inputs = [
  'index.html',
  'headless.html',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.base.json',
  'web',
  'workers',
  'fixtures',
  'public',
  'schemas',
];

function hashInputs() {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) add(`${path}/${name}`);
      return;
    }
    hash.update(path).update('\0').update(readFileSync(full)).update('\0');
  };
  for (const path of inputs) add(path);
  return hash.digest('hex');
}

/** Builds the site into dist/ where it is missing or older than its sources. */
export function ensureBuilt() {
  const stamp = join(root, 'dist', '.built-from');
  const wanted = hashInputs();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the site …');
  runOrExit(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']);
  writeFileSync(stamp, wanted);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled();
  ensureBuilt();
}
