import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashOfSources, productSources } from './cached-folder.mjs';
import { ensureInstalled, repositoryFolder, runOrExit } from './install.mjs';

const sources = ['index.html', 'headless.html', 'public', ...productSources];

/** Builds the site into dist/ if it is missing or older than its sources. */
export function ensureBuilt() {
  const stamp = join(repositoryFolder, 'dist', '.built-from');
  const wanted = hashOfSources(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the site …');
  runOrExit(process.execPath, [join(repositoryFolder, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']);
  // A source that changed meanwhile may be in dist or not, so that the next start builds again.
  if (hashOfSources(sources) === wanted) writeFileSync(stamp, wanted);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled();
  ensureBuilt();
}
