import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

export const systemPython = '/usr/bin/python3';

/**
 * @param {string} command
 * @param {string[]} args
 */
function works(command, args) {
  const run = spawnSync(command, args, { stdio: 'ignore' });
  return run.error === undefined && run.status === 0;
}

const hasTool = () => works('tkrzw_dbm_util', ['version']) || works('sh', ['-c', 'command -v tkrzw_dbm_util']);
const hasModule = () => works(systemPython, ['-c', 'import tkrzw']);

/** Debian’s packages: Tkrzw’s tool, its Python module, which works with Debian’s Python and not with .venv, and strace, which tells what Tkrzw reads. */
const missingPackages = () => [
  ...(hasTool() ? [] : ['tkrzw-utils']),
  ...(hasModule() ? [] : ['python3-tkrzw']),
  ...(works('strace', ['-V']) ? [] : ['strace']),
];

/**
 * True if Tkrzw’s tool and Python module are available. They and strace are installed if this is a machine with apt and the user is root. If one is
 * unavailable, it prints a message. In CI it throws, so that the tests are not silently skipped.
 */
export function ensureTkrzw() {
  const wanted = missingPackages();
  if (wanted.length > 0 && process.getuid?.() === 0 && works('apt-get', ['--version'])) {
    console.log(`Installing ${wanted.join(', ')} …`);
    /** @type {import('node:child_process').SpawnSyncOptions} */
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...wanted], options);
  }
  const missing = missingPackages();
  if (missing.length === 0) return true;
  const message = `Not installed (Debian and Ubuntu: apt-get install ${missing.join(' ')}). The interop tests that open files with Tkrzw’s own tools need it and are SKIPPED.`;
  if (process.env.CI) throw new Error(message);
  console.error(`\n!!! ${message}\n`);
  return hasTool() && hasModule();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && !ensureTkrzw()) process.exit(1);
