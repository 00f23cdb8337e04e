import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';

/** Everything the tests need, then every test. `npm test -- unit browser` runs only the named layers. */

ensureInstalled();
const { ensureChromium } = await import('./chromium.mjs');
ensureChromium();

const reports = join(root, '.cache', 'test');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const bin = (name) => join(root, 'node_modules', '.bin', name);

function fromVitest(report) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites, success } = report;
  // A file that fails to load counts no failed test, and is a failure all the same.
  return {
    passed: numPassedTests,
    failed: numFailedTests || (success ? 0 : Math.max(1, numFailedTestSuites)),
    skipped: numPendingTests + numTodoTests,
  };
}

function fromPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (errors?.length ?? 0),
    skipped: stats.skipped,
  };
}

const vitest = (project) => ({
  command: [
    bin('vitest'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, `${project}.json`)}`,
  ],
  report: `${project}.json`,
  read: fromVitest,
});

/** A layer without a report is one check: passed or failed. */
const layers = {
  types: { command: ['npm', 'run', '--silent', 'typecheck'] },
  lint: { command: ['npm', 'run', '--silent', 'lint'] },
  unit: vitest('unit'),
  browser: vitest('browser'),
  e2e: { command: [bin('playwright'), 'test'], report: 'e2e.json', read: fromPlaywright },
  interop: {
    command: [process.execPath, join(root, 'e2e/interop/run.mjs'), '--report', join(reports, 'interop.json')],
    report: 'interop.json',
    read: (report) => report,
  },
};

const asked = process.argv.slice(2);
for (const name of asked) {
  if (!(name in layers)) {
    console.error(`There is no test layer “${name}”. There are: ${Object.keys(layers).join(', ')}.`);
    process.exit(2);
  }
}

const rows = [];
for (const [name, { command, report, read }] of Object.entries(layers)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n── ${name} ${'─'.repeat(70 - name.length)}`);
  const startedAt = Date.now();
  const [program, ...args] = command;
  const run = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  const failedRun = run.error !== undefined || run.status !== 0;
  let counts = { passed: failedRun ? 0 : 1, failed: failedRun ? 1 : 0, skipped: 0 };
  if (report !== undefined) {
    const path = join(reports, report);
    if (existsSync(path)) counts = read(JSON.parse(readFileSync(path, 'utf8')));
    else counts = { passed: 0, failed: 1, skipped: 0 };
    if (failedRun && counts.failed === 0) counts.failed = 1;
    if (counts.passed + counts.failed === 0) counts.failed = 1;
  }
  rows.push({ name, ...counts, seconds: Math.round((Date.now() - startedAt) / 1000) });
}

console.log('\nlayer      passed  failed  skipped  seconds');
for (const { name, passed, failed, skipped, seconds } of rows) {
  console.log(
    `${name.padEnd(10)} ${String(passed).padStart(6)}  ${String(failed).padStart(6)}  ${String(skipped).padStart(7)}  ${String(seconds).padStart(7)}`,
  );
}
const total = (key) => rows.reduce((sum, row) => sum + row[key], 0);
console.log(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
process.exit(total('failed') === 0 ? 0 : 1);
