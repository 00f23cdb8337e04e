import { spawnSync } from 'node:child_process';
import { repositoryFolder } from './install.mjs';
import { ensurePython } from './python.mjs';

/**
 * Checks format, lint and types of the Python files. Without Python, the check is skipped with a message and code 77. In CI that fails
 * (python.mjs).
 */

const python = ensurePython();
if (python !== null) {
  const commands = [['ruff', 'format', '--check', '.'], ['ruff', 'check', '.'], ['mypy']];
  for (const [tool = '', ...args] of commands) {
    const { status } = spawnSync(python, ['-m', tool, ...args], { cwd: repositoryFolder, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
} else process.exitCode = 77;
