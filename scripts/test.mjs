import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, repositoryFolder } from './install.mjs';
import { relatedTo } from './tests/changed.mjs';
import { dearest } from './tests/dearest.mjs';
import { reportFolder, workFolder } from './tests/folders.mjs';
import { pinnedState, recordPinned } from './tests/pinned.mjs';
import { endAll, runCommand, runSteps } from './tests/run-steps.mjs';
import { shortLog } from './tests/short-log.mjs';
import { checks, layers, tests } from './tests/steps.mjs';
import { problemsOfWork, readBudgets, workOfFolder } from './tests/work.mjs';

/**
 * Everything the tests need, then the tests. docs/testing.md describes the suites, the layers and their budgets.
 *
 *   npm test                      what catches most, in minutes
 *   npm test -- --all             what CI runs: all but tests whose pinned inputs have not changed
 *   npm run test:full             all tests
 *   npm test -- unit browser      only the named layers
 *   npm test -- --changed [REF]   what relates to the files that differ from REF (HEAD unless told)
 */

const { values, positionals } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
/** @type {import('./tests/work.mjs').Suite} */
const suite = values.full ? 'full' : values.all ? 'all' : 'quick';
const related = values.changed ? relatedTo(positionals[0] ?? 'HEAD') : null;
const named = values.changed ? [] : positionals;
for (const name of named) {
  if (!layers.includes(name)) {
    console.error(`“${name}” is not a test layer. The layers are: ${layers.join(', ')}.`);
    process.exit(2);
  }
}
/** @param {string} layer */
const isWanted = (layer) =>
  (named.length === 0 || named.includes(layer)) && (related === null || related.layers.includes(layer));

const startedAt = Date.now();
/** @param {number} since */
const secondsSince = (since) => Math.round((Date.now() - since) / 1_000);

/** Installs what the wanted layers need, so that no download is part of a test. */
async function install() {
  ensureInstalled();
  if (['browser', 'e2e', 'interop'].some(isWanted)) (await import('./chromium.mjs')).ensureChromium();
  if (['python', 'interop'].some(isWanted)) (await import('./python.mjs')).ensurePython();
  if (isWanted('interop')) {
    await (await import('./java.mjs')).ensureJava();
    (await import('./reference-tools.mjs')).ensureTkrzw();
  }
}
await install();
console.log(`Installed in ${secondsSince(startedAt)} s.\n`);
const testsStartedAt = Date.now();

mkdirSync(reportFolder, { recursive: true });
for (const name of readdirSync(reportFolder)) rmSync(join(reportFolder, name), { recursive: true });
mkdirSync(workFolder);

const pinned = /** @type {const} */ (['rust', 'browser', 'interop'])
  .filter(isWanted)
  .map((layer) => ({ layer, ...pinnedState(layer) }));
/** @param {import('./tests/pinned.mjs').Layer} layer */
const runsPinned = (layer) => {
  if (suite === 'full') return true;
  // The quick suite leaves the dear ones to CI: of the crates it lints those that have changed, of Python it runs none.
  return (
    (suite === 'all' || layer !== 'interop') && pinned.some((state) => state.layer === layer && !state.isUnchanged)
  );
};
const choice = { suite, runsPinned, related };
const steps = [...checks(choice), ...(await tests(choice))].filter(({ layer }) => isWanted(layer));

/** The exit code of a check whose tool is missing, as in Automake’s test harness. */
const skippedCode = 77;
/** A step that runs alone writes to the terminal. Steps that run side by side write to files, which are printed if the step fails. */
const shown = steps.length === 1;

/**
 * @param {import('./tests/steps.mjs').Step} step
 * @returns {never | null} its report
 */
function reportOf({ report }) {
  const path = join(reportFolder, report ?? '');
  return report === undefined || !existsSync(path)
    ? null
    : /** @type {never} */ (JSON.parse(readFileSync(path, 'utf8')));
}

/**
 * @param {import('./tests/steps.mjs').Step} step
 * @param {number | null} code with which the step ended; null where it did not start
 * @returns {import('./tests/reports.mjs').Counts}
 */
function countsOf(step, code) {
  const { name, report, read } = step;
  const succeeded = code === 0;
  if (report === undefined || read === undefined) {
    if (code === skippedCode) return { passed: 0, failed: 0, skipped: 1 };
    return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 };
  }
  const found = reportOf(step);
  if (found === null) return { passed: 0, failed: related !== null && succeeded ? 0 : 1, skipped: 0 };
  const counts = read(found);
  const { passed, failed, skipped } = counts;
  if (!succeeded && failed === 0) return { ...counts, failed: 1 };
  // Each layer has tests in every suite, so that the selection went wrong.
  if (related === null && passed + failed + skipped === 0) {
    console.error(`${name} ran no test.`);
    return { ...counts, failed: 1 };
  }
  return counts;
}

/** @type {Promise<unknown> | null} */
let building = null;
/** Both calls of Playwright serve the built site, and two builds at once would delete each other's files. A build that fails, fails again in Playwright, which shows why. */
function siteBuilt() {
  building ??= once(
    spawn(process.execPath, [join(repositoryFolder, 'scripts/build.mjs')], { stdio: 'ignore' }),
    'close',
  );
  return building;
}

