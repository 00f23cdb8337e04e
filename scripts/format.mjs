import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, repositoryFolder, runOrExit } from './install.mjs';

/** Formats all files as `npm run check` requires. Python and Rust files are skipped if their tools are missing. */

ensureInstalled();
const { ensurePython } = await import('./python.mjs');
runOrExit(join(repositoryFolder, 'node_modules/.bin/biome'), ['check', '--write', '.']);
const python = ensurePython();
if (python !== null) runOrExit(python, ['-m', 'ruff', 'format', '.']);
spawnSync(process.execPath, [join(repositoryFolder, 'scripts/check-rust.mjs'), '--write'], {
  cwd: repositoryFolder,
  stdio: 'inherit',
});
