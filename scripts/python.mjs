import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const windows = process.platform === 'win32';

/**
 * The Python environments and their requirements, the file that pip reads first. `reference` is for tests, scripts and benchmarks; `formatBench` has packages that only
 * bench:formats needs.
 */
const environments = {
  reference: { folder: '.venv', requirements: ['e2e/interop/requirements.txt'] },
  formatBench: {
    folder: '.cache/format-bench-python',
    requirements: ['bench/requirements.txt', 'e2e/interop/requirements.txt'],
  },
};

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
 * The Python interpreter with the packages of an environment, which is created if it is missing or has other versions. Without Python 3.10 or newer, it prints a message
 * and returns null. In CI it throws, so that the tests are not silently skipped.
 * @param {keyof typeof environments} name
 * @returns {string | null}
 */
export function ensurePython(name = 'reference') {
  const { folder, requirements } = environments[name];
  const environment = join(root, folder);
  const interpreter = join(environment, windows ? 'Scripts/python.exe' : 'bin/python');
  const stamp = join(environment, '.formatlab-requirements');
  const hash = createHash('sha256');
  for (const path of requirements) hash.update(readFileSync(join(root, path)));
  const wanted = hash.digest('hex');
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
  const [first = ''] = requirements;
  run(interpreter, [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--requirement',
    join(root, first),
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
