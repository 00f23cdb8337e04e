import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, repositoryFolder } from './install.mjs';
import { shortLog } from './short-log.mjs';
import { countsOfPlaywright, countsOfVitest, failedOfPlaywright, failedOfVitest } from './test-reports.mjs';

/**
 * Everything the tests need, then the tests.
 *
 *   npm test                      what catches most, in minutes: everything but the tests with the tag `full`
 *   npm run test:full             all tests
 *   npm run test:full -- --rest   what `npm run test:full` adds to `npm test`
 *   npm test -- unit browser      only the named layers
 *
 * Steps of different layers run side by side, two at a time, the longest first.
 */

const { values, positionals: named } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    rest: { type: 'boolean', default: false },
    totals: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const depth = values.rest ? 'rest' : values.full ? 'full' : 'quick';

/**
 * @typedef {import('./test-reports.mjs').Counts} Counts
 * @typedef {import('./test-reports.mjs').VitestReport} VitestReport
 * @typedef {object} Step
 * @property {string} layer
 * @property {string} [name] the layer's, unless it has several steps
 * @property {readonly string[]} command
 * @property {Record<string, string>} [env]
 * @property {string} [report] a file of the report folder; without one, a step is one check: passed or failed
 * @property {(report: never) => Counts} [read] what the report counts
 * @property {(report: never) => string[]} [failedNames] of the tests that the report says failed
 */

const reportFolder = join(repositoryFolder, '.cache', 'test');
/** @param {string} of */
const totalsFile = (of) => join(reportFolder, `totals-${of}.json`);

