import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryFolder = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Runs a command and shows its output. If the command fails, this process exits with its code.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
export function runOrExit(command, args, options = {}) {
  const run = spawnSync(command, args, { cwd: repositoryFolder, stdio: 'inherit', ...options });
  if (run.error) throw run.error;
  if (run.status !== 0) process.exit(run.status ?? 1);
}

/** Installs the packages of the lock file if they are missing or belong to another lock file. Needs only Node and npm. */
export function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Formatlab needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const stamp = join(repositoryFolder, 'node_modules', '.formatlab-lock');
  const wanted = createHash('sha256')
    .update(readFileSync(join(repositoryFolder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const packages = join(repositoryFolder, 'node_modules');
  // npm would follow the link and delete the packages in the folder that it leads to.
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      'node_modules is a symbolic link, and the packages it leads to are not those of this package-lock.json. Installing would delete them for everyone who uses that folder. Remove the link, then try again: the packages are installed in a folder of this copy.',
    );
    process.exit(1);
  }
  console.log('Installing packages …');
  // None of our packages needs its install script, and some scripts fail on a closed network because they download files.
  // A warning of npm would only worry: @sqlite.org/sqlite-wasm asks for Node 22, but runs in the browser only.
  runOrExit('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    shell: process.platform === 'win32',
  });
  writeFileSync(stamp, wanted);
}
