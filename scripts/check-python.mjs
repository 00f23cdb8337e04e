import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from './install.mjs';
import { ensurePython } from './python.mjs';

/**
 * Checks format, lint and types of the Python files. Without Python, the check is skipped with a message and code 77. In CI that fails
 * (python.mjs).
 */

/**
 * Gives each native.py in a format's folder the name by which the exported script imports it, since mypy tells modules by their names. The
 * links are in the folder of pyproject.toml's `mypy_path`.
 */
function linkAdapters() {
  const folder = join(repositoryFolder, '.cache/native-adapters');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const formats = join(repositoryFolder, 'workers/formats');
  for (const format of readdirSync(formats)) {
    const path = join(formats, format, 'native.py');
    if (existsSync(path)) symlinkSync(path, join(folder, `native_${format.replaceAll('-', '_')}.py`));
  }
}

const python = ensurePython();
if (python !== null) {
  linkAdapters();
  const commands = [['ruff', 'format', '--check', '.'], ['ruff', 'check', '.'], ['mypy']];
  for (const [tool = '', ...args] of commands) {
    const { status } = spawnSync(python, ['-m', tool, ...args], { cwd: repositoryFolder, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
} else process.exitCode = 77;
