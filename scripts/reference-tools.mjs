import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** Debian’s packages of Tkrzw: the tool, and the Python module, which works with Debian’s Python and not with .venv. */
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
 * True if Tkrzw’s tool and Python module are available. They are installed if this is a machine with apt and the user is root. If they are
 * unavailable, it prints a message and returns false. In CI it throws, so that the tests are not silently skipped.
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
