import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureJava } from '../../scripts/java.mjs';
import { ensurePython } from '../../scripts/python.mjs';
import { readJunit } from '../../scripts/test-reports.mjs';
import { builtModules } from './built.mjs';
import { measureConformance } from './conformance/conformance.mjs';
import { openInteropPage } from './interop-page.mjs';
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
 * @type {Record<string, readonly string[]>}
 */
const depths = { quick: ['-m', 'not full'], rest: ['-m', 'full'], full: [] };

/** @param {{ full: boolean }} request */
async function writeFiles(request) {
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files, { recursive: true });
  const { page, close } = await openInteropPage({
    expose: { saveFile: (name, base64) => writeFileSync(join(files, name), Buffer.from(base64, 'base64')) },
  });
  try {
    const entries = await page.evaluate((wanted) => window.writeAll(wanted), request);
    writeFileSync(join(files, 'manifest.json'), JSON.stringify(entries, null, 1));
    const snippets = await page.evaluate((wanted) => window.writeSnippetFiles(wanted), request);
    writeFileSync(join(files, 'snippets.json'), JSON.stringify(snippets, null, 1));
    const rewrites = await page.evaluate(() => window.writeRewrites());
    writeFileSync(join(files, 'rewrites.json'), JSON.stringify(rewrites, null, 1));
    const mutants = await page.evaluate((wanted) => window.writeMutants(wanted), request);
    writeFileSync(join(files, 'mutants.json'), JSON.stringify(mutants, null, 1));
    return entries.length;
  } finally {
    await close();
  }
}

const { values, positionals } = parseArgs({
  options: { depth: { type: 'string', default: 'full' }, report: { type: 'string' } },
  allowPositionals: true,
});
const selection = depths[values.depth];
if (selection === undefined)
  throw new Error(`--depth is “${values.depth}”, but must be ${Object.keys(depths).join(', ')}.`);
const full = values.depth !== 'quick';

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
      const scope = full ? 'full' : 'quick';
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
const written = await stage('Files written by the browser', () => writeFiles({ full }));
console.log(`The browser wrote ${written} files.`);
const { counts, code } =
  python === null
    ? { counts: { passed: 0, failed: 0, skipped: written, failedNames: [] }, code: 0 }
    : await test(python, selection);
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(counts));
process.exitCode = code;
