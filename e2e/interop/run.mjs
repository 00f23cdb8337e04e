import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureJava } from '../../scripts/java.mjs';
import { ensurePython } from '../../scripts/python.mjs';
import { readJunit } from '../../scripts/tests/reports.mjs';
import { builtModules } from './built.mjs';
import { measureConformance } from './conformance/conformance.mjs';
import { openInteropPage } from './interop-page.mjs';
import { receiveFiles } from './receive-files.mjs';
import { exchangeTkrzw } from './tkrzw/exchange.mjs';

/**
 * Lets a real browser write files with every format, implementation and codec of the registry, and opens each with the format's reference
 * implementation in Python. Then the conformance matrix, as far as it goes in minutes, to be compared with the committed one (scripts/make-conformance.mjs).
 *
 * `--depth quick` takes each entry's default options, `rest` what that leaves out, `full` (unless told) both. `--report FILE` writes the
 * counts and the names of failed tests as JSON; what stands behind `--` goes to pytest.
 */

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const files = join(root, '.cache/interop');
/**
 * What pytest selects.
 * @type {Record<import('./depth.ts').Depth, readonly string[]>}
 */
const depths = { quick: ['-m', 'not full'], rest: ['-m', 'full'], full: [] };
/**
 * @param {string} name
 * @returns {name is import('./depth.ts').Depth}
 */
const isDepth = (name) => name in depths;

/** @param {import('./depth.ts').Depth} depth */
async function writeFiles(depth) {
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files, { recursive: true });
  const receiver = await receiveFiles(files);
  try {
    const { page, close } = await openInteropPage({});
    try {
      const request = { depth, saveUrl: receiver.url };
      const { manifest, ...lists } = await page.evaluate((wanted) => window.writeAll(wanted), request);
      for (const [name, list] of Object.entries({ manifest, ...lists }))
        writeFileSync(join(files, `${name}.json`), JSON.stringify(list, null, 1));
      return manifest.length;
    } finally {
      await close();
    }
  } finally {
    await receiver.close();
  }
}

const { values, positionals } = parseArgs({
  options: { depth: { type: 'string', default: 'full' }, report: { type: 'string' } },
  allowPositionals: true,
});
const { depth } = values;
if (!isDepth(depth)) throw new Error(`--depth is “${depth}”, but must be ${Object.keys(depths).join(', ')}.`);

/**
 * What is done before the tests, with the seconds that it took.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 */
async function stage(name, work) {
  const startedAt = Date.now();
  const result = await work();
  console.log(`${name}: ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  return result;
}

/**
 * @param {string} python
 * @param {readonly string[]} chosen
 * @returns {Promise<{ counts: { passed: number, failed: number, skipped: number, failedNames: string[] }, code: number }>}
 */
async function test(python, chosen) {
  // Here, so that Maven's downloads, javac and the bundles are no part of a test; the tests ask for them again, and skip those without Java.
  await stage('Java', ensureJava);
  await stage('Bundles of the product for Node', builtModules);
  await Promise.all([
    stage('Databases exchanged with Tkrzw', () => exchangeTkrzw(join(files, 'tkrzw'))),
    stage('Conformance matrix', async () => {
      const scope = depth === 'quick' ? 'quick' : 'full';
      const taken = await measureConformance({ python, scope });
      writeFileSync(join(files, 'conformance.json'), JSON.stringify({ scope, ...taken }));
    }),
  ]);
  const junit = join(files, 'report.xml');
  const options = ['-q', '-n', '2', '--dist', 'worksteal', '--tb=short', '--durations=15', `--junit-xml=${junit}`];
  // Where CI is set, pytest prints both sides of a failed comparison whole, be they files of megabytes. The tests read FORMATLAB_CI.
  const { CI, ...outsideCi } = process.env;
  const { status } = spawnSync(python, ['-m', 'pytest', ...options, ...chosen, here, ...positionals], {
    cwd: root,
    stdio: 'inherit',
    env: { ...outsideCi, FORMATLAB_CI: CI ?? '', FORMATLAB_INTEROP: files, PYTHONDONTWRITEBYTECODE: '1' },
  });
  return { counts: readJunit(readFileSync(junit, 'utf8')), code: status ?? 1 };
}

const python = ensurePython();
const written = await stage('Files written by the browser', () => writeFiles(depth));
console.log(`The browser wrote ${written} files.`);
const { counts, code } =
  python === null
    ? { counts: { passed: 0, failed: 0, skipped: written, failedNames: [] }, code: 0 }
    : await test(python, depths[depth]);
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(counts));
process.exitCode = code;
