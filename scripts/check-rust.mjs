import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from './install.mjs';

/**
 * Checks format and lint of the Rust crates of workers/wasm, and the format of the native benchmark programs. With `--format` it
 * checks only their format, with `--write` it formats them, and with `--test` it runs the tests of the crates instead.
 * What lacks its tool is skipped with a message and code 77, since only building the codecs needs the tools: all of it without the Rust toolchain, and
 * lint and tests without a C compiler. In CI that fails.
 */

const workspace = join(repositoryFolder, 'workers/wasm/rust');
const native = join(repositoryFolder, 'bench/codecs/native/rust');

/** @param {string} reason */
function skip(reason) {
  console.error(`!!! ${reason}`);
  if (process.exitCode !== 1) process.exitCode = process.env.CI ? 1 : 77;
}

/**
 * @param {string} program
 * @param {...string} args
 */
const works = (program, ...args) => spawnSync(program, args, { cwd: workspace, stdio: 'ignore' }).status === 0;

/** @param {readonly (readonly string[])[]} commands */
function run(commands) {
  for (const [program = '', ...args] of commands) {
    const { status } = spawnSync(program, args, { cwd: workspace, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}

/** The C compiler that the build scripts of the crates will run; null if it does not run. With MSVC it is where Rust finds its linker, too. */
function compilerOfC() {
  const { stdout } = spawnSync('rustc', ['-vV'], { cwd: workspace, encoding: 'utf8' });
  if (/^host: .*-msvc$/m.test(stdout)) return 'MSVC';
  const name = process.env.CC ?? (process.platform === 'win32' ? 'gcc' : 'cc');
  const [program = '', ...args] = name.trim().split(/\s+/u);
  return works(program, ...args, '--version') ? name : null;
}

/**
 * @param {string} what
 * @param {readonly string[]} command
 */
function runWithC(what, command) {
  if (compilerOfC() !== null) return run([command]);
  skip(
    `There is no C compiler${process.env.CC === undefined ? '' : ` (CC is “${process.env.CC}”)`}, which crates of workers/wasm/rust need. ${what} SKIPPED. Debian and Ubuntu have one in the package build-essential, macOS in xcode-select --install.`,
  );
}

if (!works('cargo', 'fmt', '--version') || !works('cargo', 'clippy', '--version'))
  skip(
    'No Rust toolchain with rustfmt and clippy is installed. The format and lint checks and the tests of workers/wasm/rust are SKIPPED.',
  );
else if (process.argv.includes('--test'))
  runWithC('Their tests are', [
    'cargo',
    'test',
    '--locked',
    '--quiet',
    '--workspace',
    '--target-dir',
    join(repositoryFolder, '.cache/rust-test'),
  ]);
else {
  const sources = readdirSync(native).map((name) => join(native, name));
  const write = process.argv.includes('--write');
  const check = write ? [] : ['--check'];
  run([
    ['cargo', 'fmt', '--all', ...check],
    ['rustfmt', ...check, '--edition', '2021', '--config-path', workspace, ...sources],
  ]);
  if (!write && !process.argv.includes('--format'))
    runWithC('Their format was checked, but lint is', [
      'cargo',
      'clippy',
      '--locked',
      '--quiet',
      '--all-targets',
      '--workspace',
      '--target-dir',
      join(repositoryFolder, '.cache/clippy'),
      '--',
      '--deny',
      'warnings',
      // Code that only the functions exported to WASM use is unused on the target of this machine.
      '--allow',
      'dead_code',
    ]);
}
