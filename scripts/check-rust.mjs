import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from './install.mjs';

/**
 * Checks format and lint of the Rust crates of workers/wasm, and the format of the native benchmark programs. With `--write` it formats them, and with
 * `--test` it runs the tests of the crates instead.
 * Without the toolchain it is skipped with a message, since only building the codecs needs the toolchain.
 */

const workspace = join(repositoryFolder, 'workers/wasm/rust');
const native = join(repositoryFolder, 'bench/codecs/native/rust');
/** @param {...string} args */
const works = (...args) => spawnSync('cargo', args, { cwd: workspace, stdio: 'ignore' }).status === 0;

if (works('fmt', '--version') && works('clippy', '--version')) {
  const sources = readdirSync(native).map((name) => join(native, name));
  const write = process.argv.includes('--write');
  const test = process.argv.includes('--test');
  const check = write ? [] : ['--check'];
  const commands = [
    ['cargo', 'fmt', '--all', ...check],
    ['rustfmt', ...check, '--edition', '2021', '--config-path', workspace, ...sources],
  ];
  if (!write)
    commands.push([
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
  // Those of formatlab-parquet need a C compiler.
  const testCommand = ['cargo', 'test', '--locked', '--quiet', '--workspace'];
  const targetFolder = join(repositoryFolder, '.cache/rust-test');
  for (const [program = '', ...args] of test ? [[...testCommand, '--target-dir', targetFolder]] : commands) {
    const { status } = spawnSync(program, args, { cwd: workspace, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
} else {
  console.error(
    '!!! No Rust toolchain with rustfmt and clippy is installed. The format and lint checks of workers/wasm/rust are SKIPPED.',
  );
  process.exitCode = 77;
}