/** @param {import('./tests/steps.mjs').Step} step */
async function run(step) {
  const { layer, name, failedNames, unstableNames, costs, work } = step;
  if (layer === 'e2e') await siteBuilt();
  console.log(shown ? `\n── ${name} ${'─'.repeat(70 - name.length)}` : `${name} …`);
  const env = { ...step.env, FORMATLAB_WORK_FOLDER: workFolder };
  const { code, ranOut, seconds, cpuSeconds, log } = await runCommand({ ...step, env }, shown);
  const counts = countsOf(step, code);
  const report = reportOf(step);
  const logText = shown ? '' : readFileSync(log, 'utf8');
  if (ranOut) console.error(`!!! ${name} HANGS: it was ended after ${step.limitSeconds} s.`);
  // Warnings of a missing tool or a hanging test are printed even if the log is not.
  for (const line of logText.split('\n')) if (line.startsWith('!!!')) console.log(`\n${line}\n`);
  if (!shown && counts.failed > 0) {
    console.log(`\n── ${name} FAILED ${'─'.repeat(63 - name.length)}`);
    for (const failed of report === null ? [] : (failedNames?.(report) ?? [])) console.log(`FAILED ${failed}`);
    console.log(`\n${shortLog(logText, relative(repositoryFolder, log))}`);
  } else if (!shown) console.log(`${name}: ${counts.passed} passed in ${Math.round(seconds)} s`);
  return {
    layer,
    ...counts,
    seconds,
    cpuSeconds,
    unstable: report === null ? [] : (unstableNames?.(report) ?? []),
    costs: report === null ? [] : (costs?.(report) ?? []),
    work: report === null ? {} : (work?.(report) ?? {}),
  };
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => {
    endAll();
    process.exit(130);
  });
const results = await runSteps(steps, run);

const budgets = readBudgets(readFileSync(join(repositoryFolder, 'docs/testing.md'), 'utf8'));
const rows = layers.flatMap((layer) => {
  const of = results.filter((result) => result.layer === layer);
  if (of.length === 0) return [];
  /** @param {'passed' | 'failed' | 'skipped' | 'seconds'} key */
  const sum = (key) => of.reduce((total, one) => total + one[key], 0);
  const cpuSeconds = of.some((one) => one.cpuSeconds === null)
    ? null
    : of.reduce((total, one) => total + (one.cpuSeconds ?? 0), 0);
  /** @type {import('./tests/work.mjs').Work} */
  const work = { ...workOfFolder(workFolder, layer) };
  for (const one of of) for (const [kind, amount] of Object.entries(one.work)) work[kind] = (work[kind] ?? 0) + amount;
  // What a change relates to is less than any budget; a layer that failed may not have counted all.
  const problems = related === null && sum('failed') === 0 ? problemsOfWork(budgets, suite, layer, work) : [];
  return [
    {
      layer,
      passed: sum('passed'),
      failed: sum('failed') + problems.length,
      skipped: sum('skipped'),
      seconds: sum('seconds'),
      cpuSeconds,
      costs: dearest(of.flatMap(({ costs }) => costs)),
      work,
      problems,
    },
  ];
});

for (const { layer, costs, work } of rows) {
  if (costs.length === 0) continue;
  console.log(`\n${layer}: the dearest files, in seconds of their tests`);
  for (const { file, seconds } of costs) console.log(`  ${seconds.toFixed(1).padStart(6)}  ${file}`);
  const done = Object.entries(work).map(([kind, amount]) => `${kind} ${amount.toLocaleString('en')}`);
  if (done.length > 0) console.log(`  work: ${done.join(', ')}`);
}
for (const { problems } of rows) for (const problem of problems) console.log(`\nFAILED ${problem}`);

console.log('\nlayer      passed  failed  skipped  seconds  CPU seconds');
for (const { layer, passed, failed, skipped, seconds, cpuSeconds } of rows)
  console.log(
    [
      layer.padEnd(10),
      String(passed).padStart(6),
      String(failed).padStart(7),
      String(skipped).padStart(8),
      String(Math.round(seconds)).padStart(8),
      (cpuSeconds === null ? 'unknown' : String(Math.round(cpuSeconds))).padStart(12),
    ].join(' '),
  );

for (const { layer, hash, isUnchanged } of pinned)
  if (!runsPinned(layer))
    console.log(
      isUnchanged
        ? `\nLeft out: the pinned tests of ${layer}, which have passed with inputs of the hash ${hash}. npm run test:full runs them.`
        : `\nLeft out: the pinned tests of ${layer}, whose inputs have changed (hash ${hash}). CI runs them (npm test -- --all).`,
    );
if (suite === 'quick' && related === null)
  console.log('\nLeft out: tests with the tag full. CI runs them (npm test -- --all).');
if (related !== null) for (const line of related.leftOut) console.log(`\nLeft out: ${line}`);
if (suite !== 'quick' && related === null && !process.env.CI) {
  const passed = pinned.filter(
    ({ layer }) => runsPinned(layer) && rows.some((row) => row.layer === layer && row.failed === 0 && row.passed > 0),
  );
  if (passed.length > 0) recordPinned(Object.fromEntries(passed.map(({ layer, hash }) => [layer, hash])));
}

for (const name of results.flatMap(({ unstable }) => unstable))
  console.log(`\n!!! UNSTABLE, failed once and passed when run again: ${name}`);

/** @param {'passed' | 'failed' | 'skipped'} key */
const total = (key) => rows.reduce((sum, row) => sum + row[key], 0);
console.log(
  `\nInstalled in ${Math.round((testsStartedAt - startedAt) / 1_000)} s, tested in ${secondsSince(testsStartedAt)} s.`,
);
console.log(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
process.exit(total('failed') === 0 ? 0 : 1);
