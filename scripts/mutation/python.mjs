import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePython } from '../python.mjs';
import { drawMutants, repositoryFolder } from './draw.mjs';

const interop = join(repositoryFolder, 'e2e/interop');
/** The reference scripts that test_references.py tests. The others only start Java, Node or a native tool. */
const references = [
  'atom_container_stream.py',
  'destination_format.py',
  'destination_julia_layout.py',
  'formatlab_data.py',
  'formatlab_dictionary.py',
  'formatlab_molecules.py',
  'formatlab_scalars.py',
  'formatlab_streams.py',
  'formatlab_table.py',
  'formatlab_vectors.py',
  'fsst_reference.py',
  'reference_codecs.py',
  'reference_readers.py',
  'tkrzw_reference.py',
];
/** What the references and their tests import. */
const imported = [
  'arrow_types.py',
  'java_tool.py',
  'rdkit_molecules.py',
  'reference_containers.py',
  'reference_molecules.py',
  'reference_rntuple.py',
  'reference_root.py',
  'reference_sdf.py',
  'reference_smiles.py',
  'reference_toolkits.py',
  'references.py',
  'telling.py',
  'typed_objects.py',
];
const tests = 'test_references.py';

const folder = join(repositoryFolder, '.cache/mutation/python');
/** mutmut writes the mutated files to the folder `mutants`. Its parent folder must look like the repository’s root, as it does from e2e/interop. */
const work = join(folder, 'interop');

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} options
 * @returns {string} what it printed, where `options` ask for it as text
 */
function run(command, args, options = {}) {
  const { error, status, stdout } = spawnSync(command, args, { stdio: 'inherit', maxBuffer: 1 << 28, ...options });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.slice(0, 4).join(' ')} ended with code ${status}.`);
  return String(stdout ?? '');
}

/** A Python environment for mutmut. It uses the reference packages of `.venv` and adds nothing to them. */
function ensureMutmut() {
  const python = ensurePython();
  if (python === null) throw new Error('Python 3.10 or newer is needed.');
  const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));
  const environment = join(repositoryFolder, '.cache/mutation-venv');
  const stamp = join(environment, '.formatlab-requirements');
  /** @param {string} name */
  const bin = (name) => join(environment, process.platform === 'win32' ? 'Scripts' : 'bin', name);
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    console.log('Installing mutmut into .cache/mutation-venv …');
    run(python, ['-m', 'venv', '--clear', environment]);
    run(bin('python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements]);
    /** @param {string} interpreter */
    const packages = (interpreter) =>
      run(interpreter, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'], {
        stdio: ['ignore', 'pipe', 'inherit'],
        encoding: 'utf8',
      }).trim();
    writeFileSync(join(packages(bin('python')), 'formatlab-references.pth'), `${packages(python)}\n`);
    writeFileSync(stamp, wanted);
  }
  return { python: bin('python'), mutmut: bin('mutmut') };
}

/** Copies the references and their tests, and links the files of the repository that they read. */
function prepare() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  for (const linked of ['fixtures', 'workers', 'e2e'])
    symlinkSync(join(repositoryFolder, linked), join(folder, linked), 'junction');
  for (const file of [...references, ...imported, tests]) copyFileSync(join(interop, file), join(work, file));
  configure(new Set(references));
}

/**
 * Tells mutmut which references it mutates: to run a draw, those that hold its mutants, since it takes seconds for each.
 * @param {ReadonlySet<string>} mutated
 */
function configure(mutated) {
  const others = references.filter((file) => !mutated.has(file));
  /** @param {readonly string[]} files */
  const lines = (files) => files.map((file) => `\n  ${file}`).join('');
  writeFileSync(
    join(work, 'setup.cfg'),
    `[mutmut]\nsource_paths =${lines([...mutated])}\nalso_copy =${lines([...others, ...imported, tests])}
pytest_add_cli_args_test_selection =\n  ${tests}\npytest_add_cli_args =\n  -p\n  no:cacheprovider
process_isolation = forkserver\nuse_git_change_detection = false\ntimeout_constant = 10\n`,
  );
}

/** @type {Record<string, string>} */
const outcomes = {
  killed: 'killed',
  segfault: 'killed',
  suspicious: 'killed',
  timeout: 'timed out',
  survived: 'survived',
  'no tests': 'no coverage',
};

/**
 * The position of a mutant's change in the repository's file. mutmut counts lines within the function.
 * @param {string} name
 * @param {string} file
 * @param {{ original: string[], replacement: string[], line: number }} change
 */
function described(name, file, { original, replacement, line }) {
  const called = name
    .split('__mutmut_', 1)
    .join('')
    .split(/\.x_|ǁ/)
    .at(-1);
  const lines = readFileSync(join(interop, file), 'utf8').split('\n');
  const start = lines.findIndex((text) => new RegExp(`\\bdef ${called}\\(`).test(text));
  /** @param {readonly string[]} changed */
  const text = (changed) => changed.map((part) => part.trim()).join('\n');
  return {
    file: `e2e/interop/${file}`,
    line: start + line + 1,
    mutator: name.split('.').at(-1) ?? name,
    original: text(original),
    replacement: text(replacement),
  };
}

/**
 * @param {import('./draw.mjs').DrawOptions} options
 * @returns {Promise<import('./draw.mjs').Drawn>}
 */
export async function mutatePython({ seed, count, list, concurrency, path }) {
  const { python, mutmut } = ensureMutmut();
  prepare();
  /** @type {(command: string, args: readonly string[]) => any} */
  const ask = (command, args) =>
    JSON.parse(
      run(python, [fileURLToPath(new URL('mutants_of.py', import.meta.url)), command, ...args], {
        cwd: work,
        stdio: ['ignore', 'pipe', 'inherit'],
        encoding: 'utf8',
      }),
    );
  const mutated = references.filter((file) => `e2e/interop/${file}`.startsWith(path));
  const names = mutated.length === 0 ? {} : ask('names', mutated);
  const drawn = drawMutants(Object.keys(names), seed, count);
  const of = { files: mutated.length, mutants: Object.keys(names).length };
  if (drawn.length === 0) return { of, results: [] };
  const changes = ask('changes', drawn);
  /** @type {(name: string, outcome: string) => import('./draw.mjs').MutantResult} */
  const resultOf = (name, outcome) => ({ ...described(name, names[name], changes[name]), outcome });
  if (list) return { of, results: drawn.map((name) => resultOf(name, 'drawn')) };
  const drawnFiles = new Set(drawn.map((name) => String(names[name])));
  configure(drawnFiles);
  run(mutmut, ['run', '--max-children', String(concurrency), ...drawn], {
    cwd: work,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const results = ask('results', [...drawnFiles]);
  return { of, results: drawn.map((name) => resultOf(name, outcomes[results[name]] ?? results[name])) };
}
