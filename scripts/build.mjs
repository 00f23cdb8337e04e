import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashOfSources } from './cached-folder.mjs';
import { ensureInstalled, repositoryFolder, runOrExit } from './install.mjs';

const sources = [
  'index.html',
  'headless.html',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.base.json',
  'web',
  'workers',
  'fixtures',
  'public',
];

/** Builds the site into dist/ if it is missing or older than its sources. */
export function ensureBuilt() {
  const stamp = join(repositoryFolder, 'dist', '.built-from');
  const wanted = hashOfSources(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the site …');
  runOrExit(process.execPath, [join(repositoryFolder, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']);
  writeFileSync(stamp, wanted);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled();
  ensureBuilt();
}
