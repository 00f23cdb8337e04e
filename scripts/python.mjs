import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const windows = process.platform === 'win32';

/** The Python environment of the tests, scripts and benchmarks, and the list of its packages. */
const folder = '.venv';
const requirements = 'e2e/interop/requirements.txt';

/**
 * True if the command works. Its output is ignored.
 * @param {string} command
 * @param {string[]} args
 */
function works(command, args) {
  const run = spawnSync(command, args, { stdio: 'ignore' });
  return run.error === undefined && run.status === 0;
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  const { error, status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with code ${status}.`);
}

/**
 * The Python interpreter with the packages, in an environment which is created if it is missing or has other versions. Without Python 3.10 or newer, it prints a message
 * and returns null. In CI it throws, so that the tests are not silently skipped.
 * @returns {string | null}
 */
export function ensurePython() {
  const environment = join(root, folder);
  const interpreter = join(environment, windows ? 'Scripts/python.exe' : 'bin/python');
  const stamp = join(environment, '.formatlab-requirements');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, requirements)))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && works(interpreter, ['--version']))
    return interpreter;
  const base = (windows ? ['py', 'python'] : ['python3', 'python']).find((name) =>
    works(name, ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))']),
  );
  if (base === undefined) {
    const message =
      'There is no Python 3.10 or newer with venv: files can’t be opened with the reference libraries, and the interop tests are SKIPPED.';
    if (process.env.CI) throw new Error(message);
    console.error(`\n!!! ${message}\n`);
    return null;
  }
  console.log(`Installing Python packages into ${folder} …`);
  run(base, ['-m', 'venv', environment]);
  run(interpreter, [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--requirement',
    join(root, requirements),
  ]);
  writeFileSync(stamp, wanted);
  return interpreter;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const python = ensurePython();
  if (python === null) process.exit(1);
  const { status } = spawnSync(python, process.argv.slice(2), { cwd: root, stdio: 'inherit' });
  process.exit(status ?? 1);
}
