import { spawnSync } from 'node:child_process';
import { repositoryFolder } from './install.mjs';
import { ensurePython } from './python.mjs';

/** Format, lint and types of the Python files. Skipped, loudly and with code 77, where there is no Python; that fails under CI (python.mjs). */

const python = ensurePython();
if (python !== null) {
  const commands = [['ruff', 'format', '--check', '.'], ['ruff', 'check', '.'], ['mypy']];
  for (const [tool = '', ...args] of commands) {
    const { status } = spawnSync(python, ['-m', tool, ...args], { cwd: repositoryFolder, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
} else process.exitCode = 77;
