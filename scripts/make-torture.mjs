import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ensureInstalled, repositoryFolder } from './install.mjs';
import { ensurePython } from './python.mjs';

/**
 * Updates the torture matrix: what pyarrow preserves of each case, the files that it writes, and what our formats and readers preserve. The tests
 * compare their results with fixtures/torture, which the Formats page shows.
 */

ensureInstalled();
const python = ensurePython();
if (python === null) process.exit(1);

// The scripts load TypeScript through Vite, since Node 20 cannot.
const { module } = await runnerImport(join(repositoryFolder, 'workers/registry/torture/canonical-forms.ts'), {
  root: repositoryFolder,
  configFile: false,
  logLevel: 'warn',
});
const canonical = mkdtempSync(join(tmpdir(), 'torture-'));
const fixtures = join(repositoryFolder, 'fixtures/torture');
mkdirSync(fixtures, { recursive: true });
for (const [id, bytes] of module.canonicalForms()) writeFileSync(join(canonical, `${id}.canonical`), bytes);
const run = (/** @type {string} */ command, /** @type {string[]} */ parameters) =>
  execFileSync(command, parameters, { cwd: repositoryFolder, stdio: 'inherit' });
run(python, [join(repositoryFolder, 'e2e/interop/torture_references.py'), canonical, fixtures]);
rmSync(canonical, { recursive: true });
run(process.execPath, [
  join(repositoryFolder, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--project',
  'browser',
  'workers/registry/torture',
  '--update',
]);
