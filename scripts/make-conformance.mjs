import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureConformance } from '../e2e/interop/conformance/conformance.mjs';
import { ensureInstalled, root } from './install.mjs';
import { ensurePython } from './python.mjs';

/**
 * Runs the whole conformance matrix and writes fixtures/conformance/conformance.json, which the Codecs page shows and the tests compare themselves with.
 * `npm run make:conformance -- lz4 zstd/native` takes these anew and keeps the others.
 */

ensureInstalled();
const python = ensurePython();
if (python === null) process.exit(1);
const only = process.argv.slice(2);
const folder = join(root, 'fixtures/conformance');
const target = join(folder, 'conformance.json');
const { conformance } = await measureConformance({ python, scope: 'whole', only });
if (only.length > 0) {
  const key = ({ codec, implementation }) => `${codec}/${implementation}`;
  const taken = new Map(conformance.implementations.map((one) => [key(one), one]));
  const kept = JSON.parse(readFileSync(target, 'utf8')).implementations;
  conformance.implementations = [...kept.map((one) => taken.get(key(one)) ?? one), ...conformance.implementations.filter((one) => !kept.some((other) => key(other) === key(one)))];
}
mkdirSync(folder, { recursive: true });
writeFileSync(target, `${JSON.stringify(conformance, null, 1)}\n`);
console.log(`Wrote ${conformance.implementations.length} implementations to fixtures/conformance/conformance.json.`);
