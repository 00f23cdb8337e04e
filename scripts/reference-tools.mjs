import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** Debian's packages of Tkrzw: the tool and the Python module, the latter for Debian's own interpreter and not for .venv. */
const packages = ['tkrzw-utils', 'python3-tkrzw'];
export const systemPython = '/usr/bin/python3';

/**
 * @param {string} command
 * @param {string[]} args
 */
function works(command, args) {
  const run = spawnSync(command, args, { stdio: 'ignore' });
  return run.error === undefined && run.status === 0;
}

const isThere = () => works('tkrzw_dbm_util', ['version']) || works('sh', ['-c', 'command -v tkrzw_dbm_util']);
const hasModule = () => works(systemPython, ['-c', 'import tkrzw']);

/**
 * Whether Tkrzw's own tool and module are there to open files with, once they were installed where this is root's machine and has apt. False, said loudly, where they can't
 * be had; there it throws under CI, so that the tests can't be forgotten.
 */
export function ensureTkrzw() {
  if (isThere() && hasModule()) return true;
  if (process.getuid?.() === 0 && works('apt-get', ['--version'])) {
    console.log(`Installing ${packages.join(' and ')} …`);
    /** @type {import('node:child_process').SpawnSyncOptions} */
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
    if (isThere() && hasModule()) return true;
  }
  const message = `Tkrzw is not installed (Debian and Ubuntu: apt-get install ${packages.join(' ')}): its files can’t be opened with its own tools, and these interop tests are SKIPPED.`;
  if (process.env.CI) throw new Error(message);
  console.error(`\n!!! ${message}\n`);
  return false;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && !ensureTkrzw()) process.exit(1);