/** The last line of the output in CI: the counts of all tests since the reports were cleared. */
function sumOfTotals() {
  /** @type {Counts[]} */
  const all = readdirSync(reportFolder)
    .filter((name) => name.startsWith('totals-'))
    .map((name) => JSON.parse(readFileSync(join(reportFolder, name), 'utf8')));
  /** @param {keyof Counts} key */
  const sum = (key) => all.reduce((total, one) => total + one[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
}
if (values.totals) {
  console.log(sumOfTotals());
  process.exit(0);
}

ensureInstalled();
const { ensureChromium } = await import('./chromium.mjs');

/** @param {string} name */
const bin = (name) => join(repositoryFolder, 'node_modules', '.bin', name);
const node = process.execPath;

/** @param {boolean} isFull whether a test has the tag `full` */
const belongs = (isFull) => depth === 'full' || isFull === (depth === 'rest');

/** Selects tests by the tag `full`, which Vitest, Playwright and pytest (e2e/interop/run.mjs) support. */
const vitestTags = { quick: ['--tags-filter=!full'], rest: ['--tags-filter=full'], full: [] }[depth];
/**
 * @param {string} project
 * @param {readonly string[]} selection
 * @returns {Step}
 */
const vitest = (project, selection) => ({
  layer: project,
  command: [
    bin('vitest'),
    'run',
    '--project',
    project,
    ...selection,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reportFolder, `${project}.json`)}`,
  ],
  report: `${project}.json`,
  /** @param {VitestReport} report */
  read: (report) => countsOfVitest(report, belongs),
  failedNames: failedOfVitest,
});

/** Vitest loads a file before it knows the tags in it. All but few of the unit tests have none, so what is left to the full suite is loaded alone. */
const fullTag = "tags: ['full']";
/** @param {string} path */
const showsFullTag = (path) => readFileSync(path, 'utf8').includes(fullTag);
/**
 * Files whose tests have the tag, which the full suite would not find.
 * @param {VitestReport} report
 */
const withHiddenTag = ({ testResults }) =>
  testResults
    .filter(({ assertionResults }) => assertionResults.some(({ tags: has }) => has.includes('full')))
    .map(({ name }) => name)
    .filter((name) => !showsFullTag(name))
    .map((name) => relative(repositoryFolder, name));
const unitFiles =
  depth === 'rest'
    ? ['bench', 'scripts', 'web', 'workers'].flatMap((folder) =>
        readdirSync(join(repositoryFolder, folder), { recursive: true, encoding: 'utf8' })
          .map((path) => join(folder, path))
          .filter((path) => /(?<!\.browser)\.test\.tsx?$/u.test(path))
          .filter((path) => showsFullTag(join(repositoryFolder, path))),
      )
    : [];

/** A port that is free now, so that a server left by an earlier run does not interfere. */
const freePort = () =>
  new Promise((/** @type {(port: number) => void} */ resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, 'localhost', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
// Both calls of Playwright may run at once.
const e2ePort = await freePort();
const measuresPort = await freePort();

/**
 * @param {boolean} measures whether the tests are those that press Run, which run one after the other
 * @returns {Step}
 */
function playwright(measures) {
  const wanted = [...(measures ? ['@measures'] : []), ...(depth === 'rest' ? ['@full'] : [])];
  const unwanted = [...(measures ? [] : ['@measures']), ...(depth === 'quick' ? ['@full'] : [])];
  const name = measures ? 'e2e-measures' : 'e2e';
  return {
    layer: 'e2e',
    name,
    command: [
      bin('playwright'),
      'test',
      // Each required tag is a look-ahead, since --grep takes one expression.
      ...(wanted.length > 0 ? ['--grep', wanted.map((tag) => `(?=.*${tag})`).join('')] : []),
      ...(unwanted.length > 0 ? ['--grep-invert', unwanted.join('|')] : []),
    ],
    env: {
      FORMATLAB_E2E_REPORT: join(reportFolder, `${name}.json`),
      // A folder for each call, since the second call would delete the screenshots of the first.
      FORMATLAB_E2E_OUTPUT: join(repositoryFolder, '.cache', name),
      FORMATLAB_E2E_PORT: String(measures ? measuresPort : e2ePort),
    },
    report: `${name}.json`,
    read: countsOfPlaywright,
    failedNames: failedOfPlaywright,
  };
}

/**
 * The static checks have no part that only the full suite runs.
 * @type {Step[]}
 */
const checks = [
  { layer: 'lint', command: [bin('biome'), 'check', '.'] },
  { layer: 'types', command: ['npm', 'run', '--silent', 'typecheck'] },
  { layer: 'python', command: [node, join(repositoryFolder, 'scripts/check-python.mjs')] },
  { layer: 'rust', command: [node, join(repositoryFolder, 'scripts/check-rust.mjs')] },
];
/** @type {Step} */
const interop = {
  layer: 'interop',
  command: [
    node,
    join(repositoryFolder, 'e2e/interop/run.mjs'),
    '--depth',
    depth,
    '--report',
    join(reportFolder, 'interop.json'),
  ],
  report: 'interop.json',
  /** @param {Counts & { failedNames: string[] }} report */
  read: ({ passed, failed, skipped }) => ({ passed, failed, skipped }),
  /** @param {Counts & { failedNames: string[] }} report */
  failedNames: ({ failedNames }) => failedNames,
};
const browser = vitest('browser', vitestTags);
/** @type {Step} */
const unit = {
  ...vitest('unit', [...vitestTags, ...unitFiles]),
  /** @param {VitestReport} report */
  read: (report) => {
    const counts = countsOfVitest(report, belongs);
    return { ...counts, failed: counts.failed + withHiddenTag(report).length };
  },
  /** @param {VitestReport} report */
  failedNames: (report) => [
    ...failedOfVitest(report),
    ...withHiddenTag(report).map((file) => `${file}: the full suite runs only files with the text ${fullTag}`),
  ],
};
/**
 * The longest first, but for those with one browser: as they keep one core busy, each goes beside a step that has work for two.
 * @type {Step[]}
 */
const tests =
  depth === 'quick'
    ? [playwright(false), interop, browser, unit, playwright(true)]
    : [interop, browser, playwright(true), playwright(false), unit];
/** @type {Step} */
const rustTests = {
  layer: 'rust',
  name: 'rust-tests',
  command: [node, join(repositoryFolder, 'scripts/check-rust.mjs'), '--test'],
};
const all = depth === 'rest' ? [...tests, rustTests] : [...checks, ...(depth === 'full' ? [rustTests] : []), ...tests];
const layers = [...new Set([...checks, ...tests].map(({ layer }) => layer))];

for (const name of named) {
  if (!layers.includes(name)) {
    console.error(`“${name}” is not a test layer. The layers are: ${layers.join(', ')}.`);
    process.exit(2);
  }
}
const steps = all.filter(({ layer }) => named.length === 0 || named.includes(layer));
if (steps.some(({ layer }) => ['browser', 'e2e', 'interop'].includes(layer))) ensureChromium();

mkdirSync(reportFolder, { recursive: true });
if (depth !== 'rest')
  for (const name of readdirSync(reportFolder)) rmSync(join(reportFolder, name), { recursive: true });
for (const { report } of steps) if (report !== undefined) rmSync(join(reportFolder, report), { force: true });

/** The exit code of a check whose tool is missing, as in Automake’s test harness. */
const skippedCode = 77;

/** A step that runs alone writes to the terminal. Steps that run side by side write to files, which are printed if the step fails. */
const shown = steps.length === 1;

/**
 * @param {Step} step
 * @param {number | null} code with which the step ended; null where it did not start
 * @returns {Counts}
 */
function countsOf({ layer, name = layer, report, read }, code) {
  const succeeded = code === 0;
  if (report === undefined || read === undefined) {
    if (code === skippedCode) return { passed: 0, failed: 0, skipped: 1 };
    return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 };
  }
  const path = join(reportFolder, report);
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0 };
  const counts = read(/** @type {never} */ (JSON.parse(readFileSync(path, 'utf8'))));
  const { passed, failed, skipped } = counts;
  if (!succeeded && failed === 0) return { ...counts, failed: 1 };
  // Each layer has tests in the quick suite and others in the full suite, so that the selection went wrong.
  if (passed + failed + skipped === 0) {
    console.error(`${name} ran no test.`);
    return { ...counts, failed: 1 };
  }
  return counts;
}

/** @param {Step} step */
function failedNamesOf({ report, failedNames }) {
  const path = join(reportFolder, report ?? '');
  if (report === undefined || failedNames === undefined || !existsSync(path)) return [];
  return failedNames(/** @type {never} */ (JSON.parse(readFileSync(path, 'utf8'))));
}

/** @type {Promise<unknown> | null} */
let building = null;
/** Both calls of Playwright serve the built site, and two builds at once would delete each other's files. A build that fails, fails again in Playwright, which shows why. */
function siteBuilt() {
  building ??= once(spawn(node, [join(repositoryFolder, 'scripts/build.mjs')], { stdio: 'ignore' }), 'close');
  return building;
}

/** @param {Step} step */
async function run(step) {
  const { layer, name = layer, command, env = {} } = step;
  if (layer === 'e2e') await siteBuilt();
  const startedAt = Date.now();
  const log = join(reportFolder, `${name}.log`);
  console.log(shown ? `\n── ${name} ${'─'.repeat(70 - name.length)}` : `${name} …`);
  const [program = '', ...args] = command;
  const file = shown ? null : openSync(log, 'w');
  const child = spawn(program, args, {
    cwd: repositoryFolder,
    stdio: file === null ? 'inherit' : ['ignore', file, file],
    env: { ...process.env, ...env },
  });
  const code = await new Promise((/** @type {(code: number | null) => void} */ resolve) => {
    child.on('error', (error) => {
      console.error(error.message);
      resolve(null);
    });
    child.on('close', resolve);
  });
  if (file !== null) closeSync(file);
  const counts = countsOf(step, code);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  if (!shown) {
    if (counts.failed > 0) {
      console.log(`\n── ${name} FAILED ${'─'.repeat(63 - name.length)}`);
      for (const failed of failedNamesOf(step)) console.log(`FAILED ${failed}`);
      console.log(`\n${shortLog(readFileSync(log, 'utf8'), relative(repositoryFolder, log))}`);
    } else {
      // A missing tool is reported, even though nothing failed.
      for (const line of readFileSync(log, 'utf8').split('\n')) if (line.startsWith('!!!')) console.log(`\n${line}\n`);
      console.log(`${name}: ${counts.passed} passed in ${seconds} s`);
    }
  }
  return { layer, ...counts, seconds };
}

/**
 * Runs the steps in order, at most `most` at a time.
 * @param {readonly Step[]} waiting
 * @param {number} most
 */
async function runAll(waiting, most) {
  const queue = [...waiting];
  /** @type {(Counts & { layer: string, seconds: number })[]} */
  const done = [];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) done.push(await run(next));
  };
  await Promise.all(Array.from({ length: most }, work));
  return done;
}

const startedAt = Date.now();
const results = await runAll(steps, 2);

const rows = layers.flatMap((layer) => {
  const of = results.filter((result) => result.layer === layer);
  /** @param {keyof Counts | 'seconds'} key */
  const sum = (key) => of.reduce((total, one) => total + one[key], 0);
  return of.length === 0
    ? []
    : [{ layer, passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), seconds: sum('seconds') }];
});
/** @param {keyof Counts} key */
const total = (key) => rows.reduce((sum, row) => sum + row[key], 0);
const totals = { passed: total('passed'), failed: total('failed'), skipped: total('skipped') };
if (named.length === 0) writeFileSync(totalsFile(depth), JSON.stringify(totals));
console.log('\nlayer      passed  failed  skipped  seconds');
for (const { layer, passed, failed, skipped, seconds } of rows) {
  console.log(
    `${layer.padEnd(10)} ${String(passed).padStart(6)}  ${String(failed).padStart(6)}  ${String(skipped).padStart(7)}  ${String(seconds).padStart(7)}`,
  );
}
console.log(
  `\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped in ${Math.round((Date.now() - startedAt) / 1000)} s`,
);
process.exit(totals.failed === 0 ? 0 : 1);
