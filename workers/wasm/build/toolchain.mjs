import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Installs the compiler and upstream's sources into .cache/wasm, both from package registries at pinned versions. */

export const wasmFolder = dirname(dirname(fileURLToPath(import.meta.url)));
export const cacheFolder = join(wasmFolder, '../../.cache/wasm');

/** The version of zig: clang 22 with wasi-libc, as a wheel from PyPI. */
export const zigVersion = '0.17.0';
/** The Rust version of the committed modules; another version gives other bytes. */
export const rustVersion = '1.95.0';

/**
 * Runs a command and returns its standard output. @throws an error with all its output if it fails
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export function runCommand(command, args, options = {}) {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    ...options,
  });
  if (error) throw new Error(`${command} could not be started: ${error.message}`);
  if (status !== 0)
    throw new Error(`${command} ${args.slice(0, 6).join(' ')} … ended with code ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/**
 * The command line prefix of the pinned zig, which is installed into a virtual environment if it is missing.
 * @returns {[string, ...string[]]}
 */
export function ensureZig() {
  const environment = join(cacheFolder, `zig-${zigVersion}`);
  const windows = process.platform === 'win32';
  const python = join(environment, windows ? 'Scripts/python.exe' : 'bin/python');
  const installed = () =>
    existsSync(python) &&
    spawnSync(python, ['-m', 'ziglang', 'version'], { encoding: 'utf8' }).stdout?.trim() === zigVersion;
  if (!installed()) {
    console.log(`Installing zig ${zigVersion} into .cache/wasm …`);
    rmSync(environment, { recursive: true, force: true });
    mkdirSync(cacheFolder, { recursive: true });
    runCommand(windows ? 'py' : 'python3', ['-m', 'venv', environment]);
    runCommand(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `ziglang==${zigVersion}`]);
    if (!installed()) throw new Error(`zig ${zigVersion} was installed but does not answer.`);
  }
  return [python, '-m', 'ziglang'];
}

/** @typedef {Map<string, { version: string, checksum: string }>} Lock by the crate's name */

/** @returns {Lock} what sources/Cargo.lock pins */
export function readLock() {
  const lock = readFileSync(join(wasmFolder, 'sources/Cargo.lock'), 'utf8');
  const entries = lock
    .split('[[package]]')
    .slice(1)
    .map((text) =>
      Object.fromEntries([...text.matchAll(/^(\w+) = "([^"]*)"$/gm)].map(([, key, value]) => [key, value])),
    );
  return new Map(
    entries
      .filter(({ checksum }) => checksum !== undefined)
      .map(({ name, version, checksum }) => [name, { version, checksum }]),
  );
}

/**
 * @param {Lock} lock
 * @param {string} crate
 */
export function pinnedBy(lock, crate) {
  const pinned = lock.get(crate);
  if (pinned === undefined) throw new Error(`sources/Cargo.lock pins no crate ${crate}.`);
  return pinned;
}

/**
 * Vendors the crates of a folder's Cargo.toml, unless that was done for its lock file, and returns their folder. Cargo checks each crate against the lock's checksum.
 * @param {string} folder
 * @param {string} name
 * @param {readonly string[]} options
 */
function vendored(folder, name, options) {
  const vendor = join(cacheFolder, name);
  const stamp = join(vendor, '.formatlab-lock');
  const wanted = createHash('sha256')
    .update(readFileSync(join(wasmFolder, folder, 'Cargo.lock')))
    .digest('hex');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    console.log(`Vendoring the sources of ${folder}/Cargo.toml into .cache/wasm …`);
    rmSync(vendor, { recursive: true, force: true });
    mkdirSync(cacheFolder, { recursive: true });
    runCommand(
      'cargo',
      ['vendor', '--locked', ...options, '--manifest-path', join(wasmFolder, folder, 'Cargo.toml'), vendor],
      { cwd: cacheFolder },
    );
    writeFileSync(stamp, wanted);
  }
  return vendor;
}

/** @returns {(crate: string) => string} the folder of each crate in sources/Cargo.toml */
export function ensureSources() {
  const vendor = vendored('sources', 'vendor', ['--versioned-dirs']);
  const lock = readLock();
  return (crate) => join(vendor, `${crate}-${pinnedBy(lock, crate).version}`);
}

/** @returns {string} a folder with the crates of the Rust modules, each in a folder with its name */
export const ensureRustSources = () => vendored('rust', 'rust-vendor', []);
