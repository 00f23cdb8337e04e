import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { repositoryFolder } from '../install.mjs';

/**
 * Tests with the tag `pinned` test only modules and packages that are pinned: a `.wasm` by its hash, a package by the lock file, a Rust crate by its
 * sources. Their outcome changes only with these. fixtures/pinned-tests.json holds the hash of what they last passed with; a run whose inputs have
 * that hash leaves them out, and says so. `npm run test:full` runs them all and writes the hash.
 */

const record = join(repositoryFolder, 'fixtures/pinned-tests.json');

/** @typedef {'rust' | 'browser' | 'interop'} Layer */

/** The codecs as they are shipped: their modules, packages and adapters. */
const codecModules = [
  'package-lock.json',
  'workers/codecs',
  'workers/libraries',
  'workers/model/codec-failures.ts',
  'workers/model/errors.ts',
  'workers/model/options.ts',
  'workers/registry/modules.ts',
  'workers/wasm/built/*.wasm',
  'workers/wasm/fetch-module.ts',
  'workers/wasm/imports.ts',
  'workers/wasm/native-codec.ts',
  'workers/wasm/native-context.ts',
  'workers/wasm/native-module.ts',
];

/**
 * What the pinned tests of a layer depend on, the tests themselves included: files, and folders with all that is in them (of one ending: `*.py`). Modules
 * from which only types are imported are left out.
 * @type {Record<Layer, readonly string[]>}
 */
export const pinnedInputs = {
  rust: ['workers/wasm/rust', 'scripts/check-rust.mjs'],
  browser: [
    ...codecModules,
    'workers/model/codec-options.ts',
    'workers/model/testing/hostile-bytes.ts',
    'workers/registry/codecs-hostile.contract.browser.test.ts',
    'workers/registry/codecs-lifetime.contract.browser.test.ts',
    'workers/registry/codecs.contract.browser.test.ts',
    'workers/registry/testing/chosen-entries.ts',
    'workers/registry/testing/codec-cases.ts',
    'workers/registry/testing/contract-cases.ts',
  ],
  interop: [
    ...codecModules,
    'scripts/java.mjs',
    'scripts/python.mjs',
    'e2e/interop/requirements.txt',
    'e2e/interop/conformance',
    'e2e/interop/interop-page.mjs',
    'e2e/interop/java',
    'e2e/interop/arrow_types.py',
    'e2e/interop/atom_container_stream.py',
    'e2e/interop/conformance_sources.py',
    'e2e/interop/conftest.py',
    'e2e/interop/destination_format.py',
    'e2e/interop/destination_julia_layout.py',
    'e2e/interop/formatlab_data.py',
    'e2e/interop/formatlab_dictionary.py',
    'e2e/interop/formatlab_molecules.py',
    'e2e/interop/formatlab_scalars.py',
    'e2e/interop/formatlab_streams.py',
    'e2e/interop/formatlab_table.py',
    'e2e/interop/formatlab_vectors.py',
    'e2e/interop/fsst_reference.py',
    'e2e/interop/java_tool.py',
    'e2e/interop/rdkit_molecules.py',
    'e2e/interop/reference_codecs.py',
    'e2e/interop/reference_readers.py',
    'e2e/interop/reference_rntuple.py',
    'e2e/interop/reference_root.py',
    'e2e/interop/references.py',
    'e2e/interop/telling.py',
    'e2e/interop/test_conformance.py',
    'e2e/interop/test_java_tool.py',
    'e2e/interop/test_references.py',
    'e2e/interop/test_telling.py',
    'e2e/interop/tkrzw_reference.py',
    'e2e/interop/typed_objects.py',
    'e2e/interop/work.py',
    'fixtures/conformance',
    'fixtures/dictionary/slices.json',
    'fixtures/golden',
    'fixtures/streams/slices.json',
    'fixtures/table/slices.json',
    'fixtures/vectors/slices.json',
    'workers/formats/*.py',
    'workers/model/conformance.ts',
    'workers/workloads/logs/templates.json',
  ],
};

/** Modules that read users' files: no codec, so that no pinned test depends on them. @param {string} path */
const isReader = (path) => /^workers\/wasm\/built\/(?:delimited|records)\.wasm$/u.test(path);

/** @param {string} path */
const isGenerated = (path) => /(?:^|\/)(?:target|__pycache__)(?:\/|$)/u.test(path);

/**
 * @param {string} input a file, a folder, or a folder with `*` and the ending of its files
 * @returns {string[]} the files
 */
function filesAt(input) {
  const [path = '', ending = ''] = input.split('/*');
  if (!statSync(join(repositoryFolder, path)).isDirectory()) return [path];
  return readdirSync(join(repositoryFolder, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) =>
      posix.relative(
        repositoryFolder.replaceAll('\\', '/'),
        posix.join(entry.parentPath.replaceAll('\\', '/'), entry.name),
      ),
    );
}

/**
 * The hash of a layer's inputs: of their paths and bytes.
 * @param {readonly string[]} inputs
 * @returns {string} 16 hexadecimal digits
 * @throws {Error} if an input is missing
 */
export function hashOfInputs(inputs) {
  const hash = createHash('sha256');
  for (const path of new Set(
    inputs
      .flatMap(filesAt)
      .filter((each) => !isGenerated(each) && !isReader(each))
      .sort(),
  ))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(repositoryFolder, path)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** @returns {Record<string, string>} by layer, the hash of the inputs with which all its pinned tests passed */
const recorded = () => (existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {});

/**
 * @param {Layer} layer
 * @returns {{ hash: string, isUnchanged: boolean }}
 */
export function pinnedState(layer) {
  const hash = hashOfInputs(pinnedInputs[layer]);
  return { hash, isUnchanged: recorded()[layer] === hash };
}

/**
 * Keeps the hashes of layers whose pinned tests have all passed.
 * @param {Partial<Record<Layer, string>>} passed
 */
export function recordPinned(passed) {
  writeFileSync(record, `${JSON.stringify({ ...recorded(), ...passed }, null, 2)}\n`);
}
