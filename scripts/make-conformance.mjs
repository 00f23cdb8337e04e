import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureConformance } from '../e2e/interop/conformance/conformance.mjs';
import { ensureInstalled, repositoryFolder } from './install.mjs';
import { ensurePython } from './python.mjs';

/** @import { Conformance, ImplementationConformance } from '../workers/model/conformance' */

/**
 * Runs the conformance matrix and writes fixtures/conformance/conformance.json, which the Codecs page shows and the tests compare with. `npm run
 * make:conformance -- lz4 zstd/native` runs only these implementations and keeps the other results.
 */

ensureInstalled();
const python = ensurePython();
if (python === null) process.exit(1);
const only = process.argv.slice(2);
const folder = join(repositoryFolder, 'fixtures/conformance');
const target = join(folder, 'conformance.json');
/** @param {ImplementationConformance} of */
const key = ({ codec, implementation }) => `${codec}/${implementation}`;
/** @type {ImplementationConformance[]} */
const before = existsSync(target) ? JSON.parse(readFileSync(target, 'utf8')).implementations : [];

/** @param {Conformance} conformance */
function write(conformance) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(target, `${JSON.stringify(conformance, null, 1)}\n`);
}

/**
 * The new results, with the previous results of all other implementations.
 * @param {Conformance} conformance
 */
function merged(conformance) {
  const taken = new Map(conformance.implementations.map((one) => [key(one), one]));
  const added = conformance.implementations.filter((one) => !before.some((other) => key(other) === key(one)));
  return { ...conformance, implementations: [...before.map((one) => taken.get(key(one)) ?? one), ...added] };
}

// Written after each implementation. The whole matrix takes half an hour, and a crash of the browser must not lose the results so far.
const { conformance } = await measureConformance({
  python,
  scope: 'whole',
  only,
  onProgress: (soFar) => write(merged(soFar)),
});
const result = only.length > 0 ? merged(conformance) : conformance;
write(result);
console.log(`Wrote ${result.implementations.length} implementations to fixtures/conformance/conformance.json.`);
