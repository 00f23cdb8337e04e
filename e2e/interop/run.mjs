import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureJava } from '../../scripts/java.mjs';
import { ensurePython } from '../../scripts/python.mjs';
import { readJunit, secondsOfFiles } from '../../scripts/tests/reports.mjs';
import { builtModules } from './built.mjs';
import { measureConformance } from './conformance/conformance.mjs';
import { openInteropPage } from './interop-page.mjs';
import { receiveFiles } from './receive-files.mjs';
import { exchangeTkrzw } from './tkrzw/exchange.mjs';
import { countWork } from './work.mjs';

/**
 * Lets a real browser write files with every format, implementation and codec of the registry, and opens each with the format's reference
 * implementation in Python. Then the conformance matrix, as far as it goes in minutes, to be compared with the committed one (scripts/make-conformance.mjs).
 *
 * `--depth quick` takes each entry's default options, `full` (unless told) everything. `--only parquet,zstd` writes and reads the files of these
 * formats and codecs alone; `--only snippets` those of the lines in other languages. `--pinned skip` leaves out the
 * tests with the marker `pinned`, whose inputs are pinned packages and committed files alone, and the conformance matrix, which only they read.
 * `--report FILE` writes the counts, the names of failed tests and the seconds of each file as JSON; what stands behind `--` goes to pytest.
 */

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const files = join(root, '.cache/interop');
/**
 * What pytest selects by markers.
 * @type {Record<import('./depth.ts').Depth, string | null>}
 */
const depths = { quick: 'not full', full: null };
/**
 * @param {string} name
 * @returns {name is import('./depth.ts').Depth}
 */
const isDepth = (name) => name in depths;

/**
 * @param {import('./depth.ts').Depth} depth
 * @param {string[]} only formats and codecs; all unless told
 */
async function writeFiles(depth, only) {
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files, { recursive: true });
  const receiver = await receiveFiles(files);
  try {
    const { page, close } = await openInteropPage({});
    try {
      const request = { depth, only, saveUrl: receiver.url };
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
  options: {
    depth: { type: 'string', default: 'full' },
    pinned: { type: 'string', default: 'run' },
    only: { type: 'string', default: '' },
    report: { type: 'string' },
  },
  allowPositionals: true,
});
const { depth, pinned } = values;
const only = values.only.split(',').filter((id) => id !== '');
if (!isDepth(depth)) throw new Error(`--depth is “${depth}”, but must be ${Object.keys(depths).join(', ')}.`);
if (pinned !== 'run' && pinned !== 'skip') throw new Error(`--pinned is “${pinned}”, but must be run or skip.`);
const markers = [depths[depth], pinned === 'skip' ? 'not pinned' : null].filter((marker) => marker !== null);

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
 * @returns {Promise<{ counts: ReturnType<typeof readJunit> & { files: ReturnType<typeof secondsOfFiles> }, code: number }>}
 */
async function test(python) {
  // Here, so that Maven's downloads, javac and the bundles are no part of a test; the tests ask for them again, and skip those without Java.
  await stage('Java', ensureJava);
  await stage('Bundles of the product for Node', builtModules);
  const ofTkrzw = ['hashdbm', 'treedbm'];
  await Promise.all([
    depth === 'full' &&
      (only.length === 0 || only.some((id) => ofTkrzw.includes(id))) &&
      stage('Databases exchanged with Tkrzw', () => exchangeTkrzw(join(files, 'tkrzw'))),
    only.length === 0 &&
      pinned === 'run' &&
      stage('Conformance matrix', async () => {
        const scope = depth === 'quick' ? 'quick' : 'full';
        const taken = await measureConformance({ python, scope });
        writeFileSync(join(files, 'conformance.json'), JSON.stringify({ scope, ...taken }));
      }),
  ]);
  const junit = join(files, 'report.xml');
  /** Of entries: the tests that open their written files, and their own. */
  const ofEntries = ['test_written_files.py', ...only.map((id) => `test_${id.replaceAll('-', '_')}.py`)]
    .map((name) => join(here, name))
    .filter((path) => existsSync(path));
  const chosen = only.length > 0 ? [...ofEntries, '-k', 'not test_there_are_files'] : [here];
  // A file is run by one worker, so that what its tests share is made once: datasets, tools in Node, imported libraries.
  const options = ['-q', '-n', '2', '--dist', 'loadfile', '--tb=short', '--durations=15', `--junit-xml=${junit}`];
  // Where CI is set, pytest prints both sides of a failed comparison whole, be they files of megabytes. The tests read FORMATLAB_CI.
  const { CI, ...outsideCi } = process.env;
  const { status } = spawnSync(
    python,
    [
      '-m',
      'pytest',
      ...options,
      ...(markers.length > 0 ? ['-m', markers.join(' and ')] : []),
      ...chosen,
      ...positionals,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...outsideCi,
        FORMATLAB_CI: CI ?? '',
        FORMATLAB_INTEROP: files,
        FORMATLAB_PINNED: pinned,
        PYTHONDONTWRITEBYTECODE: '1',
      },
    },
  );
  const report = readFileSync(junit, 'utf8');
  return { counts: { ...readJunit(report), files: secondsOfFiles(report) }, code: status ?? 1 };
}

const python = ensurePython();
const written = await stage('Files written by the browser', () => writeFiles(depth, only));
countWork('writtenFiles', written);
console.log(`The browser wrote ${written} files.`);
const { counts, code } =
  python === null
    ? { counts: { passed: 0, failed: 0, skipped: written, failedNames: [], files: [] }, code: 0 }
    : await test(python);
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(counts));
process.exitCode = code;
